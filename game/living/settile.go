package living

import (
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// SetTile changes a tile of an active region, hangs or removes its arm, takes the thing away that was a block
// there, and wakes the bodies there. If an arm or a thing comes or goes, indices into the table of bodies
// change.
func SetTile(i *world.State, t grid.Tile, g tile.Ground, b tile.Block, state uint8) {
	r := i.Land.Active(t.Region())
	if r == nil {
		panic("island: changing a tile that is not active")
	}
	if i.Diary.Noting() && !i.Partial {
		note(i, r, t, diary.Look{Ground: g, Block: b, State: state})
	}
	lost := b != tile.Gadget && r.Tiles.Block[t.Index()] == tile.Gadget
	hinged := tile.Hinged(b) || tile.Hinged(r.Tiles.Block[t.Index()])
	r.Set(t.Index(), g, b, state)
	if hinged {
		hang(i, t)
	}
	if lost {
		loseGadget(i, t)
	}
	i.Outlines.Fulfil(t, g, b)
	stirTile(i, t)
	i.Space.WakeNear(t.Centre(), fixed.One)
}

// note notes that the player whose command is executed changes a tile.
func note(i *world.State, r *world.Region, t grid.Tile, after diary.Look) {
	k := t.Index()
	before := diary.Look{Ground: r.Tiles.Ground[k], Block: r.Tiles.Block[k], State: r.Tiles.State[k]}
	if !before.Same(after) {
		i.NoteChange(t, diary.Entry{Kind: diary.Tile, Before: before, After: after})
	}
}

// hang lets the tile have the arm that it should have, or none. One that is there already stays the same, and
// turns on.
func hang(i *world.State, t grid.Tile) {
	_, block, state, ok := i.Land.TileAt(t)
	if !ok {
		return
	}
	want := world.NewArm(t, block, state, i.Clock)
	k, found := world.ArmOn(i, t)
	if found && i.Space.Bodies()[k].Kind != want.Kind {
		i.RemoveBody(i.Space.Bodies()[k].ID)
		found = false
	}
	if !found {
		if want.Kind != entity.NoKind {
			want.ID = i.Space.NewID(uint64(world.ArmID(t, i.Clock)))
			i.Space.Insert(want)
		}
		return
	}
	b := &i.Space.Bodies()[k]
	if from := b.Pos; from != want.Pos { // a gate that is hung elsewhere is shut there
		b.Pos, b.Angle, b.Spin = want.Pos, want.Angle, 0
		i.Space.Moved(k, from)
	}
	if b.Face != want.Face {
		b.Face = want.Face
		i.Space.Wake(k)
	}
}

// stirTile lets a tile that has changed and its neighbours be visited.
func stirTile(i *world.State, t grid.Tile) {
	Rouse(i, t)
	for h := range tile.HeadingCount {
		Rouse(i, world.Beside(t, h))
	}
}

// Rouse lets a tile be visited, if there are rules for it.
func Rouse(i *world.State, t grid.Tile) {
	r := i.Land.Active(t.Region())
	if r == nil {
		return
	}
	b := r.Tiles.Block[t.Index()]
	if len(RulesOf[b]) == 0 {
		return
	}
	w := i.Works.Of(r.At)
	if b == tile.Wire {
		w.Now.Add(t.Index())
	} else {
		w.Next.Add(t.Index())
	}
}

// RouseAll lets all of a region be visited for which there are rules: after its tiles were put together anew.
func RouseAll(i *world.State, r *world.Region) {
	for k := range grid.Index(grid.RegionTiles) {
		if len(RulesOf[r.Tiles.Block[k]]) > 0 {
			Rouse(i, r.At.Tile(k))
		}
	}
}

// RouseEdges lets the tiles on both sides of the edges be visited that a region has with other active ones.
func RouseEdges(i *world.State, r *world.Region) {
	for h := range tile.HeadingCount {
		if i.Land.Active(world.SideOf(r.At, h)) == nil {
			continue
		}
		for n := range int32(grid.RegionSide) {
			t := world.AtEdge(r.At, h, n)
			Rouse(i, t)
			Rouse(i, world.Beside(t, h))
		}
	}
}
