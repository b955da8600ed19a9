package island_test

import (
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// heap draws bodies in a square of 12 tiles round a place, some of them moving, some in the air.
func heap(t *rapid.T, name string, first uint64, mid fixed.Vec) (list []entity.Body) {
	coord := rapid.Int64Range(-6*fixed.One, 6*fixed.One)
	speed := rapid.Int32Range(-14*fixed.One, 14*fixed.One)
	for n := range uint64(rapid.IntRange(1, 24).Draw(t, name)) {
		b := entity.Body{ID: game.EntityID(first + n*3), Kind: rapid.SampledFrom([]entity.Kind{entity.Crate, entity.Crate, entity.Ball, entity.Cart}).Draw(t, "kind")}
		b.Pos = mid.Add(fixed.Vec{X: fixed.Q(coord.Draw(t, "x")), Y: fixed.Q(coord.Draw(t, "y"))})
		if rapid.Bool().Draw(t, "moves") {
			b.Vel = fixed.SVec{X: fixed.S(speed.Draw(t, "vx")), Y: fixed.S(speed.Draw(t, "vy"))}
			b.Spin = fixed.S(speed.Draw(t, "spin"))
		}
		if rapid.IntRange(0, 5).Draw(t, "flies") == 0 {
			b.Z, b.VZ = fixed.One/2, fixed.One
		}
		b.Angle = rapid.Uint32().Draw(t, "angle")
		list = append(list, b)
	}
	return list
}

// plain returns an island of wide × 2 regions of grass with walls here and there, and these bodies in it.
func plain(wide int32, lists ...[]entity.Body) *island.Island {
	i := &island.Island{State: world.State{Gen: world.Genesis{Seed: 7, Rules: game.CurrentRules}, Partial: true, Clock: 1}}
	for n := range wide * 2 {
		r := &world.Region{At: grid.Region{X: n % wide, Y: n / wide}}
		for k := range r.Tiles.Ground {
			r.Tiles.Ground[k] = []tile.Ground{tile.Grass, tile.Ice, tile.Grass, tile.Water, tile.Pit}[k/9%5]
			if k%23 == 0 {
				r.Tiles.Block[k] = tile.StoneWall
			}
		}
		r.Resum()
		i.Land.Regions = append(i.Land.Regions, r)
	}
	for _, list := range lists {
		for _, b := range list {
			i.Space.Append(b)
		}
	}
	i.Space.Order()
	i.Land.Reindex()
	return i
}

// tie ties the first of a heap to those that follow them.
func tie(i *island.Island, list []entity.Body, ropes int) {
	if err := i.Components.Declare(living.RopeColumn, living.RopeBytes); err != nil {
		panic(err)
	}
	for n := range min(ropes, len(list)-1) {
		row := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(nil, uint64(list[n+1].ID)), 2*fixed.One)
		if err := i.SetComponent(living.RopeColumn, list[n].ID, row); err != nil {
			panic(err)
		}
	}
}

// TestTurningAlone: the motion of a heap of things does not depend on other things of the island, near or so
// far that they are in another part, nor on snapshot points; a copy that is stepped goes the same way.
func TestTurningAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := func(x, y int32) fixed.Vec { return grid.Tile{X: x, Y: y}.Centre() }
		heaps := [][]entity.Body{heap(t, "here", 1, at(63, 64)), heap(t, "there", 2, at(63+64*rapid.Int32Range(1, 9).Draw(t, "far"), 50))}
		both := plain(11, heaps...)
		alone := []*island.Island{plain(11, heaps[0]), plain(11, heaps[1])}
		for n, list := range heaps {
			ropes := rapid.IntRange(0, 8).Draw(t, "ropes")
			tie(both, list, ropes)
			tie(alone[n], list, ropes)
		}
		fork := new(island.Island)
		for n := range 90 {
			if n == 30 {
				both.Copy(fork)
			}
			for _, i := range append([]*island.Island{both}, alone...) {
				i.StepTick(nil)
			}
			if n >= 30 {
				fork.StepTick(nil)
			}
			for k := range both.Space.Bodies() {
				b := both.Space.Bodies()[k]
				if o := alone[(b.ID-1)%3].Space.Body(b.ID); o == nil || *o != b {
					t.Fatalf("after %d ticks\n%+v is alone\n%+v", n, b, o)
				}
			}
			if n >= 30 && fork.Digest() != both.Digest() {
				t.Fatalf("a copy went another way after %d ticks", n-30)
			}
		}
	})
}

