package arena

import (
	"fmt"
	"testing"
	"time"

	"manyhold/app/maker/engine"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/match"
	"manyhold/net/key"
	"manyhold/net/room"
)

// omni is a client that drives every seat of a room, in virtual time and without a network: what the pilots
// send is applied to the room at once.
type omni struct {
	t      *testing.T
	r      *room.Room
	p      *match.Package
	now    time.Time
	all    []*hand
	faults map[string]int // refusals, in words
	posted func(h *hand, p *room.Packet)
	late   int // for how many turns a packet is under way
	turns  int
	flight []flying
}

// flying is a packet that is under way.
type flying struct {
	h   *hand
	p   room.Packet
	due int
}

// hand is one player, or a viewer.
type hand struct {
	*Pilot
	pair key.Pair
	seq  uint64
	away bool // it does nothing
	// do is what it does in each look; may be nil.
	do func(h *hand)
	// looked is told of each look; forge changes what it sends. Both may be nil.
	looked func(s *Sight)
	forge  func(p *room.Packet)
}

// emberball is the engine of the tests.
func emberball(t *testing.T) *match.Package {
	t.Helper()
	p, err := engine.Find("emberball")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// newOmni seats n players in a room, and lets the match begin.
func newOmni(t *testing.T, n int, strict bool, config string) *omni {
	t.Helper()
	p := emberball(t)
	e, err := engine.Room(p)
	if err != nil {
		t.Fatal(err)
	}
	o := &omni{t: t, p: p, r: room.New(7, "a match", e, 42, strict), now: time.Unix(1000, 0), faults: map[string]int{}}
	for k := range n {
		h := o.join(byte(k + 1))
		o.must(h, room.Packet{Kind: room.Sit, Number: uint32(k + 1), Text: fmt.Sprint("player ", k+1)})
	}
	if config != "" {
		o.must(o.all[0], room.Packet{Kind: room.Draft, Body: []byte(config)})
		o.must(o.all[0], room.Packet{Kind: room.Configure})
	}
	_, version := o.r.Config()
	for range p.Stages {
		for _, h := range o.all {
			o.must(h, room.Packet{Kind: room.Ready, Number: 1, Header: room.Header{Generation: version}})
		}
	}
	o.until(10, "the match begins", func() bool { return o.r.Phase() == room.Running })
	return o
}

// join adds somebody who is in the room.
func (o *omni) join(n byte) *hand {
	h := &hand{pair: key.FromSeed([32]byte{n})}
	me := room.Key(h.pair.ID())
	h.Pilot = &Pilot{Me: me, Package: o.p, Sign: func(after uint32, result []byte) ([64]byte, error) {
		return o.r.Sign(h.pair, after, result), nil
	}}
	o.all = append(o.all, h)
	return h
}

// apply applies a packet.
func (o *omni) apply(h *hand, p room.Packet) error {
	p.Room, p.Player = o.r.ID(), h.Me
	room.Attest(o.r, h.pair, &p)
	return o.r.Apply(h.Me, &p)
}

func (o *omni) must(h *hand, p room.Packet) {
	o.t.Helper()
	if err := o.apply(h, p); err != nil {
		o.t.Fatalf("%s: %v", p.Kind, err)
	}
}

// turn lets a turn of the room pass.
func (o *omni) turn() {
	for _, h := range o.all {
		if h.away {
			continue
		}
		if h.do != nil && h.Match() != nil {
			h.do(h)
		}
		s := See(o.r, h.Me, h.Seen())
		packets := h.Look(s, o.now)
		if h.looked != nil {
			h.looked(s)
		}
		for k := range packets {
			if h.forge != nil {
				h.forge(&packets[k])
			}
			if o.posted != nil {
				o.posted(h, &packets[k])
			}
			o.flight = append(o.flight, flying{h, packets[k], o.turns + o.late})
		}
		o.arrive()
	}
	o.turns++
	o.r.Advance(3)
	o.now = o.now.Add(50 * time.Millisecond)
}

// arrive applies the packets that have come.
func (o *omni) arrive() {
	for len(o.flight) > 0 && o.flight[0].due <= o.turns {
		x := &o.flight[0]
		if err := o.apply(x.h, x.p); err != nil {
			o.faults[err.Error()]++
			x.h.Failed(&x.p, err)
		}
		o.flight = o.flight[1:]
	}
}

// until lets turns pass until something holds, for some seconds at most.
func (o *omni) until(seconds int, what string, holds func() bool) {
	o.t.Helper()
	for range 20 * seconds {
		if holds() {
			return
		}
		o.turn()
	}
	if !holds() {
		o.t.Fatalf("not in %d s: %s (%s %s, generation %d, refusals %v)", seconds, what, o.r.Phase(), o.r.Child(), o.r.Generation(), o.faults)
	}
}

// equal fails unless all have the same digest after the newest generation that all have executed.
func (o *omni) equal() {
	o.t.Helper()
	least := o.r.Generation()
	for _, h := range o.all {
		least = min(least, h.Executed())
	}
	want, known := o.all[0].Digest(least)
	for k, h := range o.all {
		if got, ok := h.Digest(least); !ok || !known || got != want {
			o.t.Errorf("after generation %d, %d has %x, and not %x (%v %v)", least, k, got, want, ok, known)
		}
	}
}

// walks is a player that goes round.
func walks(h *hand) {
	h.seq++
	if h.seq%5 == 0 {
		h.Ask(h.seq, command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(h.seq * 800))})
	}
}

