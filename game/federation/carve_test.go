package federation_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/island"
	"manyhold/game/rig"
	"manyhold/game/turn"
	"manyhold/game/world"
)

func TestGroupsDivide(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(3, 10)
	h := f.Home()
	if h.Divide() != nil {
		t.Fatal("divided at once")
	}
	for h.Clock%world.LookEvery != 0 {
		f.Step(1, nil)
	}
	since := h.Clock
	for h.Clock < since+world.ApartTime {
		if h.Divide() != nil {
			t.Fatalf("divided after %d ticks", h.Clock-since)
		}
		f.Step(1, nil)
	}
	parts := h.Divide()
	if len(parts) != 2 {
		t.Fatalf("%d parts, want 2: those far from the spawn", len(parts))
	}
	for n, part := range parts {
		if seats, err := federation.ReadSeats(part); err != nil || len(seats) != 1 || seats[0] != entity.Seat(n+2) {
			t.Errorf("part %d: %v, %v", n, seats, err)
		}
	}
	for n, part := range parts {
		child, err := h.Carve(part, uint64(100+n))
		if err != nil {
			t.Fatal(err)
		}
		f.Add(child)
	}
	h.Save()
	if h.Divide() != nil || len(h.Players()) != 1 || h.Holds(rig.Key(2)) || !f.Ship(100).Holds(rig.Key(2)) {
		t.Error("the parts are not gone")
	}
	f.Balanced()
	for range 40 {
		f.Step(3, nil)
	}
	for _, s := range f.Ships {
		if near := s.Near(nil); len(near) > 0 || federation.Done(&s.State) || s.Divide() != nil {
			t.Errorf("island %x is near %v, done %v", s.Self(), near, federation.Done(&s.State))
		}
	}
}

// TestTheLastGroupStays: a player alone in the world stays on home, however far from the spawn.
func TestTheLastGroupStays(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(2, 10)
	f.Step(3, map[int][]command.Command{1: {{Kind: command.Leave}}})
	for range 800 {
		f.Step(3, nil)
	}
	if f.Home().Divide() != nil {
		t.Error("the last group would be split off")
	}
}

// TestACrowdedIslandDivides: over the cap, players two regions apart part, and stay apart.
func TestACrowdedIslandDivides(t *testing.T) {
	for _, most := range []uint16{1, 2} {
		p := rig.NewShores(t, nil, 1)
		p.After = nil
		p.Absorb(p.West, p.East)
		p.West.Gen.Cap = most
		p.West.PlaceAt(1, p.West.SpawnTile)
		p.West.Save()
		for range 700 {
			p.Step(3, nil)
		}
		parts := p.West.Divide()
		if (len(parts) == 1) != (most == 1) {
			t.Fatalf("with a cap of %d there are %d parts", most, len(parts))
		}
		if most == 2 {
			continue
		}
		child, err := p.West.Carve(parts[0], 99)
		if err != nil {
			t.Fatal(err)
		}
		p.West.Save()
		p.Add(child)
		for range 200 {
			p.Step(3, nil)
		}
		for _, s := range p.Ships {
			if len(s.Near(nil)) > 0 || len(s.Border.Strips) == 0 || s.Divide() != nil {
				t.Errorf("island %d is near %v, with %d strips", s.Self(), s.Near(nil), len(s.Border.Strips))
			}
		}
		p.Balanced()
	}
}

// TestWhoLeavesWhileApart: a player leaves who could be on an island of its own. The state can be written and
// read in every turn, also before the players apart are counted again.
func TestWhoLeavesWhileApart(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(2, 10)
	h := f.Home()
	for n := 0; len(h.Watch.Apart) == 0; n++ {
		if f.Step(3, nil); n > 400 {
			t.Fatal("nobody is ever apart")
		}
	}
	gone := h.Watch.Apart[0].Seat
	who := 1
	for h.Roster.ByKey(rig.Key(who)).Seat != gone {
		who++
	}
	f.Step(1, map[int][]command.Command{who: {{Kind: command.Leave}}})
	if len(h.Watch.Apart) == 0 || h.Watch.Apart[0].Seat != gone {
		t.Fatal("it was looked in the same tick")
	}
	for range 2 * world.LookEvery {
		f.Step(1, nil)
		rig.Sound(t, h.Island)
	}
	rig.Holds(t, h.Island)
}

