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

// An Application is an application of C11Tester's Table 1 and PCTWM's Table 4. Its sources
// are not here; a client of a few threads is, which is compiled with them.
type Application struct {
	Name  string
	Found string // the papers' findings
	// Unit is the unit in which the papers measured its driver, and Drivers are the
	// results, by ApplicationTools; all are empty if they measured nothing.
	Unit    string
	Drivers []Driver

	// Client is the file of the client, without which the application is not run.
	Client string
	// Needs are the folders of sources, with the names of their repositories.
	Needs []string
	// Sources are compiled with the client. They and Includes lie below the folders.
	Sources, Includes, Defines []string
	Standard                   string
	// Volatile says that volatile accesses count as relaxed atomic ones, as in C11Tester.
	Volatile bool
}

// A Driver is the result of an application's driver under a tool, on one core and on all
// cores, with the relative standard deviation.
type Driver struct{ One, All string }

// ApplicationTools are the tools in the papers: the three of C11Tester's Table 1, and the
// two of PCTWM's Table 4, which measured C11Tester again.
var ApplicationTools = [...]string{"C11Tester", "tsan11rec", "tsan11", "C11Tester again", "PCTWM"}

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
		a.Name, a.Found, a.Unit = r.text("name"), r.text("found"), r.text("unit")
		for _, tool := range []string{"c11tester", "tsan11rec", "tsan11", "again", "pctwm"} {
			a.Drivers = append(a.Drivers, Driver{r.text(tool + "_one"), r.text(tool + "_all")})
		}
		return a
	})
}

// ClientText returns the text of an application's client.
func (a *Application) ClientText() ([]byte, error) {
	return applications.ReadFile(path.Join("applications", a.Client))
}
