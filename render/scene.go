package render

import (
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/component"
	"manyhold/game/entity"
	"manyhold/game/estate"
	"manyhold/game/fixed"
	"manyhold/game/flock"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/lights"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render/album"
	"manyhold/render/sketch"
)

// World is the ground that a Scene stands on; an island is one.
type World interface {
	// Region returns the tiles of r, valid until the next frame, or nil where they are unknown.
	Region(r grid.Region) *tile.Region
	// Players returns the players of the world in ascending order of seat, to be read until the next frame.
	Players() []entity.PlayerState
	// EffectOn returns the effect on the player of a body, and its remaining ticks.
	EffectOn(body game.EntityID) (e act.Effect, left uint16)
}

// Scene is the input of a frame: a world, the bodies in it at their drawn places, and the requests that are
// not ordered yet.
type Scene struct {
	World   World
	Seed    uint64              // of the world: the weather follows it
	Estates estate.Estates      // what the land is like
	Dark    gloom.Land          // where gloom is; nil: there is none, as in Peace
	Lights  *lights.Table       // the lighthouses, which keep it off; may be nil
	Torches *component.Table    // how far torches in hands have burnt; nil: they are fresh
	Me      *entity.PlayerState // nil when no player is followed: a title, a spectator
	Tick    game.Tick           // the hour and the clock of every movement
	Bodies  []Body
	Flock   []flock.Sheep // of a match, as it was confirmed
	Pending []Hologram
	Traces  []Trace
	Claims  []Bounds
	Gadgets []Gadget
	// Avatars are the pictures that players wear in place of a figure.
	Avatars map[entity.Seat]*album.Art
	// Restored are the tiles that a revert would change, as they would be.
	Restored []Restored
	Ropes    []Rope
	// Elsewhere are the known players on other islands, in ascending seat, including those with a visible
	// body across a border.
	Elsewhere []entity.PlayerState
	// Drawings are what the view halves of things draw.
	Drawings []sketch.Drawing
	// Vistas are the known lands behind portals, each scene at most once.
	Vistas []*Vista
	Gates  []Gate // portals to matches
}

// Body is one thing to be drawn. Its Pos is already smoothed and interpolated.
type Body struct {
	entity.Body
	Predicted bool
	Moved     fixed.Q // length of its path in tiles; its feet follow it
	Speed     fixed.Q // of the drawn movement, in tiles per tick
	Laden     bool    // a player that carries another one
}

// full reports whether a body carries something, or somebody.
func (b *Body) full() bool { return b.Laden || b.Flags&entity.Carrying != 0 }

// Rope ties two bodies of a Scene.
type Rope = world.Rope

// Hologram is something asked for and not ordered yet.
type Hologram struct {
	Seq   uint64 // number of the command; a refusal contains it
	Kind  command.Kind
	Tile  grid.Tile
	Item  item.Kind
	Since game.Tick
}

// Trace is an outline on a tile: a thing built there on a merged fork of the world, which can be built again.
type Trace struct {
	Tile grid.Tile
	Item item.Kind // item.None: something that no hand builds
}

// Restored is a tile as it would be after a revert.
type Restored struct {
	Tile  grid.Tile
	Block tile.Block
	Item  item.Kind // that is set up or laid as it; item.None: something that no hand builds
	Gone  bool      // the block there would disappear
}

// Ghost is the outline under the cursor that shows the effect of a click.
type Ghost struct {
	Tile grid.Tile
	Item item.Kind // item.None: only the outline of the tile
	OK   bool
	Why  string // why not, in words, for the screen
	Digs bool   // the thing on the tile would be dug
}

const (
	// HourAtGenesis is the hour of the day at tick 0: a new world begins in the morning.
	HourAtGenesis = 8
	hoursPerDay   = 24
)

// Hour returns the hour of the day at t, 0 to 24.
func Hour(t game.Tick) float64 {
	const genesis = HourAtGenesis * game.TicksPerDay / hoursPerDay
	return float64((t+genesis)%game.TicksPerDay) * hoursPerDay / game.TicksPerDay
}
