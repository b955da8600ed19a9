package island_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

func TestGroupsDivide(t *testing.T) {
	f := newFleet(t, nil)
	f.spreadOut(3, 10)
	h := f.home()
	if h.Divide() != nil {
		t.Fatal("divided at once")
	}
	for h.Clock%world.LookEvery != 0 {
		f.step(1, nil)
	}
	since := h.Clock
	for h.Clock < since+world.ApartTime {
		if h.Divide() != nil {
			t.Fatalf("divided after %d ticks", h.Clock-since)
		}
		f.step(1, nil)
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
		f.add(child)
	}
	h.save()
	if h.Divide() != nil || len(h.Players()) != 1 || h.Holds(key(2)) || !f.ship(100).Holds(key(2)) {
		t.Error("the parts are not gone")
	}
	f.balanced()
	for range 40 {
		f.step(3, nil)
	}
	for _, s := range f.ships {
		if near := s.Near(nil); len(near) > 0 || federation.Done(&s.State) || s.Divide() != nil {
			t.Errorf("island %x is near %v, done %v", s.Self(), near, federation.Done(&s.State))
		}
	}
}

// TestTheLastGroupStays: a player alone in the world stays on home, however far from the spawn.
func TestTheLastGroupStays(t *testing.T) {
	f := newFleet(t, nil)
	f.spreadOut(2, 10)
	f.step(3, map[int][]command.Command{1: {{Kind: command.Leave}}})
	for range 800 {
		f.step(3, nil)
	}
	if f.home().Divide() != nil {
		t.Error("the last group would be split off")
	}
}

// TestACrowdedIslandDivides: over the cap, players two regions apart part, and stay apart.
func TestACrowdedIslandDivides(t *testing.T) {
	for _, most := range []uint16{1, 2} {
		p := newShores(t, nil, 1)
		p.after = nil
		p.absorb(p.west, p.east)
		p.west.Gen.Cap = most
		p.west.placeAt(1, p.west.SpawnTile)
		p.west.save()
		for range 700 {
			p.step(3, nil)
		}
		parts := p.west.Divide()
		if (len(parts) == 1) != (most == 1) {
			t.Fatalf("with a cap of %d there are %d parts", most, len(parts))
		}
		if most == 2 {
			continue
		}
		child, err := p.west.Carve(parts[0], 99)
		if err != nil {
			t.Fatal(err)
		}
		p.west.save()
		p.add(child)
		for range 200 {
			p.step(3, nil)
		}
		for _, s := range p.ships {
			if len(s.Near(nil)) > 0 || len(s.Border.Strips) == 0 || s.Divide() != nil {
				t.Errorf("island %d is near %v, with %d strips", s.Self(), s.Near(nil), len(s.Border.Strips))
			}
		}
		p.balanced()
	}
}

// TestWhoLeavesWhileApart: a player leaves who could be on an island of its own. The state can be written and
// read in every turn, also before the players apart are counted again.
func TestWhoLeavesWhileApart(t *testing.T) {
	f := newFleet(t, nil)
	f.spreadOut(2, 10)
	h := f.home()
	for n := 0; len(h.Watch.Apart) == 0; n++ {
		if f.step(3, nil); n > 400 {
			t.Fatal("nobody is ever apart")
		}
	}
	gone := h.Watch.Apart[0].Seat
	who := 1
	for h.Roster.ByKey(key(who)).Seat != gone {
		who++
	}
	f.step(1, map[int][]command.Command{who: {{Kind: command.Leave}}})
	if len(h.Watch.Apart) == 0 || h.Watch.Apart[0].Seat != gone {
		t.Fatal("it was looked in the same tick")
	}
	for range 2 * world.LookEvery {
		f.step(1, nil)
		sound(t, h.Island)
	}
	holds(t, h.Island)
}