// TestOmni: every seat is driven to the end of a match, flowing and strict: the digests are equal, each
// command was executed once and in order, and all sign the result.
func TestOmni(t *testing.T) {
	for _, strict := range []bool{false, true} {
		o := newOmni(t, 8, strict, `{"seconds":10}`)
		for k, h := range o.all {
			if h.do = walks; k%2 == 1 {
				h.do, h.Bot = nil, true
			}
		}
		o.until(120, "the end", func() bool { return o.r.Phase() == room.Ended && len(o.r.Outcome().Signed) == 8 })
		o.equal()
		for k, h := range o.all {
			if got := h.Match().Island().Sequence(h.Match().Key(k)); h.do != nil && got < h.seq-20 {
				t.Errorf("strict %v: player %d gave %d commands, and %d were executed", strict, k+1, h.seq, got)
			}
		}
		if len(o.faults) > 0 {
			t.Errorf("strict %v: refusals %v", strict, o.faults)
		}
		a, err := NewArchive(RecordOf(o.r), o.p)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := a.Replay(); err != nil || len(r.Signed) != 8 || string(r.Result) != string(o.all[0].Match().Result()) {
			t.Errorf("strict %v: %v %+v", strict, err, r)
		}
	}
}

// TestOnePacketEach: every player sends exactly one packet for each generation while nobody does anything,
// from the first one that the room waits for on, over lines that take three turns.
func TestOnePacketEach(t *testing.T) {
	for _, strict := range []bool{false, true} {
		o := newOmni(t, 4, strict, `{"seconds":60,"goals":9}`)
		o.late = 3
		sent := map[*hand]map[uint32]int{}
		o.posted = func(h *hand, p *room.Packet) {
			if p.Kind != room.Play {
				t.Errorf("strict %v: a player that is idle sends %s", strict, p.Kind)
				return
			}
			if sent[h] == nil {
				sent[h] = map[uint32]int{}
			}
			sent[h][p.Generation]++
		}
		o.until(20, "200 generations", func() bool { return o.r.Generation() > 200 })
		for k, h := range o.all {
			for g := 1 + o.r.Delay(); g < o.r.Generation(); g++ {
				if sent[h][g] != 1 {
					t.Errorf("strict %v: player %d has sent %d packets for generation %d", strict, k, sent[h][g], g)
				}
			}
			if most := int(o.r.Generation() + o.r.Delay()); len(sent[h]) > most || len(sent[h]) < 190 {
				t.Errorf("strict %v: player %d has sent packets for %d generations of %d", strict, k, len(sent[h]), most)
			}
		}
		if len(o.faults) > 0 {
			t.Errorf("strict %v: %v", strict, o.faults)
		}
	}
}
