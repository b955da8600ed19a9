package arena

import (
	"manyhold/game/match"
	"manyhold/net/room"
)

// slice is how many generations are executed again in a look: a window that waits for the client waits for
// less than a frame or two.
const slice = 8

// repetition is the recorded match, executed again from its first state on while the room is halted. The live
// state is not touched: what differs from it shows that the memory of this machine was changed.
type repetition struct {
	run
	told  uint32 // the generation about which the room was told
	parts uint32 // the first generation of late after which the live state is another, 0 for none
	whole bool   // all is executed again
}

// executeAgain executes a slice of a halted match again, and returns what the room is to be told of it. When
// all is executed and the live state is another one, the repetition takes its place in the next look: until
// then a dump can hold both.
func (p *Pilot) executeAgain(s *Sight) (packets []room.Packet) {
	g := room.Disputed(s.Seats)
	if s.Child != room.Halted.String() || g == 0 || s.away() || p.past.executed+1 != s.Generation {
		p.repeat = nil
		return nil
	}
	if p.repeat == nil {
		m, err := match.New(p.Package, s.Config, s.Seed, s.Players)
		if err != nil {
			return nil
		}
		p.repeat = &repetition{run: run{m: m}}
	}
	x := p.repeat
	if x.whole && x.parts > 0 {
		p.mend(x)
	}
	for range slice {
		n := x.past.executed + 1
		if int(n) > len(s.Log) {
			break
		}
		master, err := room.ParseMaster(n, s.Log[n-1])
		if err != nil {
			return nil
		}
		x.step(&master)
		live, known := p.Digest(n)
		if again, _ := x.Digest(n); known && again != live && x.parts == 0 {
			x.parts = n
		}
	}
	x.whole = x.past.executed == p.past.executed
	if digest, known := x.Digest(g); known && x.told != g {
		x.told = g
		packets = append(packets, room.Packet{Kind: room.Again, Header: room.Header{Done: g, Digest: digest, State: x.past.states[g%remembered]}})
	}
	return packets
}

// mend replaces the live state by what came of the repetition.
func (p *Pilot) mend(x *repetition) {
	log, seen, undone := p.past.log, p.past.seen, p.past.undone+1
	p.run, x.parts = x.run, 0
	p.past.log, p.past.seen, p.past.undone = log, seen, undone
	if master, err := room.ParseMaster(p.past.executed, log[p.past.executed%remembered]); err == nil && p.Stepped != nil {
		p.Stepped(p.m, &master)
	}
}

// Repeating reports whether there is more to be executed again.
func (p *Pilot) Repeating() bool { return p.repeat != nil && !p.repeat.whole }

// unsaid notes that the room has not got what it was told.
func (x *repetition) unsaid() *repetition {
	if x != nil {
		x.told = 0
	}
	return x
}
