package policy

import (
	"time"

	"manyhold/net/host/machine"
)

// enforceAfter is how long a leader waits before it enforces an older version of the charter's laws than its
// island has: the newer one may take that long to reach this peer.
const enforceAfter = 10 * time.Second

// Proclaim has the laws of the charter hold on the island that this peer leads. A later word goes in at once.
// Where the island's is the later one, either this peer has not heard it yet, or there was none, and a leader
// made it up.
func (y *Policy) Proclaim(b machine.Builder) {
	t, word := y.c.Standing.State(), y.c.Machine.Word()
	switch {
	case t == nil || t.Lawful == 0 || t.Lawful == word:
		y.unlawful = time.Time{}
		return
	case t.Lawful < word && y.unlawful.IsZero():
		y.unlawful = y.c.Now
		return
	case t.Lawful < word && y.c.Now.Sub(y.unlawful) < enforceAfter:
		return
	}
	b.Proclaim(t.Laws, t.Lawful)
}