// TestAStrangerIsAdmittedByHomeOnly, and a player who is on another island not even there.
func TestAStrangerIsAdmittedByHomeOnly(t *testing.T) {
	f := newFleet(t, nil)
	f.spreadOut(2, 10)
	c := f.carve(f.home(), 77, 2)
	enter := command.Append(nil, command.Command{Kind: command.Enter, Text: "Who"})
	for _, x := range []struct {
		i    *island.Island
		n    int
		want error
	}{{c.Island, 9, world.ErrElsewhere}, {f.home().Island, 2, world.ErrElsewhere}, {c.Island, 1, world.ErrElsewhere}, {f.home().Island, 9, nil}} {
		seq := x.i.Sequence(key(x.n)) + 1
		if _, err := x.i.Begin(3).Append(key(x.n), seq, enter); !errors.Is(err, x.want) {
			t.Errorf("player %d at island %x: %v, want %v", x.n, x.i.Self(), err, x.want)
		}
	}
	known := f.home().Known()
	if err := f.home().Replay(turn.AppendRecord(f.home().Begin(3).Turn().Bytes(), &turn.Record{SeatCommand: world.SeatCommand{Key: key(2), Seq: 9}}, enter)); err != nil || f.home().Known() != known {
		t.Errorf("one who is elsewhere was admitted again: %v", err)
	}
}

// TestWhatCannotBeCarvedStays: a refused part changes nothing.
func TestWhatCannotBeCarvedStays(t *testing.T) {
	f := newFleet(t, nil)
	f.spreadOut(2, 0)
	h := f.home()
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

// wish returns a random command of a player, where nobody else is.
func (f *fleet) wish(i *island.Island, n int) (c command.Command, ok bool) {
	p := i.Roster.ByKey(key(n))
	b := i.Space.Body(p.Body)
	if b == nil {
		return c, false
	}
	here := grid.TileAt(b.Pos)
	near := here.Add(int32(f.draw(5))-2, int32(f.draw(5))-2)
	slot := uint8(f.draw(item.InventorySlots))
	dir := fixed.Direction(fixed.Angle(f.draw(1 << 16)))
	switch f.draw(10) {
	case 0, 1, 2, 3:
		return command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)}, true
	case 4:
		return command.Command{Kind: command.Dig, Tile: near}, true
	case 5, 6:
		return command.Command{Kind: command.Place, Tile: near, Slot: slot}, true
	case 7:
		return command.Command{Kind: command.Throw, Dir: dir, Slot: slot}, true
	case 8:
		return command.Command{Kind: command.Drop, Slot: slot, Count: 1}, true
	}
	if _, b, _, _ := i.TileAt(near); b == tile.StandingStone || b == tile.Portal {
		return c, false // a player going to another scene is on the way for a while if it is another island's
	}
	return command.Command{Kind: command.Use, Tile: near}, true
}

// TestSplittingChangesNothing plays a world that is split and merged at random beside one that never is:
// their contents stay the same, through all crashes and in all orders of parcels.
func TestSplittingChangesNothing(t *testing.T) {
	const players = 4
	rapid.Check(t, func(t *rapid.T) {
		f := newFleet(t, drawer(t))
		f.spreadOut(players, 10)
		whole := newFleet(t, nil)
		whole.add(f.home().Snapshot(nil))
		whole.ships = whole.ships[1:]
		f.post = true
		next := uint64(100)
		for range 25 {
			wishes := map[int][]command.Command{}
			for n := 1; n <= players; n++ {
				if f.draw(3) == 0 {
					if c, ok := f.wish(f.of(n).Island, n); ok {
						wishes[n] = append(wishes[n], c)
					}
				}
			}
			ticks := uint8(1 + f.draw(6))
			whole.step(ticks, wishes)
			f.step(ticks, wishes)
			s := f.ships[f.draw(uint32(len(f.ships)))]
			switch f.draw(6) {
			case 0:
				if n := int(1 + f.draw(players)); f.of(n) != nil && len(f.of(n).Players()) > 1 && n > 1 {
					next++
					f.carve(f.of(n), next, n)
				}
			case 1:
				if into := f.ships[f.draw(uint32(len(f.ships)))]; s != into && s != f.home() {
					f.absorb(into, s)
				}
			case 2:
				f.crash(s)
			}
			f.balanced()
		}
		same(t, f.settle(), whole.home().Island)
	})
}

// same fails unless two states hold the same things.
func same(t failer, a, b *island.Island) {
	t.Helper()
	balanced(t, a)
	balanced(t, b)
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
