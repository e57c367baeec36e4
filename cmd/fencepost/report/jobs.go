package report

import "strings"

// Jobs are the jobs at a server.
type Jobs struct {
	Jobs []Job `json:"jobs"`
}

// A Job is a command whose work is done by workers.
type Job struct {
	ID        string   `json:"id"`
	State     string   `json:"state"` // running, done or cancelled
	Tool      string   `json:"tool"`  // the version of fencepost
	Command   []string `json:"command"`
	Submitted string   `json:"submitted"` // in the format of RFC 3339
	Waiting   int      `json:"waiting"`   // number of parts that are waiting or being done
	Results   int      `json:"results"`
}

func (p *printer) jobs(b *Jobs) {
	if len(b.Jobs) == 0 {
		p.printf("no jobs\n")
	}
	for _, j := range b.Jobs {
		p.printf("%s  %-9s  %s  %d parts wait, %d results\n", j.ID, j.State, j.Submitted, j.Waiting, j.Results)
		p.printf("    fencepost %s\n", strings.Join(j.Command, " "))
	}
}
