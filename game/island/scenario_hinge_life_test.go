package island_test

import (
	"strings"
	"testing"

	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestArmsComeAndGo with their tiles, whatever becomes of those, and where there is no room none does.
func TestArmsComeAndGo(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(10).Put(1, -1, -1)
	at := s.At(0, 0)
	for _, k := range []item.Kind{item.SwingGate, item.Rotor} {
		s.Give(1, k, 1)
		s.Place(1, k, 0, 0)
		s.Run(3)
		s.Allowed()
		if rig.Hung(t, s.Island); rig.ArmOn(&s.State, at) == nil {
			t.Fatal("no arm")
		}
		id := rig.ArmOn(&s.State, at).ID
		s.Ask(1, command.Command{Kind: command.Use, Tile: at})
		s.Run(3)
		s.Allowed()
		if rig.Hung(t, s.Island); rig.ArmOn(&s.State, at).ID != id {
			t.Error("turned, it is another arm")
		}
		s.Ask(1, command.Command{Kind: command.PickUp, Entity: id})
		s.Run(3)
		s.Refused(event.NothingThere)
		s.Ask(1, command.Command{Kind: command.Dig, Tile: at})
		s.Run(60)
		s.Allowed()
		if rig.Hung(t, s.Island); s.Space.Body(id) != nil || s.Count(1, k) != 1 {
			t.Error("dug up, its arm is left, or it is not had again")
		}
		s.Balanced()
		beam := s.At(0, 1)
		if k == item.Rotor {
			beam = s.At(1, 0)
		}
		living.SetTile(&s.State, beam, tile.Grass, tile.StoneWall, 0)
		s.Place(1, k, 0, 0)
		s.Run(3)
		s.Refused(event.Blocked)
		living.SetTile(&s.State, beam, tile.Grass, tile.NoBlock, 0)
	}
	for _, b := range []tile.Block{tile.SwingGate, tile.Rotor, tile.Lamp, tile.SwingGate, tile.NoBlock} {
		living.SetTile(&s.State, at, tile.Grass, b, tile.South.Facing(0))
		rig.Hung(t, s.Island)
	}
	living.SetTile(&s.State, s.At(3, 0), tile.Grass, tile.SwingGate, tile.East.Facing(0))
	s.Put(1, 4, 2)
	s.Place(1, item.StoneWall, 4, 0)
	s.Run(3)
	s.Refused(event.Blocked) // by the beam
}

// TestHingesSleepAndWake: in a region that falls asleep and wakes the arms are where they were, and turn on.
func TestHingesSleepAndWake(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	at := grid.Region{X: s.SpawnTile.Region().X + 6, Y: s.SpawnTile.Region().Y}
	living.Activate(&s.State, at)
	for k := range int32(12) {
		living.SetTile(&s.State, at.Tile(0).Add(4+5*k, 30), tile.Grass, living.Either(k%2 == 0, tile.SwingGate, tile.Rotor), uint8(k)&6)
		rig.ArmOn(&s.State, at.Tile(0).Add(4+5*k, 30)).Angle += uint32(k) << 24
	}
	var before []entity.Body
	for _, b := range s.Space.Bodies() {
		if b.Kind.Pinned() {
			before = append(before, b)
		}
	}
	n, _ := s.Land.Find(at)
	living.Retire(&s.State, n)
	if rig.Hung(t, s.Island); len(s.Space.Bodies()) > len(before) {
		t.Fatalf("%d bodies are left", len(s.Space.Bodies()))
	}
	again := new(island.Island)
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	again.Clock += 1000
	living.Activate(&again.State, at)
	rig.Hung(t, again)
	for _, b := range before {
		if o := again.Space.Body(b.ID); o == nil || *o != b {
			t.Errorf("%+v woke as %+v", b, o)
		}
	}
}

// TestHingesDivide: arms go with their land to another island and back, none lost and none doubled; no island
// takes one that comes by mail.
func TestHingesDivide(t *testing.T) {
	f := rig.NewFleet(t, rig.Chancer(5))
	f.SpreadOut(2, 10)
	h := f.Home()
	count := func(i *island.Island) (n int) {
		rig.Hung(t, i)
		for k := range i.Space.Bodies() {
			n += int(living.Either(i.Space.Bodies()[k].Kind.Pinned(), 1, 0))
		}
		return n
	}
	for n := 1; n <= 2; n++ {
		at := grid.TileAt(h.Space.Body(h.Roster.ByKey(rig.Key(n)).Body).Pos)
		for k := range int32(6) {
			living.SetTile(&h.State, at.Add(5*k-12, 4), tile.Grass, living.Either(k%2 == 0, tile.SwingGate, tile.Rotor), 0)
		}
	}
	h.Save()
	child := f.Carve(h, 101, 2)
	if a, b := count(h.Island), count(child.Island); a != 6 || b != 6 {
		t.Fatalf("%d arms stay, %d go", a, b)
	}
	for kind, comes := range map[entity.Kind]int{entity.Crate: 1, entity.RotorArm: 0} {
		b := entity.Body{ID: 99, Kind: kind, Pos: h.SpawnTile.Centre()}
		c := codec.Read(append(encoding.AppendBody(append(codec.U64(nil, uint64(h.Clock)), 1), &b), 0, 0, 0))
		was := len(h.Space.Bodies())
		if federation.OnCross(&h.Island.State, child.Self(), &c); len(h.Space.Bodies()) != was+comes {
			t.Errorf("by mail a %s came %d times", kind, len(h.Space.Bodies())-was)
		}
	}
	f.Absorb(h, child)
	if n := count(h.Island); n != 12 {
		t.Errorf("%d arms are one island's again", n)
	}
	f.Balanced()
}

// TestHingesMerge: where two sides changed gates and rotors the tiles decide, and every one has an arm.
func TestHingesMerge(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(12).Put(1, 0, 4).Put(2, 4, 4)
	for x := int32(-8); x <= 4; x += 4 {
		living.SetTile(&s.State, s.At(x, 0), tile.Grass, tile.SwingGate, 0)
	}
	s.Run(3)
	f := rig.ForkOf(s, []int{1}, []int{2})
	swing := func(s *rig.Stage, x int32, spin fixed.S) {
		k, _ := world.ArmOn(&s.Island.State, s.At(x, 0))
		s.Space.Wake(k)
		s.Space.Bodies()[k].Spin = spin
	}
	swing(f.Here, -8, fixed.One)
	swing(f.There, -8, -fixed.One)
	living.SetTile(&f.Here.State, f.Here.At(-4, 0), tile.Grass, tile.Rotor, 0)
	swing(f.There, -4, fixed.One)
	swing(f.Here, 0, fixed.One)
	living.SetTile(&f.There.State, f.There.At(0, 0), tile.Grass, tile.NoBlock, 0)
	living.SetTile(&f.Here.State, f.Here.At(4, 0), tile.Grass, tile.SwingGate, tile.South.Facing(0))
	living.SetTile(&f.There.State, f.There.At(4, 0), tile.Grass, tile.Rotor, tile.RotorBack)
	living.SetTile(&f.There.State, f.There.At(8, 0), tile.Grass, tile.Rotor, 0)
	f.Here.Run(30)
	f.There.Run(30)
	f.Merge()
	rig.Hung(t, f.Here.Island)
	for x, want := range map[int32]tile.Block{-8: tile.SwingGate, -4: tile.Rotor, 0: tile.NoBlock, 4: tile.SwingGate, 8: tile.Rotor} {
		if got := f.Here.Block(x, 0); got != want {
			t.Errorf("at %d there is %s, want %s", x, got, want)
		}
	}
}

// TestMalformedHinges: an arm or a hinge without the other, two arms on a hinge, or a wrong arm is an error
// that says which and where.
func TestMalformedHinges(t *testing.T) {
	whole := func() *rig.Stage {
		s := rig.NewStage(t).Enter(1).Clear(6)
		living.SetTile(&s.State, s.At(2, 0), tile.Grass, tile.SwingGate, 0)
		living.SetTile(&s.State, s.At(-3, 0), tile.Grass, tile.Rotor, 0)
		return s.Run(3)
	}
	s := whole()
	good := s.Snapshot(nil)
	gate, rotor := world.TileName(s.At(2, 0)), world.TileName(s.At(-3, 0))
	arm := func(s *rig.Stage) *entity.Body { return rig.ArmOn(&s.State, s.At(2, 0)) }
	for _, c := range []struct {
		name  string
		spoil func(s *rig.Stage)
		says  []string
	}{
		{"no arm", func(s *rig.Stage) { s.RemoveBody(arm(s).ID) }, []string{"tile " + gate, "without its arm"}},
		{"no tile", func(s *rig.Stage) {
			s.Land.Active(s.At(2, 0).Region()).Set(s.At(2, 0).Index(), tile.Grass, tile.NoBlock, 0)
		}, []string{"body", "gate arm", gate}},
		{"two arms", func(s *rig.Stage) {
			b := *rig.ArmOn(&s.State, s.At(-3, 0))
			b.ID++
			s.Space.Insert(b)
		}, []string{"rotor arm", rotor}},
		{"another's arm", func(s *rig.Stage) { arm(s).Kind = entity.RotorArm }, []string{"rotor arm", gate}},
		{"off its pin", func(s *rig.Stage) { arm(s).Pos.X++ }, []string{"gate arm", gate}},
		{"shut elsewhere", func(s *rig.Stage) { arm(s).Face = 64 }, []string{"gate arm", gate}},
		{"it moves", func(s *rig.Stage) { arm(s).Vel.X = 1 }, []string{"gate arm", gate}},
		{"it flies", func(s *rig.Stage) { arm(s).Z = 1 }, []string{"gate arm", gate}},
		{"too fast", func(s *rig.Stage) { arm(s).Spin = physics.ArmSpin + 1 }, []string{"body", "spins"}},
		{"somebody's", func(s *rig.Stage) { arm(s).Seat = 1 }, []string{"body", "somebody's"}},
	} {
		s := rig.StageOf(t, new(island.Island))
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
