package carry_test

import (
	"testing"

	"manyhold/game/act"
	"manyhold/game/carry/bond"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// afoot returns two islands side by side, players 1 and 3 in the west, near the line, and 1 carries 3: one
// that is knocked out, or else one that agreed.
func afoot(t *testing.T, most uint16, out bool) *rig.Shores {
	p := rig.NewShores(t, rig.Chancer(11), most)
	act.Admit(&p.West.State, &world.SeatCommand{Key: rig.Key(3)})
	p.West.Roster.SumAway()
	p.West.Save()
	p.Step(3, map[int][]command.Command{3: {{Kind: command.Enter, Text: "Cy"}}})
	p.West.PlaceAt(1, p.Mid.Add(-3, 0))
	p.West.PlaceAt(3, p.Mid.Add(-4, 0))
	if out {
		living.Hurt(&p.West.State, p.West.Roster.ByKey(rig.Key(3)), world.MaxHealth)
		p.West.Save()
		p.Turn(nil)
	}
	lift := func(n, o int) {
		p.Turn(map[int][]command.Command{n: {{Kind: command.Carry, Entity: p.West.Roster.ByKey(rig.Key(o)).Body}}})
	}
	lift(1, 3)
	if !out {
		lift(3, 1)
	}
	if !carries(p.West, 1, 3) {
		t.Fatalf("player 1 does not carry player 3: %v", p.West.Happened)
	}
	return p
}

// carries reports whether player n carries player o, and both are at one place.
func carries(s *rig.Ship, n, o int) bool {
	p, q := s.Roster.ByKey(rig.Key(n)), s.Roster.ByKey(rig.Key(o))
	return p != nil && q != nil && p.Body != 0 && q.Body != 0 && bond.Carrier(&s.State, q.Body) == p.Body &&
		s.Space.Body(q.Body).Pos.Sub(s.Space.Body(p.Body).Pos).Len() < fixed.One/4
}

// walk lets player n walk in a direction until done reports true, and fails if that does not happen.
func walk(t *testing.T, p *rig.Shores, n int, x fixed.S, done func() bool) {
	t.Helper()
	p.Turn(map[int][]command.Command{n: {{Kind: command.Move, Dir: fixed.SVec{X: x}}}})
	for range 400 {
		p.Turn(nil)
		if done() {
			return
		}
	}
	t.Fatal("that does not happen")
}

// TestCarryingOverALine: a player takes a friend along over a line between islands, awake or knocked out, and
// back again; the post loses and doubles parcels, and islands crash on the way. Even where bodies of the
// other island have the same IDs, both stay together.
func TestCarryingOverALine(t *testing.T) {
	for _, c := range []struct{ out, taken bool }{{false, false}, {true, false}, {false, true}} {
		p := afoot(t, 3, c.out)
		if c.taken { // the IDs are taken over there
			for _, n := range []int{1, 3} {
				p.East.Space.Insert(entity.Body{ID: p.West.Roster.ByKey(rig.Key(n)).Body, Kind: entity.Crate, Pos: p.Mid.Add(9, int32(n)).Centre()})
			}
			p.East.Save()
		}
		p.Post = true
		walk(t, p, 1, fixed.One, func() bool {
			if !c.taken {
				p.LandIsOnce()
			}
			if p.Draw(12) == 0 {
				p.Crash(p.Ships[p.Draw(2)])
			}
			if p.Of(1) != nil && p.Of(3) != nil && p.Of(1) != p.Of(3) {
				t.Fatal("one is over there, and the other is not")
			}
			return p.Of(1) == p.East
		})
		p.Turn(nil)
		if !carries(p.East, 1, 3) {
			t.Fatalf("%+v: player 1 does not carry player 3 over there", c)
		}
		if c.out && p.East.Space.Body(p.East.Roster.ByKey(rig.Key(3)).Body).Flags&entity.Asleep == 0 {
			t.Error("the knocked-out one woke on the way")
		}
		walk(t, p, 1, -fixed.One, func() bool { return p.Of(1) == p.West })
		p.Turn(nil)
		if !carries(p.West, 1, 3) {
			t.Fatalf("%+v: they come back without each other", c)
		}
		p.Balanced()
		rig.Sound(t, p.West.Island)
		rig.Sound(t, p.East.Island)
	}
}

// TestALineClosedForTwo: where there is room for one player, a pair is turned back together. Without its load
// the carrier may go.
func TestALineClosedForTwo(t *testing.T) {
	p := afoot(t, 2, false)
	closed := false
	walk(t, p, 1, fixed.One, func() bool {
		for _, e := range p.West.Happened {
			closed = closed || e.Kind == event.Refused && event.Reason(e.A) == event.LineClosed
		}
		return closed
	})
	if !carries(p.West, 1, 3) {
		t.Fatal("they part at a line that is closed for them")
	}
	if x := grid.TileAt(p.West.Space.Body(p.West.Roster.ByKey(rig.Key(3)).Body).Pos).X; x >= p.Mid.X {
		t.Errorf("the carried one is at %d, beyond the line at %d", x, p.Mid.X)
	}
	walk(t, p, 3, -fixed.One, func() bool { return !carries(p.West, 1, 3) })
	walk(t, p, 1, fixed.One, func() bool { return p.Of(1) == p.East })
}

// TestCarryingWhereIslandsPartAndMeet: an island that parts takes the pair along, and one that takes it in
// again has it together, also where the bodies get other IDs.
func TestCarryingWhereIslandsPartAndMeet(t *testing.T) {
	p := afoot(t, 3, false)
	walk(t, p, 1, fixed.One, func() bool { return p.Of(1) == p.East })
	for _, n := range []int{1, 3} {
		p.West.Space.Insert(entity.Body{ID: p.East.Roster.ByKey(rig.Key(n)).Body, Kind: entity.Crate, Pos: p.Mid.Add(-9, int32(n)).Centre()})
	}
	p.West.Save()
	was := p.East.Roster.ByKey(rig.Key(1)).Body
	p.Absorb(p.West, p.East)
	if !carries(p.West, 1, 3) || p.West.Roster.ByKey(rig.Key(1)).Body == was {
		t.Fatal("the two part where islands meet")
	}
	again := p.Carve(p.West, 78, 1, 2, 3)
	if !carries(again, 1, 3) {
		t.Fatal("the two part where an island parts")
	}
	p.Turn(nil)
	if !carries(again, 1, 3) {
		t.Fatal("the two part after that")
	}
}

// TestOneOfAPairIsGone: whoever falls asleep or goes, the other one stands on the ground soon, on either
// island.
func TestOneOfAPairIsGone(t *testing.T) {
	for name, gone := range map[string]func(b *turn.Builder){
		"the peer of the carrier is gone": func(b *turn.Builder) { b.Depart(rig.Key(1)) },
		"the peer of the load is gone":    func(b *turn.Builder) { b.Depart(rig.Key(3)) },
	} {
		p := afoot(t, 3, false)
		walk(t, p, 1, fixed.One, func() bool { return p.Of(1) == p.East })
		p.Turn(map[int][]command.Command{1: {{Kind: command.Move}}})
		b := p.East.Begin(3)
		gone(b)
		p.East.Step(b.Turn())
		p.East.Save()
		for range 40 {
			p.Turn(nil)
		}
		q := p.East.Roster.ByKey(rig.Key(3))
		if bond.Carrier(&p.East.State, q.Body) != 0 || p.East.Space.Body(q.Body).Z != 0 {
			t.Errorf("%s: the load is still in the air", name)
		}
	}
}

// TestFalseBonds: no handoff ties its player to one of this island, and pairs that are none are ignored.
func TestFalseBonds(t *testing.T) {
	p := afoot(t, 3, false)
	victim := p.East.Roster.ByKey(rig.Key(2)).Body
	load := p.West.Roster.ByKey(rig.Key(3)).Body
	bond.Tie(&p.West.State, load, bond.Bond{Other: victim, Held: true}) // a lie of the west
	p.West.PlaceAt(3, p.Mid.Add(-2, 0))
	p.East.PlaceAt(2, p.Mid.Add(1, 0))
	bond.Tie(&p.West.State, load, bond.Bond{Other: victim, Left: 9})
	walk(t, p, 3, fixed.One, func() bool { return p.Of(3) == p.East })
	if q := p.East.Roster.ByKey(rig.Key(3)); bond.Carrier(&p.East.State, q.Body) != 0 || bond.Asked(&p.East.State, q.Body) != 0 {
		t.Error("the handoff ties player 3 to a player of the east")
	}
	before := p.East.Digest()
	for _, m := range [][]byte{
		{uint8(federation.PairLetter)},
		{uint8(federation.PairLetter), 0, 0, 0, 0},
		append([]byte{uint8(federation.PairLetter)}, make([]byte, 400)...),
	} {
		federation.Receive(&p.East.State, world.Home, m)
	}
	if p.East.Digest() != before {
		t.Error("a pair that is none changes something")
	}
}
