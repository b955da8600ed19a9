// Package world is the state of an island: all regions that are active together, the bodies and players in
// them, and the island's knowledge of other islands. It has the lookups, snapshot, digest, copy and diff; the
// rules are in packages living, act, federation and island, which are functions on a State.
//
// A State is a pure function of its Genesis and of the turns that were executed, in their order. It
// consists of the clock, the players of the world (those in it, and those away), the bodies in
// ascending ID, the regions, the chests, the last lines of chat, component columns, and the counts of
// items created and destroyed. A region is unborn (as package terrain makes it, without bytes), active
// (in the tables) or dormant (kept as the bytes of its part of a snapshot, without ticks). The 3×3
// regions at the spawn are always active, and the 3×3 around every player in the world.
//
// A State is not safe for concurrent use: one goroutine owns it.
package world

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/physics"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// Genesis is the origin of a world's state.
type Genesis struct {
	Seed  uint64
	Rules game.Rules
	Cap   uint16 // the most players that one island takes in by merging and at lines; 0: MaxPlayers
}

// ChatLine is one thing that was said.
type ChatLine struct {
	Seq  uint64 // ascending within a world, from 1
	Tick game.Tick
	Seat entity.Seat
	Name string // the speaker's when it was said
	Text string
}

// State is the whole of an island, as data. The zero value is empty; CopyNear and Restore fill it.
type State struct {
	Gen       Genesis
	SpawnTile grid.Tile
	Clock     game.Tick

	Roster   []entity.PlayerState // in the world, in ascending seat
	Away     []entity.PlayerState // known and not in it, in ascending seat
	awaySum  uint64               // hash of away
	LastSeat entity.Seat          // the greatest seat given

	Space   physics.Space
	Active  []*Region       // active, in order
	Chests  []Chest         // in order of region and index
	Traces  []Outline       // in order of region and index
	Dormant []DormantRegion // in order
	Columns []Column        // in ascending name
	Works   []Work          // of the active regions where there is some, in order

	Code      LawCode    // the laws
	ChatLog   []ChatLine // oldest first
	ChatSeq   uint64
	chatSum   uint64 // hash of both
	Created   [item.KindCount]uint64
	Destroyed [item.KindCount]uint64
	Topology

	// The following fields are not state: they are derived from it, or scratch.
	Partial  bool // a copy for prediction: regions neither come nor go
	index    regionIndex
	latest   *Region   // the region that was looked up last
	Borders  []*Region // other islands' regions beyond the lines
	Shades   []entity.Body
	Moved    bool // a player has come, gone or changed its region
	spare    []*Region
	Do       physics.Do // what ShareOut was given
	Mover    physics.Mover
	RopeList []Rope // scratch of rope
	lanes    []*laneLand
	Happened []event.Event
	Due      []SeatCommand
	bytes    []byte
	sums     sums
	Site     Site     // scratch of visit
	Spent    int      // the most that the work of one region has cost in the last tick
	Applied  []uint64 // how often each row of the table took effect
}

// NewState returns the world of that genesis at tick 0, with the regions at the spawn active.
func NewState(g Genesis) *State { return NewSceneState(g, 0, terrain.Spawn(g.Seed)) }

// Now returns the tick that the state has reached: the next one to be executed.
func (i *State) Now() game.Tick { return i.Clock }

// Genesis returns the origin of the world.
func (i *State) Genesis() Genesis { return i.Gen }

// Spawn returns the tile at which newcomers appear.
func (i *State) Spawn() grid.Tile { return i.SpawnTile }

// Region returns the tiles of an active region, nil for any other. They are read-only, and valid until
// the next step.
func (i *State) Region(at grid.Region) *tile.Region {
	if r := i.ActiveRegion(at); r != nil {
		return &r.Tiles
	}
	return nil
}

// Regions returns the places of the active regions, in order, in a slice of the caller's.
func (i *State) Regions() []grid.Region {
	list := make([]grid.Region, len(i.Active))
	for k, r := range i.Active {
		list[k] = r.At
	}
	return list
}

// ActiveRegions returns how many there are.
func (i *State) ActiveRegions() int { return len(i.Active) }

// DormantRegions returns how many regions are kept without ticks.
func (i *State) DormantRegions() int { return len(i.Dormant) }

// TileAt returns the ground, block and state of a tile; ok is false where no region is active.
func (i *State) TileAt(t grid.Tile) (g tile.Ground, b tile.Block, state uint8, ok bool) {
	r := i.ActiveRegion(t.Region())
	if r == nil {
		return 0, 0, 0, false
	}
	k := t.Index()
	return r.Tiles.Ground[k], r.Tiles.Block[k], r.Tiles.State[k], true
}

// Bodies returns all bodies in ascending ID: a read-only view, valid until the next step.
func (i *State) Bodies() []entity.Body { return i.Space.Bodies() }

// Body returns a body, nil if there is none of that ID. It is read-only, and valid until the next step.
func (i *State) Body(id game.EntityID) *entity.Body {
	if k, ok := i.Space.Find(id); ok && id != 0 {
		return &i.Space.Bodies()[k]
	}
	return nil
}

// Players returns the players in the world, also those asleep, in ascending seat: a read-only view,
// valid until the next step.
func (i *State) Players() []entity.PlayerState { return i.Roster }

// Known returns how many players that have ever entered the world are known here.
func (i *State) Known() int { return len(i.Roster) + len(i.Away) + len(i.AwayPlayers) }

// PlayerByKey returns a player that has ever entered the world, in it or away, else nil. It is
// read-only, and valid until the next step.
func (i *State) PlayerByKey(key game.PlayerID) *entity.PlayerState {
	for k := range i.Roster {
		if i.Roster[k].Key == key {
			return &i.Roster[k]
		}
	}
	for k := range i.Away {
		if i.Away[k].Key == key {
			return &i.Away[k]
		}
	}
	return nil
}

// Container returns the contents of the chest on a tile, nil where there is none. It is read-only, and valid
// until the next step.
func (i *State) Container(t grid.Tile) *[item.ChestSlots]item.Stack {
	if k, ok := i.FindChest(t); ok {
		return &i.Chests[k].Slots
	}
	return nil
}

// Chat returns the last ChatLines lines, oldest first: a read-only view, valid until the next step.
func (i *State) Chat() []ChatLine { return i.ChatLog }

// Events returns the events of the last Step or StepTick, in order. They are valid until the next.
func (i *State) Events() []event.Event { return i.Happened }
