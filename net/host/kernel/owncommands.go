package kernel

import (
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
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
