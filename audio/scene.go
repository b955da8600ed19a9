package audio

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/estate"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// World tells the ears about the tiles of the world. ok is false for unknown tiles.
type World interface {
	TileAt(t grid.Tile) (g tile.Ground, b tile.Block, state uint8, ok bool)
}

// Mover is a body as it is drawn.
type Mover struct {
	ID    game.EntityID
	Seat  entity.Seat // the player's seat, zero for other bodies
	Kind  entity.Kind
	Flags entity.Flags
	Pos   fixed.Vec
	Vel   fixed.SVec // tiles per second
	Z     fixed.S    // height over the ground, in tiles
	Moved fixed.Q    // length of the path it went so far, in tiles: that which moves its feet
}

// Scene holds all sound sources of one frame. The caller owns it; it is only read during the call.
type Scene struct {
	World   World
	Seed    uint64         // of the world: weather and music follow it
	Estates estate.Estates // what the land is like
	Tick    game.Tick      // the tick on the screen
	Seat    entity.Seat    // the seat of the listener
	Movers  []Mover
}

// HourAtGenesis is the hour of the day at tick 0, as it is drawn.
const HourAtGenesis = 8

// hour returns the hour of the day at t, 0 to 24.
func hour(t game.Tick) float64 {
	const genesis = HourAtGenesis * game.TicksPerDay / 24
	return float64((t+genesis)%game.TicksPerDay) * 24 / game.TicksPerDay
}

// mover returns the body with an id, nil when it is not there.
func (s *Scene) mover(id game.EntityID) *Mover {
	for i := range s.Movers {
		if s.Movers[i].ID == id {
			return &s.Movers[i]
		}
	}
	return nil
}

// ground returns the material that a foot at p steps on.
func (s *Scene) ground(p fixed.Vec) (m Material, ok bool) {
	g, _, _, ok := s.World.TileAt(grid.TileAt(p))
	return OfGround(g), ok
}
