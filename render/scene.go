package render

import (
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// World is the ground that a Scene stands on; an island is one.
type World interface {
	// Region returns the tiles of r, to be read until the next frame, or nil where nothing is known.
	Region(r grid.Region) *tile.Region
	// Players returns the players of the world in ascending order of seat, to be read until the next frame.
	Players() []entity.PlayerState
	// EffectOn returns what the player of a body is under, and for how many ticks yet.
	EffectOn(body game.EntityID) (e act.Effect, left uint16)
}

// Scene is what is to be drawn: a world, the bodies in it where they are to be shown, and what has
// been asked for and is not ordered yet.
type Scene struct {
	World   World
	Seed    uint64              // of the world: the weather follows it
	Me      *entity.PlayerState // nil when nobody is followed: a title, a spectator
	Tick    game.Tick           // the hour and the clock of every movement
	Bodies  []Body
	Pending []Hologram
	Traces  []Trace
	Ropes   []Rope
	// Elsewhere are players on other islands, in ascending seat, as far as they are known: those whose bodies are
	// seen across a line are among them.
	Elsewhere []entity.PlayerState
	Vista     *Vista // what is behind the portal next to Me; nil: it is not known, or there is none
}

// Body is one thing to be drawn. Its Pos is already smoothed and interpolated.
type Body struct {
	entity.Body
	Predicted bool
	Moved     fixed.Q // length of its path in tiles; its feet follow it
	Speed     fixed.Q // of the drawn movement, in tiles per tick
}

// Rope ties two bodies of a Scene.
type Rope = world.Rope

// Hologram is something asked for and not ordered yet.
type Hologram struct {
	Seq   uint64 // of the command, by which a refusal names it
	Kind  command.Kind
	Tile  grid.Tile
	Item  item.Kind
	Since game.Tick
}

// Trace is what is outlined on a tile: what somebody had built there on a branch of the world that was merged,
// and that can be built again.
type Trace struct {
	Tile grid.Tile
	Item item.Kind // item.None: something that no hand builds
}

// Ghost is the outline of what a click would do, under the cursor.
type Ghost struct {
	Tile grid.Tile
	Item item.Kind // item.None: only the outline of the tile
	OK   bool
	Why  string // why not, in words, for whoever shows them
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
