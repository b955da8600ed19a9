package host

import (
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
)

// expireAfter is how long an own command is sent at all.
const expireAfter = 5 * time.Second

// ownCommand is a command of this peer on its way into the log.
type ownCommand struct {
	message.Command
	epoch [32]byte // for which it is signed
	born  time.Time
	turn  uint64 // in which it was seen taken; zero: not yet
}

// ownCommands are this peer's commands until the turn that took them is committed. A turn that is only
// ordered may still be lost; its commands are then sent again.
type ownCommands struct {
	waiting []ownCommand // not seen taken, ascending
	taken   []ownCommand // taken in a turn that is not committed, ascending

	resends func() bool // see Hooks

	signed [ownRemembered][32]byte // what this process signed last, a ring
	next   int
}

// take notes that the machine, after a turn, has taken commands up to a number.
func (o *ownCommands) take(sequence, turn uint64) {
	n := 0
	for n < len(o.waiting) && o.waiting[n].Seq <= sequence {
		o.waiting[n].turn = turn
		o.taken = append(o.taken, o.waiting[n])
		n++
	}
	o.waiting = o.waiting[n:]
}

// commit forgets the commands of committed turns.
func (o *ownCommands) commit(turn uint64) {
	n := 0
	for n < len(o.taken) && o.taken[n].turn <= turn {
		n++
	}
	if n > 0 {
		o.taken = append(o.taken[:0], o.taken[n:]...)
	}
}

// restore has all commands wait again, because the state went back; take follows with every turn.
func (o *ownCommands) restore() {
	if len(o.taken) > 0 && o.resends() {
		o.waiting = append(append([]ownCommand(nil), o.taken...), o.waiting...)
		o.taken = o.taken[:0]
	}
}

// expire removes the commands that were not ordered in time and returns their numbers.
func (o *ownCommands) expire(now time.Time) (expired []uint64) {
	for len(o.waiting) > 0 && now.Sub(o.waiting[0].born) >= expireAfter {
		expired = append(expired, o.waiting[0].Seq)
		o.waiting = o.waiting[1:]
	}
	return expired
}

// expired tells that an own command was given up.
func (c *Core) expired(seq uint64) {
	c.counters[counter.Expired]++
	if c.options.On.Expired != nil {
		c.options.On.Expired(seq)
	}
}

// inherit takes over the commands of this peer on another island that the machine here has not taken.
func (o *ownCommands) inherit(from *ownCommands, sequence uint64) {
	for _, k := range append(append([]ownCommand(nil), from.taken...), from.waiting...) {
		if n := len(o.waiting); k.Seq > sequence && (n == 0 || o.waiting[n-1].Seq < k.Seq) {
			k.turn = 0
			o.waiting = append(o.waiting, k)
		}
	}
	from.waiting, from.taken = nil, nil
}
