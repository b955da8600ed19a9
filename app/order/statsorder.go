package order

import (
	"errors"
	"fmt"
	"strings"

	"manyhold/app/status"
)

// statsOrder tells how the world and the node's links are, or what hosting costs. The node is asked in a
// goroutine of its own: a window that carries the order out does not wait.
type statsOrder struct {
	server bool
	done   chan string
}

// Step implements Order.
func (o *statsOrder) Step(h *Actor) (bool, string, error) {
	if h.Status == nil {
		return true, "", errors.New("no node here has a status")
	}
	if o.done == nil {
		o.done = make(chan string, 1)
		go func(ask func() status.Status) {
			st := ask()
			if o.server {
				o.done <- st.Host.String()
				return
			}
			o.done <- statsWords(&st)
		}(h.Status)
	}
	select {
	case said := <-o.done:
		return true, said, nil
	default:
		return false, "", nil
	}
}

// statsWords are the lines of /stats: the island where the player is, its leader, and the links.
func statsWords(st *status.Status) string {
	var b strings.Builder
	for _, i := range st.Islands {
		if i.Here || len(st.Islands) == 1 {
			fmt.Fprintf(&b, "players: %d; turn %d ordered, %d committed\nleader: %s; ", i.Players, i.TurnOrdered, i.TurnCommitted, i.Leader)
		}
	}
	fmt.Fprintf(&b, "links: %d; desyncs: %d", len(st.Links), st.Desyncs)
	for _, l := range st.Links {
		name := l.Name
		if name == "" {
			name = status.Short(l.Peer)
		}
		fmt.Fprintf(&b, "\n%s: %.0f ms, %.0f%% lost", name, l.RTTms, 100*l.Loss)
	}
	return b.String()
}
