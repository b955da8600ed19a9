package arena

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/match"
	"manyhold/net/room"
)

const (
	// mostWishes is how many commands of a player may wait; more are dropped: a person is not as fast.
	mostWishes = 256
	// mostGap is how many numbers may be missing between two commands of one packet.
	mostGap = 8
	// mostEarly is by how many ticks a command may come before the packet for its tick; one that is for a
	// later tick is sent at once.
	mostEarly = game.TicksPerSecond / 4
)

// ticks are those of the generation that a packet is for, as far as that can be foreseen: from the first one
// up to the one after the last.
type ticks struct{ from, to game.Tick }

// wish is a command that a player has given.
type wish struct {
	seq     uint64
	command command.Command
	sent    uint32 // in the packet for this generation; 0: not yet
	// phase says how many ticks of a generation had passed when a command was given that is for no tick of
	// its own: it takes effect so far into its generation.
	phase game.Tick
}

// wishes are the commands of a player that were not executed, in the order of their numbers. Each is sent in
// one packet, and again when that one was lost.
type wishes struct {
	list []wish
	last uint64 // the number of the last one that was added
}

// add adds a command.
func (w *wishes) add(seq uint64, c command.Command) bool { return w.addAt(seq, c, 0) }

// addAt adds a command that is for no tick of its own; see wish.phase.
func (w *wishes) addAt(seq uint64, c command.Command, phase game.Tick) bool {
	if len(w.list) >= mostWishes || seq <= w.last || !match.Fits(c) {
		return false
	}
	w.list, w.last = append(w.list, wish{seq: seq, command: c, phase: phase}), seq
	return true
}

// take returns the body of the packet for a generation: what fits of the commands that were not sent. One
// that is for a tick after this generation waits for the next packet, so that it takes effect at its tick.
func (w *wishes) take(generation uint32, of ticks) (body []byte) {
	var list []command.Command
	var at []int // of those in list, the places in w.list; -1: a number that is missing
	first := uint64(0)
	for k := range w.list {
		x := &w.list[k]
		if x.sent > 0 {
			continue
		}
		if x.command.Tick >= of.to && x.command.Tick < of.to+mostEarly {
			break
		}
		if x.phase > 0 {
			x.command.Tick = min(of.from+x.phase, of.to-1)
		}
		if first == 0 {
			first = x.seq
		}
		gap := x.seq - first - uint64(len(list))
		if gap > mostGap || len(list)+int(gap) >= match.MaxCommands {
			break
		}
		for range gap {
			list, at = append(list, command.Command{}), append(at, -1)
		}
		list, at = append(list, x.command), append(at, k)
	}
	body, taken := match.AppendInput(nil, first, list)
	for _, k := range at[:taken] {
		if k >= 0 {
			w.list[k].sent = generation
		}
	}
	return body
}

// executed drops the commands up to a number. Those that were sent long ago and were not executed are sent
// again: their packet came into no generation.
func (w *wishes) executed(upto uint64, generation uint32) {
	keep := w.list[:0]
	for _, x := range w.list {
		if x.seq <= upto {
			continue
		}
		if x.sent > 0 && x.sent+room.Ahead < generation {
			x.sent = 0
		}
		keep = append(keep, x)
	}
	w.list = keep
}

// failed notes that the packet for a generation was lost.
func (w *wishes) failed(generation uint32) {
	for k := range w.list {
		if w.list[k].sent == generation {
			w.list[k].sent = 0
		}
	}
}
