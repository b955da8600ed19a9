package island

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// A door is locked with a key in hand, and by the same unlocked again. Whoever carries a key of that kind opens it, and
// may dig it out; nobody else, and no signal. The lock is bits 3 and 4 of the door's state: which kind of key.

// lockShift is where the lock begins in the state of a door.
const lockShift = 3

// lockOf returns the lock of a door: 0 for none.
func lockOf(state uint8) uint8 { return state >> lockShift & 3 }

// locks are the kinds of key, by lock.
var locks = [4]item.Kind{1: item.WoodKey, 2: item.CopperKey, 3: item.CrystalKey}

// lockFor returns the lock that a kind of item is the key of, 0 for none.
func lockFor(k item.Kind) uint8 {
	for n := 1; n < len(locks); n++ {
		if locks[n] == k {
			return uint8(n)
		}
	}
	return 0
}

// opens reports whether a player may open a door: it is not locked, or the key is carried.
func opens(i *State, p *entity.PlayerState, state uint8) bool {
	lock := lockOf(state)
	if lock == 0 {
		return true
	}
	for k := range item.InventorySlots {
		if p != nil && p.Inventory[k].Kind == locks[lock] {
			return true
		}
	}
	return false
}

// useLock turns the key that a player has in hand in a shut door, and refuses a locked one to whoever has no key. done
// is true when that was all.
func useLock(i *State, p *entity.PlayerState, t grid.Tile, ground tile.Ground, state uint8) (done bool, why event.Reason) {
	lock, key := lockOf(state), lockFor(p.Inventory[p.Slot].Kind)
	switch {
	case !opens(i, p, state):
		return false, event.NeedsKey
	case key == 0 || state&tile.StateBit0 != 0 || lock != 0 && lock != key:
		return false, event.NoReason
	case lock == key:
		i.setTile(t, ground, tile.Door, state&^(3<<lockShift))
		i.tell(event.Locked, p, t, int32(tile.Door), 0)
	default:
		i.setTile(t, ground, tile.Door, state|key<<lockShift)
		i.tell(event.Locked, p, t, int32(tile.Door), 1)
	}
	return true, event.NoReason
}

// useMachine throws a lever, makes a delay longer, lets a rotor turn the other way, or turns the front of a machine by a
// quarter.
func useMachine(i *State, h *handled) event.Reason {
	b, state := h.block, h.state
	switch {
	case b == tile.Lever:
		i.setTile(h.t, h.ground, b, state^tile.StateBit0)
		i.tell(event.Switched, h.p, h.t, int32(b), int32(^state&tile.StateBit0))
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
	i.setTile(h.t, h.ground, b, state)
	i.tell(event.Turned, h.p, h.t, int32(b), int32(state))
	return event.NoReason
}

// placedState is the state in which a block is set up by a body: the front of what has one looks away from it,
// and a gate is in its way.
func placedState(b *entity.Body, t grid.Tile, block tile.Block) uint8 {
	if !tile.Oriented(block) {
		return 0
	}
	h := headingTo(t.Centre().Sub(b.Pos))
	if block == tile.SwingGate {
		h = h.Turned(1)
	}
	return h.Facing(0)
}

// headingTo returns the heading nearest to a direction.
func headingTo(d fixed.Vec) tile.Heading {
	switch {
	case d.X.Abs() >= d.Y.Abs() && d.X >= 0:
		return tile.East
	case d.X.Abs() >= d.Y.Abs():
		return tile.West
	case d.Y >= 0:
		return tile.South
	}
	return tile.North
}
