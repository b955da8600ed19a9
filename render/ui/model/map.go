package model

import (
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Map is the content of the maps besides tiles and people.
type Map struct {
	Signs  []Sign                         // in the order of drawing
	Reveal func(grid.Region) *tile.Region // land that is known from afar, as it was seen last; may be nil
	// Seen returns which cells of a region the player has seen: bit 8·y+x for the cell of CellSide tiles at
	// x, y. nil: all that is known is shown.
	Seen func(grid.Region) uint64
	// Hint tells of land near what was seen: which squares of HintSide tiles are told of, and which of these
	// are land: bit 4·y+x for the square at x, y. nil: of none.
	Hint    func(grid.Region) (land, told uint16)
	Edition uint64 // another number: Seen says something else, or Names do
	Names   []AreaName
	Least   grid.Tile // the rectangle that has everything seen, with Most
	Most    grid.Tile
	Target  Target
	Pins    int // how many own pins there are, of MostPins; shared ones not counted
	Shared  int // how many the player shares, of entity.MostPins
	MayPin  bool
}

// CellSide is the side of a cell of land that is seen at once, in tiles; a region has Cells along each side.
const CellSide, Cells = 8, grid.RegionSide / 8

// HintSide is the side of a square of a hint, in tiles; a region has Hints along each side.
const HintSide, Hints = 16, grid.RegionSide / 16

// MostPins is how many pins of their own players can set in a world.
const MostPins = 64

// SignKind is what a sign on a map stands for.
type SignKind uint8

// The kinds of signs, the lowest on the map first.
const (
	NoSign      SignKind = iota
	HoldingSign          // land that somebody has claimed
	PlaceSign            // a place that was found
	UnseenSign           // a place that only shows from afar
	HearthSign
	PortalSign
	VaultSign
	HoardSign // a chest that was opened
	DarkSign  // a lighthouse
	LitSign   // one that burns
	PinSign   // of the player
	SharedSign
	LostSign // what a player lost lies there
	GoalSign
	SignKinds
)

// Sign is something on the maps.
type Sign struct {
	Kind   SignKind
	Tile   grid.Tile
	Name   string
	About  string      // a line about it, may be empty
	Number int         // of a lighthouse, from 1
	Pin    uint8       // the sign of a pin, from 1
	Seat   entity.Seat // of the player whose pin or remains it is
	Look   entity.Look
	Mine   bool // the player shares it, or lost it
	Edge   bool // the small map shows it at its edge when it lies beyond
}

// AreaName is the name of a land of one biome on the map.
type AreaName struct {
	Tile  grid.Tile // its middle
	Text  string
	Tiles int // how large it is, as the side of a square
}

// Target is where the player wants to go.
type Target struct {
	On   bool
	Tile grid.Tile
	Name string
	Path []grid.Tile // from the player to the target; not along known land: two tiles
	Far  int         // the length of Path, in tiles
}

// TilesOf returns the tiles of a region, also of another island as far as they are known.
func (m *Model) TilesOf(r grid.Region) *tile.Region {
	if have := m.Game.World.Region(r); have != nil {
		return have
	}
	if w, ok := m.Game.World.(interface {
		Beyond(grid.Region) *tile.Region
	}); ok {
		if have := w.Beyond(r); have != nil {
			return have
		}
	}
	if m.Map.Reveal != nil {
		return m.Map.Reveal(r)
	}
	return nil
}

// SeenOf returns which cells of a region the player has seen.
func (m *Map) SeenOf(r grid.Region) uint64 {
	if m.Seen == nil {
		return 1<<64 - 1
	}
	return m.Seen(r)
}

// The actions of the map.
type (
	// SetPin sets an own pin with a sign, from 1; sign 0 takes it away. Share: on everybody's map.
	SetPin struct {
		Tile  grid.Tile
		Sign  uint8
		Share bool
	}
	// SetTarget shows the way to a tile, or no way.
	SetTarget struct {
		On   bool
		Tile grid.Tile
		Name string
	}
)

func (SetPin) action()    {}
func (SetTarget) action() {}
