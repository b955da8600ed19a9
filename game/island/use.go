package island

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Of a Bush, bit 0 of the state says that its berries were picked: they grow again.
const berriesPicked = tile.StateBit0

// handling is one row of what a hand does with what stands on a tile. Add a row to handlings, and the function that it
// names to the file of its subject.
type handling struct {
	name   string
	blocks []tile.Block
	do     func(i *State, h *handled) event.Reason
	apart  bool // do says itself what the player is seen doing
}

// handled is what somebody uses, as it was before.
type handled struct {
	p      *entity.PlayerState
	b      *entity.Body // of p
	t      grid.Tile
	ground tile.Ground
	block  tile.Block
	state  uint8
}

// handlings is the table. For what is in no row the hand goes on to what lies there (useBody).
var handlings = [...]handling{
	{name: "a lever is thrown, a machine turned or set", do: useMachine,
		blocks: []tile.Block{tile.Lever, tile.NotGate, tile.AndGate, tile.OrGate, tile.Delay, tile.Piston, tile.Conveyor, tile.Pump, tile.SwingGate, tile.Rotor}},
	{name: "ripe wheat is cut", blocks: []tile.Block{tile.Wheat}, do: harvest},
	{name: "a door opens and shuts, and is locked", blocks: []tile.Block{tile.Door}, do: useDoor},
	{name: "a beacon is lit", blocks: []tile.Block{tile.Beacon}, do: func(i *State, h *handled) event.Reason { return useBeacon(i, h.p, h.b, h.t) }},
	{name: "a light is lit and put out", blocks: []tile.Block{tile.Lamp, tile.Torch}, do: useLight},
	{name: "a hearth is lit, and gives embers", blocks: []tile.Block{tile.Hearth}, do: useHearth},
	{name: "a gate is opened by its handles", blocks: []tile.Block{tile.Gate}, do: func(*State, *handled) event.Reason { return event.Blocked }},
	{name: "two hold the handles of a gate", blocks: []tile.Block{tile.Handle}, apart: true, do: func(i *State, h *handled) event.Reason { return takeHandle(i, h.p, h.t) }},
	{name: "a chest is opened", blocks: []tile.Block{tile.Chest}, do: useChest},
	{name: "berries are picked", blocks: []tile.Block{tile.BerryBush}, do: pick},
	{name: "a standing stone is turned to another land", blocks: []tile.Block{tile.StandingStone, tile.Portal}, apart: true,
		do: func(i *State, h *handled) event.Reason { return turnStone(i, h.p, h.t) }},
}

// handlingOf is the row of each block, counted from 1.
var handlingOf [256]uint8

func init() {
	for n := range handlings {
		for _, b := range handlings[n].blocks {
			handlingOf[b] = uint8(n + 1)
		}
	}
}

// Usable reports whether a hand does anything with a block, in worlds of some rules at least.
func Usable(b tile.Block) bool { return handlingOf[b] > 0 }

// use does with what stands on a tile what a hand does with it.
func use(i *State, p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	if done, why := useCart(i, p, b, t); done {
		return why
	}
	ground, block, state, ok := i.TileAt(t)
	if !ok || !within(b, t) {
		return event.TooFar
	}
	n := handlingOf[block]
	if n == 0 {
		return useBody(i, p, t)
	}
	row := &handlings[n-1]
	why := row.do(i, &handled{p, b, t, ground, block, state})
	if why == event.NoReason && !row.apart {
		act(i, p, entity.Using)
	}
	return why
}

func useDoor(i *State, h *handled) event.Reason {
	if done, why := useLock(i, h.p, h.t, h.ground, h.state); done || why != event.NoReason {
		return why
	}
	if h.state&tile.StateBit0 != 0 && occupied(i, h.t, true) {
		return event.Blocked // a door cannot close on a body
	}
	i.setTile(h.t, h.ground, h.block, h.state^tile.StateBit0)
	i.tell(either(h.state&tile.StateBit0 == 0, event.Opened, event.Closed), h.p, h.t, int32(h.block), 0)
	return event.NoReason
}

func useLight(i *State, h *handled) event.Reason {
	i.setTile(h.t, h.ground, h.block, h.state^tile.StateBit0)
	i.tell(either(tile.Emits(h.block, h.state) == 0, event.Lit, event.Unlit), h.p, h.t, int32(h.block), 0)
	return event.NoReason
}

// useHearth lights a hearth; one that burns gives embers, and before there were any it was put out.
func useHearth(i *State, h *handled) event.Reason {
	if h.state&tile.StateBit0 != 0 {
		return takeEmbers(i, h.p, h.b, h.t)
	}
	return useLight(i, h)
}

func useChest(i *State, h *handled) event.Reason {
	if i.Container(h.t) == nil && !i.roomForChest(h.t.Region()) {
		return event.NoRoom
	}
	openChest(i, h.t)
	i.tell(event.Opened, h.p, h.t, int32(h.block), 0)
	return event.NoReason
}

func pick(i *State, h *handled) event.Reason {
	if !i.roomForBodies(h.t.Region(), 1) {
		return event.NoRoom
	}
	i.setTile(h.t, h.ground, tile.Bush, berriesPicked)
	berries := item.Stack{Kind: item.Berry, Count: 2}
	i.created[berries.Kind] += uint64(berries.Count)
	spill(i, berries, h.t, uint64(h.p.Body), 0)
	return event.NoReason
}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}
