package act

import (
	"manyhold/game/board"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// handling is one row of the table of blocks that a hand can use. Add a row to Handlings, and its function to
// the file of its subject.
type handling struct {
	Name   string
	Blocks []tile.Block
	Do     func(i *world.State, h *handled) event.Reason
	apart  bool // do says itself what the player is seen doing
}

// handled is the used tile, as it was before.
type handled struct {
	p      *entity.PlayerState
	b      *entity.Body // of p
	t      grid.Tile
	ground tile.Ground
	block  tile.Block
	state  uint8
}

// Handlings is the table. For a block without a row the hand goes on to the bodies there (useBody).
var Handlings = [...]handling{
	{Name: "a lever is thrown, a machine turned or set", Do: useMachine,
		Blocks: []tile.Block{tile.Lever, tile.NotGate, tile.AndGate, tile.OrGate, tile.Delay, tile.Piston, tile.Conveyor, tile.Pump, tile.SwingGate, tile.Rotor}},
	{Name: "ripe wheat is cut", Blocks: []tile.Block{tile.Wheat}, Do: harvest},
	{Name: "a door opens and shuts, and is locked", Blocks: []tile.Block{tile.Door}, Do: useDoor},
	{Name: "a beacon is lit", Blocks: []tile.Block{tile.Beacon}, Do: func(i *world.State, h *handled) event.Reason { return useBeacon(i, h.p, h.b, h.t) }},
	{Name: "a light is lit and put out", Blocks: []tile.Block{tile.Lamp, tile.Torch}, Do: useLight},
	{Name: "a hearth is lit, and gives embers", Blocks: []tile.Block{tile.Hearth}, Do: useHearth},
	{Name: "a gate is opened by its handles", Blocks: []tile.Block{tile.Gate}, Do: func(*world.State, *handled) event.Reason { return event.Blocked }},
	{Name: "two hold the handles of a gate", Blocks: []tile.Block{tile.Handle}, apart: true, Do: func(i *world.State, h *handled) event.Reason { return living.TakeHandle(i, h.p, h.t) }},
	{Name: "a chest is opened", Blocks: []tile.Block{tile.Chest}, Do: useChest},
	{Name: "a match board is read", Blocks: []tile.Block{tile.MatchBoard}, Do: readBoard},
	{Name: "a notice board is read", Blocks: []tile.Block{tile.Notice}, Do: func(i *world.State, h *handled) event.Reason { return board.Read(i, h.p, h.b, h.t) }},
	{Name: "berries are picked", Blocks: []tile.Block{tile.BerryBush}, Do: pick},
	{Name: "a standing stone is turned to another land", Blocks: []tile.Block{tile.StandingStone, tile.Portal}, apart: true,
		Do: func(i *world.State, h *handled) event.Reason { return turnStone(i, h.p, h.t) }},
}

// handlingOf is the row of each block, counted from 1.
var handlingOf [256]uint8

func init() {
	for n := range Handlings {
		for _, b := range Handlings[n].Blocks {
			handlingOf[b] = uint8(n + 1)
		}
	}
}

// Usable reports whether a hand does anything with a block, in worlds of some rules at least.
func Usable(b tile.Block) bool { return handlingOf[b] > 0 }

// Use lets a player's hand use the block on a tile.
func Use(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	if done, why := fall.Help(i, p, b, t); done {
		return why
	}
	if done, why := useCart(i, p, b, t); done {
		return why
	}
	if done, why := useThing(i, p, b, t); done {
		return why
	}
	ground, block, state, ok := i.Land.TileAt(t)
	if !ok || !living.Within(b, t) {
		return event.TooFar
	}
	n := handlingOf[block]
	if n == 0 {
		return living.UseBody(i, p, t)
	}
	row := &Handlings[n-1]
	why := row.Do(i, &handled{p, b, t, ground, block, state})
	if why == event.NoReason && !row.apart {
		living.Act(i, p, entity.Using)
	}
	return why
}

func useDoor(i *world.State, h *handled) event.Reason {
	if done, why := useLock(i, h.p, h.t, h.ground, h.state); done || why != event.NoReason {
		return why
	}
	if h.state&tile.StateBit0 != 0 && living.Occupied(i, h.t, true) {
		return event.Blocked // a door cannot close on a body
	}
	living.SetTile(i, h.t, h.ground, h.block, h.state^tile.StateBit0)
	i.Tell(living.Either(h.state&tile.StateBit0 == 0, event.Opened, event.Closed), h.p, h.t, int32(h.block), 0)
	return event.NoReason
}

// readBoard tells that a player reads the board. Its window shows the matches of the world; the simulation
// does not know them.
func readBoard(i *world.State, h *handled) event.Reason {
	i.Tell(event.Opened, h.p, h.t, int32(h.block), 0)
	return event.NoReason
}

func useLight(i *world.State, h *handled) event.Reason {
	living.SetTile(i, h.t, h.ground, h.block, h.state^tile.StateBit0)
	i.Tell(living.Either(tile.Emits(h.block, h.state) == 0, event.Lit, event.Unlit), h.p, h.t, int32(h.block), 0)
	return event.NoReason
}

// useHearth lights a hearth; one that burns gives embers, and before there were any it was put out.
func useHearth(i *world.State, h *handled) event.Reason {
	h.p.Hearth = h.t // where it wakes from now on
	if h.state&tile.StateBit0 != 0 {
		return takeEmbers(i, h.p, h.b, h.t)
	}
	return useLight(i, h)
}

func useChest(i *world.State, h *handled) event.Reason {
	if i.Chests.Slots(h.t) == nil && !i.Chests.Room(h.t.Region()) {
		return event.NoRoom
	}
	world.OpenChest(i, h.t)
	i.Tell(event.Opened, h.p, h.t, int32(h.block), 0)
	return event.NoReason
}

func pick(i *world.State, h *handled) event.Reason {
	if !i.Space.Room(h.t.Region(), 1) {
		return event.NoRoom
	}
	living.SetTile(i, h.t, h.ground, tile.Bush, living.BerriesPicked)
	berries := item.Stack{Kind: item.Berry, Count: 2}
	i.Ledger.Created[berries.Kind] += uint64(berries.Count)
	living.Spill(i, berries, h.t, uint64(h.p.Body), 0)
	return event.NoReason
}