// TestTurningCrowd: a crowd, which is put into many worlds of package rigid, goes the same way as its halves,
// which are not.
func TestTurningCrowd(t *testing.T) {
	var halves [2][]entity.Body
	for n := range uint64(1400) {
		at := grid.Tile{X: int32(n/2%28)*2 + 4 + 448*int32(n%2), Y: int32(n/56)*2 + 38}
		halves[n%2] = append(halves[n%2], entity.Body{ID: game.EntityID(n + 1), Kind: []entity.Kind{entity.Ball, entity.Crate, entity.Crate}[n/2%3],
			Pos: at.Centre(), Vel: fixed.Direction(fixed.Angle(n * 7919)).Scale(8 * fixed.One)})
	}
	both := plain(8, halves[:]...)
	both.Motion.ShareOut(onCores)
	alone := []*island.Island{plain(8, halves[0]), plain(8, halves[1])}
	for k, list := range halves {
		tie(both, list, len(list))
		tie(alone[k], list, len(list))
	}
	if n := len(living.Ropes(&both.State, nil)); n < 200 {
		t.Fatalf("only %d ropes", n)
	}
	for n := range 60 {
		both.StepTick(nil)
		alone[0].StepTick(nil)
		alone[1].StepTick(nil)
		for k := range both.Space.Bodies() {
			b := &both.Space.Bodies()[k]
			if o := alone[(b.ID-1)%2].Space.Body(b.ID); *o != *b {
				t.Fatalf("after %d ticks\n%+v is alone\n%+v", n, *b, *o)
			}
		}
	}
}

// TestTurningFromSnapshots: an island that is written and read again in every few ticks goes the same way.
func TestTurningFromSnapshots(t *testing.T) {
	s, r := rig.NewStage(t).Enter(2).Clear(10), rig.NewStage(t).Enter(2).Clear(10)
	for _, x := range []*rig.Stage{s, r} {
		for n := range int32(30) {
			x.Space.Insert(entity.Body{ID: game.EntityID(n + 1), Kind: []entity.Kind{entity.Crate, entity.Ball, entity.Cart}[n%3], Pos: x.At(n%6-3, n/6-3).Centre()})
		}
		x.Ask(1, rig.Moving(fixed.One, fixed.One/3))
		x.Ask(2, rig.Moving(-fixed.One, 0))
	}
	for n := range 100 {
		s.Run(3)
		r.Run(3)
		if n%4 == 0 {
			again := new(island.Island)
			if err := again.Restore(r.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
			r.Island = again
		}
		if field, differ := island.Diff(s.Island, r.Island); differ || s.Digest() != r.Digest() {
			t.Fatalf("after %d turns: %s", n, field)
		}
	}
	s.Balanced()
}

// TestPilesSleep: a heap of crates pushed together comes to rest, and then costs nothing; a player that walks
// into it wakes it.
func TestPilesSleep(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, -9, 0)
	for n := range int32(16) {
		s.Crate(n%4, n/4-2).Vel = fixed.SVec{X: fixed.S(8-n) * fixed.One, Y: fixed.S(n%3-1) * fixed.One * 3}
	}
	s.Run(600)
	asleep := func() (n int) {
		for k := range s.Space.Bodies() {
			if b := &s.Space.Bodies()[k]; b.Kind == entity.Crate && b.Flags&entity.Resting != 0 {
				n++
			}
		}
		return n
	}
	if n := asleep(); n != 16 || s.Space.Awake() != 0 {
		t.Fatalf("%d of 16 crates sleep, %d bodies are awake", n, s.Space.Awake())
	}
	s.Ask(1, rig.Moving(fixed.One, 0))
	for n := 0; asleep() == 16; n++ {
		if n > 300 {
			t.Fatal("nobody wakes them")
		}
		s.Run(1)
	}
	s.Ask(1, rig.Moving(0, 0))
	s.Run(300)
	if n := asleep(); n != 16 {
		t.Errorf("%d of 16 sleep again", n)
	}
	turned := 0
	for k := range s.Space.Bodies() {
		if s.Space.Bodies()[k].Angle != 0 {
			turned++
		}
	}
	if turned == 0 {
		t.Error("nothing has turned")
	}
	apart(s)
}