// TestAStrangerIsAdmittedByHomeOnly, and a player who is on another island not even there.
func TestAStrangerIsAdmittedByHomeOnly(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(2, 10)
	c := f.Carve(f.Home(), 77, 2)
	enter := command.Append(nil, command.Command{Kind: command.Enter, Text: "Who"})
	for _, x := range []struct {
		i    *island.Island
		n    int
		want error
	}{{c.Island, 9, world.ErrElsewhere}, {f.Home().Island, 2, world.ErrElsewhere}, {c.Island, 1, world.ErrElsewhere}, {f.Home().Island, 9, nil}} {
		seq := x.i.Sequence(rig.Key(x.n)) + 1
		if _, err := x.i.Begin(3).Append(rig.Key(x.n), seq, enter); !errors.Is(err, x.want) {
			t.Errorf("player %d at island %x: %v, want %v", x.n, x.i.Self(), err, x.want)
		}
	}
	known := f.Home().Known()
	if err := f.Home().Replay(turn.AppendRecord(f.Home().Begin(3).Turn().Bytes(), &turn.Record{SeatCommand: world.SeatCommand{Key: rig.Key(2), Seq: 9}}, enter)); err != nil || f.Home().Known() != known {
		t.Errorf("one who is elsewhere was admitted again: %v", err)
	}
}

// TestWhatCannotBeCarvedStays: a refused part changes nothing.
func TestWhatCannotBeCarvedStays(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(2, 0)
	h := f.Home()
	before := h.Digest()
	for _, part := range [][]byte{nil, {0}, {1, 1, 0}, {1, 9, 0}, {2, 2, 0, 1, 0}, {1, 1, 0, 0}} {
		if _, err := h.Carve(part, 5); !errors.Is(err, federation.ErrPart) {
			t.Errorf("%x: %v", part, err)
		}
	}
	for _, id := range []uint64{0, 1} {
		if _, err := h.Carve([]byte{1, 2, 0}, id); !errors.Is(err, federation.ErrPart) {
			t.Errorf("island %d: %v", id, err)
		}
	}
	other := island.New(world.Genesis{Seed: 8, Rules: game.CurrentRules})
	for _, s := range [][]byte{nil, h.Snapshot(nil), other.Snapshot(nil)} {
		if h.Absorb(s) == nil {
			t.Error("absorbed what is no other island")
		}
	}
	if h.Digest() != before {
		t.Error("what was refused changed the state")
	}
}

// TestSplittingChangesNothing plays a world that is split and merged at random beside one that never is:
// their contents stay the same, through all crashes and in all orders of parcels.
func TestSplittingChangesNothing(t *testing.T) {
	const players = 4
	rapid.Check(t, func(t *rapid.T) {
		f := rig.NewFleet(t, rig.Drawer(t))
		f.SpreadOut(players, 10)
		whole := rig.NewFleet(t, nil)
		whole.Add(f.Home().Snapshot(nil))
		whole.Ships = whole.Ships[1:]
		f.Post = true
		next := uint64(100)
		for range 25 {
			wishes := map[int][]command.Command{}
			for n := 1; n <= players; n++ {
				if f.Draw(3) == 0 {
					if c, ok := f.Wish(f.Of(n).Island, n); ok {
						wishes[n] = append(wishes[n], c)
					}
				}
			}
			ticks := uint8(1 + f.Draw(6))
			whole.Step(ticks, wishes)
			f.Step(ticks, wishes)
			s := f.Ships[f.Draw(uint32(len(f.Ships)))]
			switch f.Draw(6) {
			case 0:
				if n := int(1 + f.Draw(players)); f.Of(n) != nil && len(f.Of(n).Players()) > 1 && n > 1 {
					next++
					f.Carve(f.Of(n), next, n)
				}
			case 1:
				if into := f.Ships[f.Draw(uint32(len(f.Ships)))]; s != into && s != f.Home() {
					f.Absorb(into, s)
				}
			case 2:
				f.Crash(s)
			}
			f.Balanced()
		}
		same(t, f.Settle(), whole.Home().Island)
	})
}

// same fails unless two states hold the same things.
func same(t rig.Failer, a, b *island.Island) {
	t.Helper()
	rig.Balanced(t, a)
	rig.Balanced(t, b)
	x, y := a.Sections(), b.Sections()
	for _, k := range [...]world.Section{world.PlayerSection, world.AwaySection, world.BodySection, world.TileSection, world.ChestSection, world.ChatSection, world.ComponentSection, world.DormantSection, world.OutlineSection} {
		if x[k] != y[k] {
			t.Fatalf("%s differ: %s", k, world.Diffs[k](&a.State, &b.State))
		}
	}
	_, _, had := world.Audit(&a.State)
	if _, _, has := world.Audit(&b.State); had != has {
		t.Fatalf("items differ: %v and %v", had, has)
	}
	if a.Clock != b.Clock {
		t.Fatalf("ticks differ: %d and %d", a.Clock, b.Clock)
	}
}
