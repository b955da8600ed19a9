package matches

import (
	"manyhold/app/feed"
	"manyhold/app/node"
	"manyhold/game/island"
)

// Arch is what is seen through the match board: the arena of the match in which the player is, while the
// window shows the world.
type Arch struct {
	room string
	from node.Backend
	seen *feed.Confirmed
}

// Look returns the arena as it is now, valid until the next call; nil for none. near says that the board can
// be seen: otherwise nothing is copied.
func (a *Arch) Look(d *Desk, near bool) *island.Island { return a.of(d, d.own, near) }

// of is Look of any room whose match the node has.
func (a *Arch) of(d *Desk, id string, near bool) *island.Island {
	if !near || id == "" {
		a.Close()
		return nil
	}
	if a.room != id {
		a.Close()
	}
	if a.from == nil {
		if a.from = d.behind(id); a.from == nil {
			return nil
		}
		a.room = id
	}
	select {
	case <-a.from.Done():
		a.Close()
		return nil
	default:
	}
	if c := a.from.Copies().Take(); c != nil {
		if a.seen != nil {
			a.from.Copies().Give(a.seen)
		}
		a.seen = c
	}
	if a.seen == nil {
		return nil
	}
	return a.seen.World
}

// Close looks no more.
func (a *Arch) Close() {
	if a.from != nil {
		a.from.Stop()
	}
	*a = Arch{}
}
