package benchmarks

import (
	"embed"
	"path"
)

var (
	//go:embed applications/applications.csv
	applicationsTable string
	//go:embed applications/*.c applications/*.cpp
	applications embed.FS
)

// An Application is one of C11Tester's Table 1 and PCTWM's Table 4. Its sources are not here: a client
// of a few threads is, which is compiled with them.
type Application struct {
	Name             string
	Found            string // what the papers found in it
	C11Tester, PCTWM string // what its driver took, or how fast it was, on one core

	// Client is the client, without which the application is not run.
	Client string
	// Needs are the folders of sources, as their repositories are named.
	Needs []string
	// Sources are compiled with the client; they and Includes lie below the folders.
	Sources, Includes, Defines []string
	Standard                   string
	// Volatile says that volatile accesses are taken for relaxed atomic ones, as C11Tester takes them.
	Volatile bool
}

// builds says how clients are compiled, by application.
var builds = map[string]Application{
	"silo": {Client: "silo.cpp", Needs: []string{"silo"}, Includes: []string{"silo"}, Standard: "c++11", Volatile: true,
		Defines: []string{`CONFIG_H="config/config-perf.h"`, "CHECK_INVARIANTS"}},
	"silo-spinlock": {Client: "silo_spinlock.c", Volatile: true},
	"gdax": {Client: "gdax.cpp", Needs: []string{"libcds"}, Includes: []string{"libcds"},
		Sources: []string{"libcds/src/init.cpp", "libcds/src/hp.cpp", "libcds/src/dhp.cpp", "libcds/src/thread_data.cpp", "libcds/src/topology_linux.cpp", "libcds/src/urcu_gp.cpp"}},
	"mabain": {Client: "mabain.cpp", Needs: []string{"mabain"}, Includes: []string{"mabain/src", "mabain/src/util"},
		Sources: []string{"mabain/src/lock_free.cpp", "mabain/src/mb_data.cpp"}},
	"mabain-writer": {Client: "mabain_writer.c"},
	"iris": {Client: "iris.cpp", Needs: []string{"iris"}, Includes: []string{"iris/include"}, Defines: []string{"IRIS_CACHELINE_SIZE=64"},
		Sources: []string{"iris/src/utils.cpp"}},
}

// Applications returns the applications, in the papers' order.
func Applications() ([]Application, error) {
	return published(applicationsTable, func(r record) Application {
		a := builds[r.text("name")]
		a.Name, a.Found, a.C11Tester, a.PCTWM = r.text("name"), r.text("found"), r.text("c11tester"), r.text("pctwm")
		return a
	})
}

// ClientText returns the text of an application's client.
func (a *Application) ClientText() ([]byte, error) {
	return applications.ReadFile(path.Join("applications", a.Client))
}
