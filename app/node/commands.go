package node

import (
	"errors"
	"sync"

	"manyhold/game/command"
	"manyhold/game/island"
	"manyhold/net/host/kernel"
)

// commands number the commands of a node's player, and hand them to the host.
type commands struct {
	n     *node
	issue sync.Mutex // serialises seq
	seq   uint64     // number of the last command issued here
}

// submit numbers a command that no predictor has numbered and hands it to the host.
func (q *commands) submit(w *island.Island, c command.Command) uint64 {
	n := q.n
	q.issue.Lock()
	defer q.issue.Unlock()
	if p := w.Roster.ByKey(n.me); p != nil {
		q.seq = max(q.seq, p.LastSeq)
	}
	q.seq++
	c.Tick = w.Clock
	q.send(q.seq, c)
	return q.seq
}

// SendPredicted hands a command to the host that a predictor has numbered and stamped.
func (q *commands) SendPredicted(seq uint64, c command.Command) {
	q.issue.Lock()
	defer q.issue.Unlock()
	q.seq = max(q.seq, seq)
	q.send(seq, c)
}

// send hands a numbered command to the host.
func (q *commands) send(seq uint64, c command.Command) {
	n := q.n
	if err := n.host.Submit(seq, command.Append(nil, c)); err != nil && !errors.Is(err, kernel.ErrStopped) {
		n.log.Warn("a command was not sent", "kind", c.Kind, "why", err)
	}
}

// sendAttached hands a command of an attached window to the host. Orders given from outside meanwhile may
// have used its number: then it gets the next.
func (q *commands) sendAttached(seq uint64, c command.Command) {
	q.issue.Lock()
	defer q.issue.Unlock()
	if seq <= q.seq {
		seq = q.seq + 1
	}
	q.seq = seq
	q.send(seq, c)
}
