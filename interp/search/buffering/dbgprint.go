package buffering

import "fmt"

var Debug bool

func (x *explorer) dump(what string, i item) {
	if !Debug {
		return
	}
	fmt.Printf("%s kind=%d event=%d other=%d depth=%d\n", what, i.kind, i.event, i.other, len(x.items))
	for t, list := range x.g.threads {
		fmt.Printf("  t%d:", t)
		for _, id := range list {
			e := &x.g.events[id]
			fmt.Printf(" %d.%d", id, e.op)
			switch e.kind {
			case reads:
				fmt.Printf("R%x=%d<-%d", x.locations[e.loc].addr, e.value, e.rf)
				if e.rf == none {
					fmt.Print("!")
				}
			case writes:
				fmt.Printf("W%x=%d", x.locations[e.loc].addr, e.value)
			case fences:
				fmt.Print("F")
			}
			fmt.Print(";")
		}
		fmt.Println()
	}
	fmt.Println("  co", x.g.co)
}
