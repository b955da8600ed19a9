// Package island is the state machine of the world: an island is all regions that are active
// together, the bodies and players in them, and the rules. Turns go in as bytes; digests, snapshots and
// events come out.
//
// # State
//
// An Island is a pure function of its Genesis and of the turns it has executed, in their order. It
// consists of the clock, the players of the world (those in it, and those away), the bodies in
// ascending ID, the regions, the chests, the last lines of chat, component columns, and the counts of
// items created and destroyed. A region is unborn (as package terrain makes it, without bytes), active
// (in the tables) or dormant (kept as the bytes of its part of a snapshot, without ticks). The 3×3
// regions at the spawn are always active, and the 3×3 around every player in the world.
//
// # A tick
//
// Commands are executed first, in an order that is fair and the same everywhere (see inOrder). Then, in
// ascending seat, the players' hands and feet; then physics (see its package comment); then drops are
// drawn to players, in ascending seat; then what grows, by region; then what works by itself, by region (work, table);
// then regions come and go.
//
// A command that cannot be executed changes nothing and leaves an event with a Reason.
//
// # Several islands
//
// A world is one island, Home, or several: groups of players far from each other have islands of their own,
// each with land that home has lent it (realm, divide, carve, absorb, near, land). They talk by parcels that
// are part of the state (mail, message).
//
// # Files
//
// One file per noun: turn (bytes of commands), tick, player, walk, dig, place, use, carry, drop, chest,
// chat, growth, outline, laws; work, table, wires, piston, belt, lock; region, dormant; digest, snapshot, restore, component, copy, diff; reconcile. An Island is not safe
// for concurrent use: one goroutine owns it.
package island

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

// Genesis is what a world's state begins from.
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

// State is all that an island is, as data. The zero value holds nothing: it is what CopyNear and Restore fill.
type State struct {
	genesis Genesis
	spawn   grid.Tile
	tick    game.Tick

	players  []entity.PlayerState // in the world, in ascending seat
	away     []entity.PlayerState // known and not in it, in ascending seat
	awaySum  uint64               // hash of away
	lastSeat entity.Seat          // the greatest seat given

	space    physics.Space
	regions  []*region // active, in order
	chests   []chest   // in order of region and index
	outlines []Outline // in order of region and index
	dormant  []dormant // in order
	columns  []column  // in ascending name
	works    []work    // of the active regions where there is some, in order

	code      code       // the laws
	chat      []ChatLine // oldest first
	chatSeq   uint64
	chatSum   uint64 // hash of both
	created   [item.KindCount]uint64
	destroyed [item.KindCount]uint64
	realm

	// What follows is no state: it is derived from it, or scratch.
	partial bool // a copy for prediction: regions neither come nor go
	index   regionIndex
	latest  *region   // the region that was looked up last
	borders []*region // other islands' regions beyond the lines
	shades  []entity.Body
	moved   bool // a player has come, gone or changed its region
	spare   []*region
	do      physics.Do // what ShareOut was given
	mover   physics.Mover
	ropes   []Rope // scratch of rope
	lanes   []*laneLand
	events  []event.Event
	orders  []order
	due     []SeatCommand
	bytes   []byte
	sums    sums
	site    site     // scratch of visit
	spent   int      // the most that the work of one region has cost in the last tick
	applied []uint64 // how often each row of the table took effect
}

// NewState returns the world of that genesis at tick 0, with the regions at the spawn active.
func NewState(g Genesis) *State { return NewSceneState(g, 0, terrain.Spawn(g.Seed)) }

// Now returns the tick that the state has reached: the next one to be executed.
func (i *State) Now() game.Tick { return i.tick }

// Genesis returns what the world began from.
func (i *State) Genesis() Genesis { return i.genesis }

// Spawn returns the tile at which newcomers appear.
func (i *State) Spawn() grid.Tile { return i.spawn }

// Region returns the tiles of an active region, nil for any other. They are read-only, and valid until
// the next step.
func (i *State) Region(at grid.Region) *tile.Region {
	if r := i.region(at); r != nil {
		return &r.tiles
	}
	return nil
}

// Regions returns the places of the active regions, in order, in a slice of the caller's.
func (i *State) Regions() []grid.Region {
	list := make([]grid.Region, len(i.regions))
	for k, r := range i.regions {
		list[k] = r.at
	}
	return list
}

// ActiveRegions returns how many there are.
func (i *State) ActiveRegions() int { return len(i.regions) }

// DormantRegions returns how many regions are kept without ticks.
func (i *State) DormantRegions() int { return len(i.dormant) }

// TileAt returns what a place is made of; ok is false where no region is active.
func (i *State) TileAt(t grid.Tile) (g tile.Ground, b tile.Block, state uint8, ok bool) {
	r := i.region(t.Region())
	if r == nil {
		return 0, 0, 0, false
	}
	k := t.Index()
	return r.tiles.Ground[k], r.tiles.Block[k], r.tiles.State[k], true
}

// Bodies returns all bodies in ascending ID: a read-only view, valid until the next step.
func (i *State) Bodies() []entity.Body { return i.space.Bodies() }

// Body returns a body, nil if there is none of that ID. It is read-only, and valid until the next step.
func (i *State) Body(id game.EntityID) *entity.Body {
	if k, ok := i.space.Find(id); ok && id != 0 {
		return &i.space.Bodies()[k]
	}
	return nil
}

// Players returns the players in the world, also those asleep, in ascending seat: a read-only view,
// valid until the next step.
func (i *State) Players() []entity.PlayerState { return i.players }

// Known returns how many players that have ever entered the world are known here.
func (i *State) Known() int { return len(i.players) + len(i.away) + len(i.abroad) }

// PlayerByKey returns a player that has ever entered the world, in it or away, else nil. It is
// read-only, and valid until the next step.
func (i *State) PlayerByKey(key game.PlayerID) *entity.PlayerState {
	for k := range i.players {
		if i.players[k].Key == key {
			return &i.players[k]
		}
	}
	for k := range i.away {
		if i.away[k].Key == key {
			return &i.away[k]
		}
	}
	return nil
}

// Container returns what the chest on a tile holds, nil where there is none. It is read-only, and valid
// until the next step.
func (i *State) Container(t grid.Tile) *[item.ChestSlots]item.Stack {
	if k, ok := i.findChest(t); ok {
		return &i.chests[k].slots
	}
	return nil
}

// Chat returns the last ChatLines lines, oldest first: a read-only view, valid until the next step.
func (i *State) Chat() []ChatLine { return i.chat }

// Events returns what happened in the last Step or StepTick, in order: valid until the next.
func (i *State) Events() []event.Event { return i.events }
