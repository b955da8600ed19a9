package act_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

func TestScenesLieApart(t *testing.T) {
	for scene := range uint8(grid.Scenes) {
		s := world.SceneSpawn(7, scene)
		if s.Region().Scene() != scene || s.Region().Local() != (grid.Tile{X: s.X - int32(scene)*grid.SceneSide*grid.RegionSide, Y: s.Y}).Region() {
			t.Errorf("the spawn of scene %d is in scene %d", scene, s.Region().Scene())
		}
		var r world.Region
		r.Generate(world.Genesis{Seed: 7, Rules: game.CurrentRules}, s.Region())
		if c := r.Tiles.Ground[s.Index()].Info(); c.Solid {
			t.Errorf("the spawn of scene %d is %s", scene, c.Name)
		}
		r.Generate(world.Genesis{Seed: 7, Rules: game.CurrentRules}, world.WayBack(7, scene).Region())
		if r.Doors != world.Door(r.Tiles.Block[world.WayBack(7, scene).Index()]) || (r.Doors == 1) != (scene > 0) {
			t.Errorf("scene %d has %d portals at its spawn", scene, r.Doors)
		}
	}
	for _, x := range []int32{-grid.MaxRegion, -1, 0, 1} {
		if s := (grid.Region{X: x}).Scene(); s != 0 {
			t.Errorf("region %d is of scene %d", x, s)
		}
	}
}

// TestAStoneIsADoor turns a standing stone through all scenes, and goes through with a crate on its head.
func TestAStoneIsADoor(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
	living.SetTile(&s.State, s.At(2, 0), tile.Grass, tile.StandingStone, 0)
	turn := command.Command{Kind: command.Use, Tile: s.At(2, 0)}
	for _, want := range []uint8{1, 2, 3} {
		s.Ask(1, turn)
		s.Run(3)
		s.Allowed()
		if _, b, state, _ := s.TileAt(s.At(2, 0)); b != tile.Portal || state != want || s.Saw(event.Opened) == nil {
			t.Fatalf("%s %d, want a portal to scene %d", b, state, want)
		}
	}
	s.Ask(1, turn)
	s.Run(3)
	if s.Block(2, 0) != tile.StandingStone || s.Land.Active(s.SpawnTile.Region()).Doors != 0 {
		t.Error("it does not close")
	}
	s.Ask(1, turn)
	s.Run(3)
	crate := s.Space.NewID(5)
	s.Space.Insert(entity.Body{ID: crate, Kind: entity.Crate, Pos: s.At(0, 1).Centre()})
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: crate})
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(60)
	to := world.SceneSpawn(7, 1)
	if e := s.Saw(event.Travelled); e == nil || e.Tile != s.At(2, 0) || e.A != 1 || e.Seat != s.Player(1).Seat {
		t.Errorf("told of the journey: %v", e)
	}
	if at := grid.TileAt(s.Body(1).Pos); at.Region().Scene() != 1 || !at.Centre().Sub(to.Centre()).Near(8*fixed.One) {
		t.Fatalf("it is at %v, not near %v", at, to)
	}
	if o := s.Space.Body(crate); o == nil || o.Other != s.Player(1).Body || grid.TileAt(o.Pos).Region().Scene() != 1 {
		t.Error("the crate stayed behind")
	}
	s.Balanced()
	var again island.Island
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
		t.Errorf("restored: %v", err)
	}
	s.Ask(1, command.Command{Kind: command.Move})
	s.Run(3)
	b, _ := s.Space.Find(s.Player(1).Body)
	from := s.Space.Bodies()[b].Pos
	s.Space.Bodies()[b].Pos = world.WayBack(7, 1).Centre()
	s.Space.Moved(b, from)
	s.Run(3)
	if at := grid.TileAt(s.Body(1).Pos); at.Region().Scene() != 0 || !at.Centre().Sub(s.SpawnTile.Centre()).Near(9*fixed.One) {
		t.Errorf("the way back leads to %v", at)
	}
	s.Balanced()
}

// TestThingsGoThroughDoorsOfOtherIslands: from a child everything comes to the island that has the land
// there, once, however the parcels travel.
func TestThingsGoThroughDoorsOfOtherIslands(t *testing.T) {
	p := rig.NewShores(t, rig.Chancer(9), 2)
	p.Post = true
	stone := p.Mid.Add(6, 0)
	living.SetTile(&p.East.State, stone, tile.Grass, tile.Portal, 1)
	p.Throw(p.East, 1, stone.Add(0, 4).Centre(), fixed.SVec{Y: -5 * fixed.One})
	for range 20 {
		p.Turn(nil)
	}
	p.East.PlaceAt(2, stone)
	for range 20 {
		p.Turn(nil)
		p.LandIsOnce()
	}
	p.Quiet()
	if p.Of(2) != p.West || p.West.Roster.ByKey(rig.Key(2)).Seat != 2 {
		t.Fatal("the player did not go through")
	}
	n, treasures := 0, p.West.Space.Count(entity.Drop) // a magpie there brings its treasure home
	for _, b := range p.West.Space.Bodies() {
		if grid.TileAt(b.Pos).Region().Scene() == 1 && !b.Kind.Airy() && b.Kind != entity.Drop {
			n++
		}
	}
	if n != 2 || p.Loose()-treasures != 1 {
		t.Errorf("%d came through, %d things are there at all", n, p.Loose())
	}
	p.Balanced()
	p.Settle()
	p.Balanced()
}

// TestALoadComesAlong: the place where a portal leads to is built over. A player that arrives beside it still
// has the crate exactly over its head, in the same tick.
func TestALoadComesAlong(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
	to := world.SceneSpawn(7, 1)
	living.Activate(&s.State, to.Region())
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			living.SetTile(&s.State, to.Add(dx, dy), tile.Grass, tile.StoneWall, 0)
		}
	}
	living.SetTile(&s.State, s.At(2, 0), tile.Grass, tile.Portal, 1)
	crate := s.Space.NewID(5)
	s.Space.Insert(entity.Body{ID: crate, Kind: entity.Crate, Pos: s.At(0, 1).Centre()})
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: crate})
	s.Ask(1, rig.Moving(fixed.One, 0))
	for n := 0; grid.TileAt(s.Body(1).Pos).Region().Scene() != 1; n++ {
		if s.Run(1); n > 200 {
			t.Fatal("it does not arrive")
		}
	}
	b, o := s.Body(1), s.Space.Body(crate)
	if grid.TileAt(b.Pos) == to || o == nil || o.Other != b.ID || o.Pos != b.Pos {
		t.Errorf("it is at %v of %v, and its load is %+v", b.Pos, to, o)
	}
}