// TestPushedOffCentreTurns: a player that pushes a crate at its edge turns it; a wall stops both.
func TestPushedOffCentreTurns(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	b := s.Crate(2, 0)
	b.Pos.Y += fixed.One / 4
	id := b.ID
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(60)
	if s.Space.Body(id).Angle == 0 {
		t.Error("it has not turned")
	}
	s.Ask(1, rig.Moving(0, 0))
	s.Run(60)
	for y := int32(-12); y <= 12; y++ {
		living.SetTile(&s.State, s.At(12, y), tile.Grass, tile.StoneWall, 0)
	}
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(300)
	if x := s.Space.Body(id).Pos.X - s.At(12, 0).Corner().X; x > -7*fixed.One/16+fixed.One/16 {
		t.Errorf("the crate is %.3f in the wall", float64(x)/fixed.One)
	}
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: id})
	if s.Run(3); s.Space.Body(id).Flags&entity.Carried != 0 && (s.Space.Body(id).Angle != 0 || s.Space.Body(id).Spin != 0) {
		t.Error("what is carried is askew")
	}
}

// straight is a stub: bodies go straight on and meet nothing.
type straight struct{ moved int }

func (m *straight) Move(s *physics.Space, land physics.Lands, now game.Tick, do physics.Do) {
	for k := range s.Bodies() {
		b := &s.Bodies()[k]
		from := b.Pos
		physics.Drift(b)
		s.Moved(k, from)
	}
	m.moved++
}

// TestAnotherMover: a stub stands in for physics, and the rest of the world goes on.
func TestAnotherMover(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(12).Put(1, 0, 0)
	stub := new(straight)
	s.Motion.Mover = stub
	id := s.Crate(2, 0).ID
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Ask(2, command.Command{Kind: command.Say, Text: "on it goes"})
	s.Run(60)
	if stub.moved != 60 || s.Body(1).Pos.X < s.At(3, 0).Corner().X {
		t.Errorf("%d ticks, the player is at %v", stub.moved, s.Body(1).Pos)
	}
	if s.Space.Body(id).Pos != s.At(2, 0).Centre() {
		t.Error("a stub has pushed the crate")
	}
	if len(s.Chat.Log) == 0 {
		t.Error("nobody said anything")
	}
	s.Balanced()
}

// TestCrossesTurning: a crate that spins over a line is on one side only in every turn, and spins on.
func TestCrossesTurning(t *testing.T) {
	p := rig.NewShores(t, rig.Chancer(5), 1)
	p.Throw(p.West, 1, p.Mid.Add(-3, 0).Centre(), fixed.SVec{X: 12 * fixed.One})
	k := len(p.West.Space.Bodies()) - 1
	for n := range p.West.Space.Bodies() {
		if p.West.Space.Bodies()[n].Kind == entity.Ball {
			k = n
		}
	}
	b := &p.West.Space.Bodies()[k]
	b.Spin, b.Angle = 9*fixed.One, 77
	p.West.Save()
	id := b.ID
	for n := 0; p.East.Space.Body(id) == nil; n++ {
		if n > 200 {
			t.Fatal("it never came over")
		}
		p.Turn(nil)
		if p.West.Space.Body(id) != nil && p.East.Space.Body(id) != nil {
			t.Fatal("it is on both sides")
		}
	}
	if b := p.East.Space.Body(id); b.Spin < fixed.One || b.Angle == 77 || p.West.Space.Body(id) != nil {
		t.Errorf("it came over as %+v", b)
	}
}

// apart fails where two crates are deeper in each other than a twentieth of a tile: by the circles in them.
func apart(s *rig.Stage) {
	s.T.Helper()
	list := s.Space.Bodies()
	for a := range list {
		for b := range list[:a] {
			if list[a].Kind == entity.Crate && list[b].Kind == entity.Crate && list[a].Pos.Sub(list[b].Pos).Len() < 7*fixed.One/8-fixed.One/20 {
				s.T.Errorf("%x and %x are %.3f apart", list[a].ID, list[b].ID, float64(list[a].Pos.Sub(list[b].Pos).Len())/fixed.One)
			}
		}
	}
}
