package host

import "time"

// enforceAfter is how long a leader waits before it enforces an older version of the charter's laws than its
// island has: the newer one may take that long to reach this peer.
const enforceAfter = 10 * time.Second

// proclaim has the laws of the charter hold on the island that this peer leads. A later word goes in at once.
// Where the island's is the later one, either this peer has not heard it yet, or there was none, and a leader
// made it up.
func (y *Policy) proclaim(body []byte) []byte {
	m, ok := y.c.machine.(Lawful)
	t := y.c.standing.state()
	switch {
	case !ok || t == nil || t.Lawful == 0 || t.Lawful == m.Word():
		y.unlawful = time.Time{}
		return body
	case t.Lawful < m.Word() && y.unlawful.IsZero():
		y.unlawful = y.c.now
		return body
	case t.Lawful < m.Word() && y.c.now.Sub(y.unlawful) < enforceAfter:
		return body
	}
	body, _ = m.Proclaim(body, t.Laws, t.Lawful)
	return body
}
