package act

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Locks are the kinds of key, by lock.
var Locks = [4]item.Kind{1: item.WoodKey, 2: item.CopperKey, 3: item.CrystalKey}

// lockFor returns the lock that a kind of item is the key of, 0 for none.
func lockFor(k item.Kind) uint8 {
	for n := 1; n < len(Locks); n++ {
		if Locks[n] == k {
			return uint8(n)
		}
	}
	return 0
}

// opens reports whether a player may open a door: it is not locked, or the key is carried.
func opens(i *world.State, p *entity.PlayerState, state uint8) bool {
	lock := living.LockOf(state)
	if lock == 0 {
		return true
	}
	for k := range item.InventorySlots {
		if p != nil && p.Inventory[k].Kind == Locks[lock] {
			return true
		}
	}
	return false
}

// useLock turns the key in a player's hand in a shut door, and refuses a locked door to a player without the
// key. done is true when nothing is left to do.
func useLock(i *world.State, p *entity.PlayerState, t grid.Tile, ground tile.Ground, state uint8) (done bool, why event.Reason) {
	lock, key := living.LockOf(state), lockFor(p.Inventory[p.Slot].Kind)
	switch {
	case !opens(i, p, state):
		return false, event.NeedsKey
	case key == 0 || state&tile.StateBit0 != 0 || lock != 0 && lock != key:
		return false, event.NoReason
	case lock == key:
		living.SetTile(i, t, ground, tile.Door, state&^(3<<living.LockShift))
		i.Tell(event.Locked, p, t, int32(tile.Door), 0)
	default:
		living.SetTile(i, t, ground, tile.Door, state|key<<living.LockShift)
		i.Tell(event.Locked, p, t, int32(tile.Door), 1)
	}
	return true, event.NoReason
}

// useMachine throws a lever, makes a delay longer, lets a rotor turn the other way, or turns the front of a
// machine by a quarter.
func useMachine(i *world.State, h *handled) event.Reason {
	b, state := h.block, h.state
	switch {
	case b == tile.Lever:
		living.SetTile(i, h.t, h.ground, b, state^tile.StateBit0)
		i.Tell(event.Switched, h.p, h.t, int32(b), int32(^state&tile.StateBit0))
		return event.NoReason
	case b == tile.Piston && state&tile.StateBit0 != 0:
		return event.Blocked // its head is out
	case b == tile.Rotor:
		state ^= tile.RotorBack
	case b == tile.Delay && state>>3&3 != 3:
		state = state&0x1f + 1<<3 // waits anew
	case b == tile.Delay:
		state = tile.HeadingOf(state).Turned(1).Facing(state & 7)
	default:
		state = tile.HeadingOf(state).Turned(1).Facing(state)
	}
	living.SetTile(i, h.t, h.ground, b, state)
	i.Tell(event.Turned, h.p, h.t, int32(b), int32(state))
	return event.NoReason
}
