package host

import (
	"manyhold/net/host/counter"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// maxQueued is how many commands of one author a leader keeps; more are dropped and sent again by their
// author.
const maxQueued = 64

// authorQueue holds the commands of one author that wait to be ordered, in order.
type authorQueue struct {
	waiting []message.Command
	taken   uint64 // last number that was put into a turn, perhaps not executed yet
}

// last is the greatest number that was taken.
func (q *authorQueue) last() uint64 {
	if n := len(q.waiting); n > 0 {
		return max(q.taken, q.waiting[n-1].Seq)
	}
	return q.taken
}

// add takes a command and reports whether there was no room for it. Numbers not above taken are repeats.
func (q *authorQueue) add(c message.Command) (over bool) {
	if c.Seq <= q.last() {
		return false
	}
	if len(q.waiting) >= maxQueued {
		return true
	}
	q.waiting = append(q.waiting, message.Command{Seq: c.Seq, Body: append([]byte(nil), c.Body...), Signature: c.Signature})
	return false
}

// settle drops the commands that the machine has taken.
func (q *authorQueue) settle(sequence uint64) {
	q.taken = max(q.taken, sequence)
	n := 0
	for n < len(q.waiting) && q.waiting[n].Seq <= q.taken {
		n++
	}
	q.waiting = q.waiting[n:]
}

// again drops the commands that were put into turns, all executed by now, and had no effect: their author was
// not on the island, and is now. It sends them again.
func (q *authorQueue) again(sequence uint64) {
	if q.taken > sequence {
		q.taken, q.waiting = sequence, nil
	}
}

// fill adds waiting commands to a turn, one of each author in turn, beginning with another author every
// time, until nothing more fits. The order is that of authors, rotated by start: it is the leader's
// decision, and the turn's bytes tell it to the others. all are the commands that were taken.
func fill(m Machine, turn machine.Builder, authors []key.ID, queues map[key.ID]*authorQueue, start int, count *counter.Values) (all []signedCommand) {
	done := make(map[key.ID]bool, len(authors))
	for progress := true; progress; {
		progress = false
		for i := range authors {
			a := authors[(start+i)%len(authors)]
			q := queues[a]
			if done[a] || len(q.waiting) == 0 {
				continue
			}
			c := q.waiting[0]
			taken, err := turn.Append(a, c.Seq, c.Body)
			switch {
			case err != nil && !m.Holds(a):
				count[counter.CommandsBad]++
				// it is taken where its author is, and numbers go on there
				q.waiting, q.taken = nil, 0
				continue
			case err != nil:
				count[counter.CommandsBad]++
			case !taken:
				done[a] = true // this author's next commands must not overtake
				continue
			default:
				count[counter.CommandsTaken]++
				all = append(all, signedCommand{a, c.Seq, c.Signature})
			}
			q.taken = c.Seq
			q.waiting = q.waiting[1:]
			progress = true
		}
	}
	return all
}
