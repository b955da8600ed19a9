package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Of a Bush, bit 0 of the state says that its berries were picked: they grow again.
const berriesPicked = tile.StateBit0

// use opens, lights, or picks what stands on a tile.
func (i *Island) use(p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	if done, why := i.useCart(p, b, t); done {
		return why
	}
	ground, block, state, ok := i.TileAt(t)
	if !ok || !within(b, t) {
		return event.TooFar
	}
	switch block {
	case tile.Lever, tile.NotGate, tile.AndGate, tile.OrGate, tile.Delay, tile.Piston, tile.Conveyor, tile.Pump:
		if why := i.useMachine(p, t, ground, block, state); why != event.NoReason {
			return why
		}
	case tile.Wheat:
		if why := i.harvest(p, t, ground, state); why != event.NoReason {
			return why
		}
	case tile.Door:
		if done, why := i.useLock(p, t, ground, state); done || why != event.NoReason {
			if why == event.NoReason {
				i.act(p, entity.Using)
			}
			return why
		}
		if state&tile.StateBit0 != 0 && i.occupied(t, true) {
			return event.Blocked // a door cannot close on a body
		}
		i.setTile(t, ground, block, state^tile.StateBit0)
		i.tell(either(state&tile.StateBit0 == 0, event.Opened, event.Closed), p, t, int32(block), 0)
	case tile.Beacon:
		if why := i.useBeacon(p, b, t); why != event.NoReason {
			return why
		}
	case tile.Lamp, tile.Torch, tile.Hearth:
		if block == tile.Hearth && state&tile.StateBit0 != 0 && i.genesis.Rules >= game.Lighthouses {
			if why := i.takeEmbers(p, b, t); why != event.NoReason {
				return why
			}
			break
		}
		i.setTile(t, ground, block, state^tile.StateBit0)
		i.tell(either(tile.Emits(block, state) == 0, event.Lit, event.Unlit), p, t, int32(block), 0)
	case tile.Gate:
		return event.Blocked // its handles open it
	case tile.Handle:
		return i.takeHandle(p, t)
	case tile.Chest:
		if i.Container(t) == nil && !i.roomForChest(t.Region()) {
			return event.NoRoom
		}
		i.openChest(t)
		i.tell(event.Opened, p, t, int32(block), 0)
	case tile.BerryBush:
		if !i.roomForBodies(t.Region(), 1) {
			return event.NoRoom
		}
		i.setTile(t, ground, tile.Bush, berriesPicked)
		berries := item.Stack{Kind: item.Berry, Count: 2}
		i.created[berries.Kind] += uint64(berries.Count)
		i.spill(berries, t, uint64(p.Body), 0)
	case tile.StandingStone, tile.Portal:
		return i.turnStone(p, t)
	default:
		return i.useBody(p, t)
	}
	i.act(p, entity.Using)
	return event.NoReason
}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}
