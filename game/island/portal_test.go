package island_test

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
	for _, x := range []int32{-world.MaxRegion, -1, 0, 1} {
		if s := (grid.Region{X: x}).Scene(); s != 0 {
			t.Errorf("region %d is of scene %d", x, s)
		}
	}
}

// TestAStoneIsADoor turns a standing stone through all scenes, and goes through with a crate on its head.
func TestAStoneIsADoor(t *testing.T) {
	s := newStage(t).enter(1).clear(6).put(1, 0, 0)
	living.SetTile(&s.State, s.at(2, 0), tile.Grass, tile.StandingStone, 0)
	turn := command.Command{Kind: command.Use, Tile: s.at(2, 0)}
	for _, want := range []uint8{1, 2, 3} {
		s.ask(1, turn)
		s.run(3)
		s.allowed()
		if _, b, state, _ := s.TileAt(s.at(2, 0)); b != tile.Portal || state != want || s.saw(event.Opened) == nil {
			t.Fatalf("%s %d, want a portal to scene %d", b, state, want)
		}
	}
	s.ask(1, turn)
	s.run(3)
	if s.block(2, 0) != tile.StandingStone || s.Land.Active(s.SpawnTile.Region()).Doors != 0 {
		t.Error("it does not close")
	}
	s.ask(1, turn)
	s.run(3)
	crate := s.Space.NewID(5)
	s.Space.Insert(entity.Body{ID: crate, Kind: entity.Crate, Pos: s.at(0, 1).Centre()})
	s.ask(1, command.Command{Kind: command.PickUp, Entity: crate})
	s.ask(1, moving(fixed.One, 0))
	s.run(60)
	to := world.SceneSpawn(7, 1)
	if e := s.saw(event.Travelled); e == nil || e.Tile != s.at(2, 0) || e.A != 1 || e.Seat != s.player(1).Seat {
		t.Errorf("told of the journey: %v", e)
	}
	if at := grid.TileAt(s.body(1).Pos); at.Region().Scene() != 1 || !at.Centre().Sub(to.Centre()).Near(8*fixed.One) {
		t.Fatalf("it is at %v, not near %v", at, to)
	}
	if o := s.Space.Body(crate); o == nil || o.Other != s.player(1).Body || grid.TileAt(o.Pos).Region().Scene() != 1 {
		t.Error("the crate stayed behind")
	}
	s.balanced()
	var again island.Island
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
		t.Errorf("restored: %v", err)
	}
	s.ask(1, command.Command{Kind: command.Move})
	s.run(3)
	b, _ := s.Space.Find(s.player(1).Body)
	from := s.Space.Bodies()[b].Pos
	s.Space.Bodies()[b].Pos = world.WayBack(7, 1).Centre()
	s.Space.Moved(b, from)
	s.run(3)
	if at := grid.TileAt(s.body(1).Pos); at.Region().Scene() != 0 || !at.Centre().Sub(s.SpawnTile.Centre()).Near(9*fixed.One) {
		t.Errorf("the way back leads to %v", at)
	}
	s.balanced()
}

// TestThingsGoThroughDoorsOfOtherIslands: from a child everything comes to the island that has the land
// there, once, however the parcels travel.
func TestThingsGoThroughDoorsOfOtherIslands(t *testing.T) {
	p := newShores(t, chancer(9), 2)
	p.post = true
	stone := p.mid.Add(6, 0)
	living.SetTile(&p.east.State, stone, tile.Grass, tile.Portal, 1)
	p.throw(p.east, 1, stone.Add(0, 4).Centre(), fixed.SVec{Y: -5 * fixed.One})
	for range 20 {
		p.turn(nil)
	}
	p.east.placeAt(2, stone)
	for range 20 {
		p.turn(nil)
		p.landIsOnce()
	}
	p.quiet()
	if p.of(2) != p.west || p.west.Roster.ByKey(key(2)).Seat != 2 {
		t.Fatal("the player did not go through")
	}
	n := 0
	for _, b := range p.west.Space.Bodies() {
		if grid.TileAt(b.Pos).Region().Scene() == 1 {
			n++
		}
	}
	if n != 2 || p.loose() != 1 {
		t.Errorf("%d came through, %d things are there at all", n, p.loose())
	}
	p.balanced()
	p.settle()
	p.balanced()
}
