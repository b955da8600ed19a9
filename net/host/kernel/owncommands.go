package kernel

import (
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/counter"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// expireAfter is how long an own command is sent at all.
const expireAfter = 5 * time.Second

// OwnCommand is a command of this peer on its way into the log.
type OwnCommand struct {
	message.Command
	epoch [32]byte // for which it is signed
	born  time.Time
	turn  uint64 // in which it was seen taken; zero: not yet
}

// Born is when the player gave the command.
func (k *OwnCommand) Born() time.Time { return k.born }

// OwnCommands are this peer's commands until the turn that took them is committed. A turn that is only
// ordered may still be lost; its commands are then sent again.
type OwnCommands struct {
	Waiting []OwnCommand // not seen taken, ascending
	Taken   []OwnCommand // taken in a turn that is not committed, ascending

	resends func() bool // see Hooks

	Signed [OwnRemembered][32]byte // what this process signed last, a ring
	Next   int
}

// Take notes that the machine, after a turn, has taken commands up to a number.
func (o *OwnCommands) Take(sequence, turn uint64) {
	n := 0
	for n < len(o.Waiting) && o.Waiting[n].Seq <= sequence {
		o.Waiting[n].turn = turn
		o.Taken = append(o.Taken, o.Waiting[n])
		n++
	}
	o.Waiting = o.Waiting[n:]
}

// commit forgets the commands of committed turns.
func (o *OwnCommands) commit(turn uint64) {
	n := 0
	for n < len(o.Taken) && o.Taken[n].turn <= turn {
		n++
	}
	if n > 0 {
		o.Taken = append(o.Taken[:0], o.Taken[n:]...)
	}
}

// Restore has all commands wait again, because the state went back; take follows with every turn.
func (o *OwnCommands) Restore() {
	if len(o.Taken) > 0 && o.resends() {
		o.Waiting = append(append([]OwnCommand(nil), o.Taken...), o.Waiting...)
		o.Taken = o.Taken[:0]
	}
}

// expire removes the commands that were not ordered in time and returns their numbers.
func (o *OwnCommands) expire(now time.Time) (expired []uint64) {
	for len(o.Waiting) > 0 && now.Sub(o.Waiting[0].born) >= expireAfter {
		expired = append(expired, o.Waiting[0].Seq)
		o.Waiting = o.Waiting[1:]
	}
	return expired
}

// Expired tells that an own command was given up.
func (c *Core) Expired(seq uint64) {
	c.Counters[counter.Expired]++
	if c.Options.On.Expired != nil {
		c.Options.On.Expired(seq)
	}
}

// Inherit takes over the commands of this peer on another island that the machine here has not taken.
func (o *OwnCommands) Inherit(from *OwnCommands, sequence uint64) {
	for _, k := range append(append([]OwnCommand(nil), from.Taken...), from.Waiting...) {
		if n := len(o.Waiting); k.Seq > sequence && (n == 0 || o.Waiting[n-1].Seq < k.Seq) {
			k.turn = 0
			o.Waiting = append(o.Waiting, k)
		}
	}
	from.Waiting, from.Taken = nil, nil
}

// maxQueued is how many commands of one author a leader keeps; more are dropped and sent again by their
// author.
const maxQueued = 64

// AuthorQueue holds the commands of one author that wait to be ordered, in order.
type AuthorQueue struct {
	Waiting []message.Command
	Taken   uint64 // last number that was put into a turn, perhaps not executed yet
	share   capacity.Share
}

// last is the greatest number that was taken.
func (q *AuthorQueue) last() uint64 {
	if n := len(q.Waiting); n > 0 {
		return max(q.Taken, q.Waiting[n-1].Seq)
	}
	return q.Taken
}

// Add takes a command and reports whether there was no room for it. Numbers not above taken are repeats.
func (q *AuthorQueue) Add(c message.Command) (over bool) {
	if c.Seq <= q.last() {
		return false
	}
	if len(q.Waiting) >= maxQueued {
		return true
	}
	q.Waiting = append(q.Waiting, message.Command{Seq: c.Seq, Body: append([]byte(nil), c.Body...), Signature: c.Signature})
	return false
}

// settle drops the commands that the machine has taken.
func (q *AuthorQueue) settle(sequence uint64) {
	q.Taken = max(q.Taken, sequence)
	n := 0
	for n < len(q.Waiting) && q.Waiting[n].Seq <= q.Taken {
		n++
	}
	q.Waiting = q.Waiting[n:]
}

// again drops the commands that were put into turns, all executed by now, and had no effect: their author was
// not on the island, and is now. It sends them again.
func (q *AuthorQueue) again(sequence uint64) {
	if q.Taken > sequence {
		q.Taken, q.Waiting = sequence, nil
	}
}

// fill adds waiting commands to a turn, one of each author in turn, beginning with another author every time,
// until nothing more fits. The order is that of authors, rotated by start: it is the leader's decision, and
// the turn's bytes tell it to the others. all are the commands that were taken, and held are the authors of
// whom more wait than their share allows.
func fill(m Machine, turn machine.Builder, authors []key.ID, queues map[key.ID]*AuthorQueue, start int, now time.Time, count *counter.Values) (all []SignedCommand, held []key.ID) {
	done := make(map[key.ID]bool, len(authors))
	for progress := true; progress; {
		progress = false
		for i := range authors {
			a := authors[(start+i)%len(authors)]
			q := queues[a]
			if done[a] || len(q.Waiting) == 0 {
				continue
			}
			c := q.Waiting[0]
			if !q.share.Free(now) {
				done[a], held = true, append(held, a)
				continue
			}
			taken, err := turn.Append(a, c.Seq, c.Body)
			switch {
			case err != nil && !m.Holds(a):
				count[counter.CommandsBad]++
				// it is taken where its author is, and numbers go on there
				q.Waiting, q.Taken = nil, 0
				continue
			case err != nil:
				count[counter.CommandsBad]++
			case !taken:
				done[a] = true // this author's next commands must not overtake
				continue
			default:
				count[counter.CommandsTaken]++
				q.share.Spend(now, len(c.Body))
				all = append(all, SignedCommand{a, c.Seq, c.Signature})
			}
			q.Taken = c.Seq
			q.Waiting = q.Waiting[1:]
			progress = true
		}
	}
	return all, held
}
