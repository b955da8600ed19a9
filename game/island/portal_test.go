package island

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

func TestScenesLieApart(t *testing.T) {
	for scene := range uint8(grid.Scenes) {
		s := sceneSpawn(7, scene)
		if s.Region().Scene() != scene || s.Region().Local() != (grid.Tile{X: s.X - int32(scene)*grid.SceneSide*grid.RegionSide, Y: s.Y}).Region() {
			t.Errorf("the spawn of scene %d is in scene %d", scene, s.Region().Scene())
		}
		var r region
		r.generate(Genesis{Seed: 7, Rules: game.CurrentRules}, s.Region())
		if c := r.tiles.Ground[s.Index()].Info(); c.Solid {
			t.Errorf("the spawn of scene %d is %s", scene, c.Name)
		}
		r.generate(Genesis{Seed: 7, Rules: game.CurrentRules}, wayBack(7, scene).Region())
		if r.doors != door(r.tiles.Block[wayBack(7, scene).Index()]) || (r.doors == 1) != (scene > 0) {
			t.Errorf("scene %d has %d portals at its spawn", scene, r.doors)
		}
	}
	for _, x := range []int32{-maxRegion, -1, 0, 1} {
		if s := (grid.Region{X: x}).Scene(); s != 0 {
			t.Errorf("region %d is of scene %d", x, s)
		}
	}
}

// TestAStoneIsADoor turns a standing stone through all scenes, and goes through with a crate on its head.
func TestAStoneIsADoor(t *testing.T) {
	s := newStage(t).enter(1).clear(6).put(1, 0, 0)
	s.setTile(s.at(2, 0), tile.Grass, tile.StandingStone, 0)
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
	if s.block(2, 0) != tile.StandingStone || s.region(s.spawn.Region()).doors != 0 {
		t.Error("it does not close")
	}
	s.ask(1, turn)
	s.run(3)
	crate := s.newID(5)
	s.space.Insert(entity.Body{ID: crate, Kind: entity.Crate, Pos: s.at(0, 1).Centre()})
	s.ask(1, command.Command{Kind: command.PickUp, Entity: crate})
	s.ask(1, moving(fixed.One, 0))
	s.run(60)
	to := sceneSpawn(7, 1)
	if e := s.saw(event.Travelled); e == nil || e.Tile != s.at(2, 0) || e.A != 1 || e.Seat != s.player(1).Seat {
		t.Errorf("told of the journey: %v", e)
	}
	if at := grid.TileAt(s.body(1).Pos); at.Region().Scene() != 1 || !at.Centre().Sub(to.Centre()).Near(8*fixed.One) {
		t.Fatalf("it is at %v, not near %v", at, to)
	}
	if o := s.Body(crate); o == nil || o.Other != s.player(1).Body || grid.TileAt(o.Pos).Region().Scene() != 1 {
		t.Error("the crate stayed behind")
	}
	s.balanced()
	var again Island
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
		t.Errorf("restored: %v", err)
	}
	s.ask(1, command.Command{Kind: command.Move})
	s.run(3)
	b, _ := s.space.Find(s.player(1).Body)
	from := s.space.Bodies()[b].Pos
	s.space.Bodies()[b].Pos = wayBack(7, 1).Centre()
	s.space.Moved(b, from)
	s.run(3)
	if at := grid.TileAt(s.body(1).Pos); at.Region().Scene() != 0 || !at.Centre().Sub(s.spawn.Centre()).Near(9*fixed.One) {
		t.Errorf("the way back leads to %v", at)
	}
	s.balanced()
}

// TestThingsGoThroughDoorsOfOtherIslands: from a child everything comes to who has the land there, once,
// whatever the post does.
func TestThingsGoThroughDoorsOfOtherIslands(t *testing.T) {
	p := newShores(t, chancer(9), 2)
	p.post = true
	stone := p.mid.Add(6, 0)
	p.east.setTile(stone, tile.Grass, tile.Portal, 1)
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
	if p.of(2) != p.west || p.west.PlayerByKey(key(2)).Seat != 2 {
		t.Fatal("the player did not go through")
	}
	n := 0
	for _, b := range p.west.Bodies() {
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
