package island_test

import (
	"strings"
	"testing"

	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestArmsComeAndGo with their tiles, whatever becomes of those, and where there is no room none does.
func TestArmsComeAndGo(t *testing.T) {
	s := newStage(t).enter(1).clear(10).put(1, -1, -1)
	at := s.at(0, 0)
	for _, k := range []item.Kind{item.SwingGate, item.Rotor} {
		s.give(1, k, 1)
		s.place(1, k, 0, 0)
		s.run(3)
		s.allowed()
		if hung(t, s.Island); armOn(&s.State, at) == nil {
			t.Fatal("no arm")
		}
		id := armOn(&s.State, at).ID
		s.ask(1, command.Command{Kind: command.Use, Tile: at})
		s.run(3)
		s.allowed()
		if hung(t, s.Island); armOn(&s.State, at).ID != id {
			t.Error("turned, it is another arm")
		}
		s.ask(1, command.Command{Kind: command.PickUp, Entity: id})
		s.run(3)
		s.refused(event.NothingThere)
		s.ask(1, command.Command{Kind: command.Dig, Tile: at})
		s.run(60)
		s.allowed()
		if hung(t, s.Island); s.Space.Body(id) != nil || s.count(1, k) != 1 {
			t.Error("dug up, its arm is left, or it is not had again")
		}
		s.balanced()
		beam := s.at(0, 1)
		if k == item.Rotor {
			beam = s.at(1, 0)
		}
		living.SetTile(&s.State, beam, tile.Grass, tile.StoneWall, 0)
		s.place(1, k, 0, 0)
		s.run(3)
		s.refused(event.Blocked)
		living.SetTile(&s.State, beam, tile.Grass, tile.NoBlock, 0)
	}
	for _, b := range []tile.Block{tile.SwingGate, tile.Rotor, tile.Lamp, tile.SwingGate, tile.NoBlock} {
		living.SetTile(&s.State, at, tile.Grass, b, tile.South.Facing(0))
		hung(t, s.Island)
	}
	living.SetTile(&s.State, s.at(3, 0), tile.Grass, tile.SwingGate, tile.East.Facing(0))
	s.put(1, 4, 2)
	s.place(1, item.StoneWall, 4, 0)
	s.run(3)
	s.refused(event.Blocked) // by the beam
}

// TestHingesSleepAndWake: in a region that falls asleep and wakes the arms are where they were, and turn on.
func TestHingesSleepAndWake(t *testing.T) {
	s := newStage(t).enter(1)
	at := grid.Region{X: s.SpawnTile.Region().X + 6, Y: s.SpawnTile.Region().Y}
	living.Activate(&s.State, at)
	for k := range int32(12) {
		living.SetTile(&s.State, at.Tile(0).Add(4+5*k, 30), tile.Grass, living.Either(k%2 == 0, tile.SwingGate, tile.Rotor), uint8(k)&6)
		armOn(&s.State, at.Tile(0).Add(4+5*k, 30)).Angle += uint32(k) << 24
	}
	var before []entity.Body
	for _, b := range s.Space.Bodies() {
		if b.Kind.Pinned() {
			before = append(before, b)
		}
	}
	n, _ := s.Land.Find(at)
	living.Retire(&s.State, n)
	if hung(t, s.Island); len(s.Space.Bodies()) > len(before) {
		t.Fatalf("%d bodies are left", len(s.Space.Bodies()))
	}
	again := new(island.Island)
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	again.Clock += 1000
	living.Activate(&again.State, at)
	hung(t, again)
	for _, b := range before {
		if o := again.Space.Body(b.ID); o == nil || *o != b {
			t.Errorf("%+v woke as %+v", b, o)
		}
	}
}

// TestHingesDivide: arms go with their land to another island and back, none lost and none doubled; no island
// takes one that comes by mail.
func TestHingesDivide(t *testing.T) {
	f := newFleet(t, chancer(5))
	f.spreadOut(2, 10)
	h := f.home()
	count := func(i *island.Island) (n int) {
		hung(t, i)
		for k := range i.Space.Bodies() {
			n += int(living.Either(i.Space.Bodies()[k].Kind.Pinned(), 1, 0))
		}
		return n
	}
	for n := 1; n <= 2; n++ {
		at := grid.TileAt(h.Space.Body(h.Roster.ByKey(key(n)).Body).Pos)
		for k := range int32(6) {
			living.SetTile(&h.State, at.Add(5*k-12, 4), tile.Grass, living.Either(k%2 == 0, tile.SwingGate, tile.Rotor), 0)
		}
	}
	h.save()
	child := f.carve(h, 101, 2)
	if a, b := count(h.Island), count(child.Island); a != 6 || b != 6 {
		t.Fatalf("%d arms stay, %d go", a, b)
	}
	for kind, comes := range map[entity.Kind]int{entity.Crate: 1, entity.RotorArm: 0} {
		b := entity.Body{ID: 99, Kind: kind, Pos: h.SpawnTile.Centre()}
		c := codec.Read(append(world.AppendBody(append(codec.U64(nil, uint64(h.Clock)), 1), &b), 0, 0))
		was := len(h.Space.Bodies())
		if federation.OnCross(&h.Island.State, child.Self(), &c); len(h.Space.Bodies()) != was+comes {
			t.Errorf("by mail a %s came %d times", kind, len(h.Space.Bodies())-was)
		}
	}
	f.absorb(h, child)
	if n := count(h.Island); n != 12 {
		t.Errorf("%d arms are one island's again", n)
	}
	f.balanced()
}

// TestHingesMerge: where two sides changed gates and rotors the tiles decide, and every one has an arm.
func TestHingesMerge(t *testing.T) {
	s := newStage(t).enter(2).clear(12).put(1, 0, 4).put(2, 4, 4)
	for x := int32(-8); x <= 4; x += 4 {
		living.SetTile(&s.State, s.at(x, 0), tile.Grass, tile.SwingGate, 0)
	}
	s.run(3)
	f := forkOf(s, []int{1}, []int{2})
	swing := func(s *stage, x int32, spin fixed.S) {
		k, _ := world.ArmOn(&s.Island.State, s.at(x, 0))
		s.Space.Wake(k)
		s.Space.Bodies()[k].Spin = spin
	}
	swing(f.here, -8, fixed.One)
	swing(f.there, -8, -fixed.One)
	living.SetTile(&f.here.State, f.here.at(-4, 0), tile.Grass, tile.Rotor, 0)
	swing(f.there, -4, fixed.One)
	swing(f.here, 0, fixed.One)
	living.SetTile(&f.there.State, f.there.at(0, 0), tile.Grass, tile.NoBlock, 0)
	living.SetTile(&f.here.State, f.here.at(4, 0), tile.Grass, tile.SwingGate, tile.South.Facing(0))
	living.SetTile(&f.there.State, f.there.at(4, 0), tile.Grass, tile.Rotor, tile.RotorBack)
	living.SetTile(&f.there.State, f.there.at(8, 0), tile.Grass, tile.Rotor, 0)
	f.here.run(30)
	f.there.run(30)
	f.merge()
	hung(t, f.here.Island)
	for x, want := range map[int32]tile.Block{-8: tile.SwingGate, -4: tile.Rotor, 0: tile.NoBlock, 4: tile.SwingGate, 8: tile.Rotor} {
		if got := f.here.block(x, 0); got != want {
			t.Errorf("at %d there is %s, want %s", x, got, want)
		}
	}
}

// TestMalformedHinges: an arm or a hinge without the other, two arms on a hinge, or a wrong arm is an error
// that says which and where.
func TestMalformedHinges(t *testing.T) {
	whole := func() *stage {
		s := newStage(t).enter(1).clear(6)
		living.SetTile(&s.State, s.at(2, 0), tile.Grass, tile.SwingGate, 0)
		living.SetTile(&s.State, s.at(-3, 0), tile.Grass, tile.Rotor, 0)
		return s.run(3)
	}
	s := whole()
	good := s.Snapshot(nil)
	gate, rotor := world.TileName(s.at(2, 0)), world.TileName(s.at(-3, 0))
	arm := func(s *stage) *entity.Body { return armOn(&s.State, s.at(2, 0)) }
	for _, c := range []struct {
		name  string
		spoil func(s *stage)
		says  []string
	}{
		{"no arm", func(s *stage) { s.RemoveBody(arm(s).ID) }, []string{"tile " + gate, "without its arm"}},
		{"no tile", func(s *stage) {
			s.Land.Active(s.at(2, 0).Region()).Set(s.at(2, 0).Index(), tile.Grass, tile.NoBlock, 0)
		}, []string{"body", "gate arm", gate}},
		{"two arms", func(s *stage) {
			b := *armOn(&s.State, s.at(-3, 0))
			b.ID++
			s.Space.Insert(b)
		}, []string{"rotor arm", rotor}},
		{"another's arm", func(s *stage) { arm(s).Kind = entity.RotorArm }, []string{"rotor arm", gate}},
		{"off its pin", func(s *stage) { arm(s).Pos.X++ }, []string{"gate arm", gate}},
		{"shut elsewhere", func(s *stage) { arm(s).Face = 64 }, []string{"gate arm", gate}},
		{"it moves", func(s *stage) { arm(s).Vel.X = 1 }, []string{"gate arm", gate}},
		{"it flies", func(s *stage) { arm(s).Z = 1 }, []string{"gate arm", gate}},
		{"too fast", func(s *stage) { arm(s).Spin = physics.ArmSpin + 1 }, []string{"body", "spins"}},
		{"somebody's", func(s *stage) { arm(s).Seat = 1 }, []string{"body", "somebody's"}},
	} {
		s := &stage{t: t, Island: new(island.Island)}
		if err := s.Restore(good); err != nil {
			t.Fatal(err)
		}
		c.spoil(s)
		err := new(island.Island).Restore(s.Snapshot(nil))
		if err == nil {
			t.Errorf("%s: taken", c.name)
			continue
		}
		for _, part := range append(c.says, "region") {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not say %q", c.name, err, part)
			}
		}
	}
}
