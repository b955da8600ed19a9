// Package island is the state machine of the world: a world.State and the rules that step it. Turns go in as
// bytes; digests, snapshots and events come out.
//
// # A tick
//
// Commands are executed first, in an order that is fair and the same everywhere (see inOrder). Then come what
// people and animals do, physics (see its package comment), what crosses to other islands, machines and
// growth (package living), and regions that come and go. The function step in tick.go is the list.
//
// A command that cannot be executed changes nothing and leaves an event with a Reason.
//
// # Several islands
//
// A world is one island, Home, or several: groups of players far from each other have islands of their own,
// each with land that home has lent it (package federation).
//
// # Packages
//
// world is the state; living, federation and act are functions on it, and each may call those before it; turn
// is the bytes of a turn; reconcile merges a fork; exhibit builds worlds to look at. An Island is not safe
// for concurrent use: one goroutine owns it.
package island

import (
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/reconcile"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// Island is a state together with the rules that step it: the machine that a host replicates. The zero value
// is empty; CopyNear and Restore fill it.
type Island struct {
	world.State
	builder turn.Builder
}

// New returns the world of that genesis at tick 0, with the regions at the spawn active.
func New(g world.Genesis) *Island { return &Island{State: *NewState(g)} }

// NewScene returns an island with nothing but the land of a genesis, at a tick and with a spawn of the
// caller's.
func NewScene(g world.Genesis, at game.Tick, spawn grid.Tile) *Island {
	return &Island{State: *NewSceneState(g, at, spawn)}
}

// CopyNear makes dst a copy of the surroundings of a tile: see State.CopyNear.
func (i *Island) CopyNear(dst *Island, centre grid.Tile) { i.State.CopyNear(&dst.State, centre) }

// Copy makes dst a copy of all of a copy that CopyNear made.
func (i *Island) Copy(dst *Island) { i.State.Copy(&dst.State) }

// Diff names the first difference between two islands: see DiffStates.
func Diff(a, b *Island) (field string, differ bool) { return world.DiffStates(&a.State, &b.State) }

// Absorb merges another island of this world, which has ended, into this one: its players with their seats,
// its land with everything on it, its counts of items, and its correspondence. Home takes its land back; a
// child goes on holding it, and tells home that the other has ended. Home itself is never absorbed.
//
// The greater tick goes on. On the side that was behind, timers are shifted by the difference (an event due
// in a second stays due in a second), plants catch up as in a region that wakes, and dormant regions keep the
// tick at which they fell asleep. Before that, both islands take in the messages in flight between them, by
// turns, the other island's first.
//
// Every peer absorbs at the same turn boundary. Afterwards Events holds the events of the mail. An error
// leaves the state unchanged.
func (i *Island) Absorb(snapshot []byte) error { return federation.Absorb(&i.State, snapshot) }

// Carve cuts a part, as Divide names it, out of this island: its players with their seats, the land within
// their Reserve (except the spawn and the land in the others' reach), and everything on it. child is the
// snapshot of the new island of that id, which holds that land. Items that go count as destroyed here and as
// created there. An error leaves the state unchanged.
//
// Every peer carves at the same turn boundary. The child goes on at this island's tick.
func (i *Island) Carve(part []byte, island uint64) (child []byte, err error) {
	return federation.Carve(&i.State, part, island)
}

// Disperse returns the parts into which this island could be split now if it has more people than its cap.
// The caller knows the cap: one that the world got later is not part of the state. Each part is the bytes
// that Carve takes, as with Divide, in the same order, at most MaxParts. Players in regions that do not touch
// are of different groups, for however short a time. Groups without land of their own that the others can
// spare cannot be carved off and are left out. The result depends only on the state.
func (i *Island) Disperse() (parts [][]byte) { return federation.Disperse(&i.State) }

// Divide returns how this island should be split now: of each part the bytes that Carve takes, at most
// MaxParts, in ascending lowest seat; nil if it should not. It depends on nothing but the state.
func (i *Island) Divide() (parts [][]byte) { return federation.Divide(&i.State) }

// EffectOn returns the effect on the player of a body, and its remaining ticks.
func (i *Island) EffectOn(body game.EntityID) (e act.Effect, left uint16) {
	return act.EffectOn(&i.State, body)
}

// Keepers returns the names of the keepers of the lighthouse on a tile, in the order in which they came,
// separated by commas, and the tick at which the first lit it. Without keepers it returns "" and 0.
func (i *Island) Keepers(t grid.Tile) (names string, since game.Tick) {
	return act.Keepers(&i.State, t)
}

// Ghosts returns the images of other islands' bodies near the lines, in ascending ID: they are drawn like
// bodies. The slice is valid until the next call.
func (i *Island) Ghosts() []entity.Body { return federation.Ghosts(&i.State) }

// Parcels appends the parcels for an island that are not acknowledged, from sequence number from on. They
// are read-only, and valid for ever.
func (i *Island) Parcels(to, from uint64, dst [][]byte) [][]byte {
	return federation.Parcels(&i.State, to, from, dst)
}

// Towards appends the islands for which there are parcels, in ascending order.
func (i *Island) Towards(dst []uint64) []uint64 { return federation.Towards(&i.State, dst) }

// Expect returns the number of the parcel that is wanted next from an island. It acknowledges all before.
func (i *Island) Expect(source uint64) uint64 { return federation.Expect(&i.State, source) }

// Fits returns the reason why a body cannot place an item on a tile, if there is one, so that a caller can
// tell the player in advance.
func (i *Island) Fits(b *entity.Body, t grid.Tile, kind item.Kind) event.Reason {
	return act.Fits(&i.State, b, t, kind)
}

// Reconcile merges a branch: a line that some players lived by themselves from the state base on, while
// others continued the firm fork. It is a three-way merge. The state of the island is the firm side's, base
// is the common ancestor, and branch is the last state of the branch. A change on one side only is taken;
// where both sides changed, the firm side wins; reconcile.Reconcile has the rules in detail.
//
// The report lists the results in plain words, one a line. It ends with a newline and has at most reportLines
// lines. An error matches ErrSnapshot, ErrNewer, or ErrBranch when base is not the common ancestor; the state
// is then unchanged.
//
// A branch must not be merged twice from the same base. From its end on, nothing is left to merge.
func (i *Island) Reconcile(base, branch []byte) (report []byte, err error) {
	return reconcile.Reconcile(&i.State, base, branch)
}

// ReconcileLand merges the tiles and outlines of a branch, and nothing else; see reconcile.ReconcileLand.
func (i *Island) ReconcileLand(base, branch []byte) (report []byte, err error) {
	return reconcile.ReconcileLand(&i.State, base, branch)
}

// Tiable reports whether using a tile would tie or untie something on it.
func (i *Island) Tiable(t grid.Tile) bool { return living.Tiable(&i.State, t) }

// StepTick executes one tick with these commands, which it puts in order. Afterwards Events holds the tick's
// events. Prediction uses it; a confirmed island is stepped by turns.
func (i *Island) StepTick(cmds []world.SeatCommand) { StepTick(&i.State, cmds) }

// Begin starts an empty turn of that many ticks, to follow the present state. The builder is the island's: it
// is valid until the next Begin, or until the state changes.
func (i *Island) Begin(ticks uint8) *turn.Builder {
	i.builder.Begin(&i.State, ticks)
	return &i.builder
}

// Commands calls f with every command of a turn that follows the present state: see turn.Turn.
func (i *Island) Commands(t *turn.Turn, f func(author [32]byte, seq uint64, body []byte)) {
	t.Commands(&i.State, f)
}

// Step executes a turn.
func (i *Island) Step(t *turn.Turn) { Step(&i.State, t) }

// Replay parses a turn and executes it, for those who have only its bytes: readers of files and recordings.
// The error is turn.Parse's, and the state is then unchanged.
func (i *Island) Replay(body []byte) error {
	t, err := turn.Parse(body)
	if err == nil {
		i.Step(t)
	}
	return err
}

// People returns how many players are awake here.
func (i *Island) People() uint16 { return federation.People(&i.State) }

// Near appends the islands with which this one should be merged now: those that want or hold land within
// the Reserve of its players, as long as all people fit on one island, and Home when this one should end. The
// list is in ascending order. Both sides of a pair come to say so, within a second or two of each other.
func (i *Island) Near(dst []uint64) []uint64 { return federation.Near(&i.State, dst) }

// Neighbours appends the islands that a player of this one may come to within Reserve regions: those that
// were heard of lately, and at home those that hold land there. The list is in ascending order.
func (i *Island) Neighbours(dst []uint64) []uint64 { return federation.Neighbours(&i.State, dst) }

// Place appends where the island lies: u32 X, u32 Y of the region of its first player, else of its first
// land, else of the spawn.
func (i *Island) Place(dst []byte) []byte { return federation.Place(&i.State, dst) }

// Region returns the tiles of an active region, nil for any other. They are read-only, and valid until the
// next step.
func (i *Island) Region(at grid.Region) *tile.Region { return i.Land.Tiles(at) }

// Beyond returns the known image of another island's region: true near its edges, untouched elsewhere; nil
// where nothing is known. It is read-only, and valid until the next step.
func (i *Island) Beyond(at grid.Region) *tile.Region { return i.Land.Beyond(at) }

// TileAt returns the ground, block and state of a tile; ok is false where no region is active.
func (i *Island) TileAt(t grid.Tile) (g tile.Ground, b tile.Block, state uint8, ok bool) {
	return i.Land.TileAt(t)
}

// Players returns the players in the world, also those asleep, in ascending seat: a read-only view, valid
// until the next step.
func (i *Island) Players() []entity.PlayerState { return i.Roster.Here }

// Container returns the contents of the chest on a tile, nil where there is none. It is read-only, and valid
// until the next step.
func (i *Island) Container(t grid.Tile) *[item.ChestSlots]item.Stack { return i.Chests.Slots(t) }

// Word returns the number of the word of the charter by which the laws hold, 0 while there was none.
func (i *Island) Word() uint64 {
	for _, o := range i.Code.List() {
		if o.Topic == world.OfLaws {
			return o.Word
		}
	}
	return 0
}

// Self returns the island's id: Home, or that of a child.
func (i *Island) Self() uint64 { return i.Register.SelfID }

// Contains reports whether another island was absorbed here, or by an island that was. An island carved out
// does not inherit this.
func (i *Island) Contains(island uint64) bool { return i.Absorbed.Contains(island) }

// IsAway reports whether home knows a player to be on another island.
func (i *Island) IsAway(author [32]byte) bool { return i.Register.IsAway(author) }

// Recipes returns how many of item.Recipes there are under the rules of the world, from the first on.
func (i *Island) Recipes() int { return i.Book().Recipes }

// Present appends the keys of the players that are awake in the world, in ascending seat.
func (i *Island) Present(dst [][32]byte) [][32]byte {
	for k := range i.Roster.Here {
		if i.IsAwake(&i.Roster.Here[k]) {
			dst = append(dst, i.Roster.Here[k].Key)
		}
	}
	return dst
}

// Holds reports whether that player's body, or its record while it is away, is here.
func (i *Island) Holds(author [32]byte) bool { return i.Roster.ByKey(author) != nil }

// Sequence returns the number of the author's last command that was executed, 0 if there was none.
func (i *Island) Sequence(author [32]byte) uint64 {
	if p := i.Roster.ByKey(author); p != nil {
		return p.LastSeq
	}
	return 0
}
