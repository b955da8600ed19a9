// Package craft finds what a player can make where it stands: which stations are near, which chests its
// materials may come from, what is missing, and where ore for it is (Lead). The rule of the command (package
// act) and the panel of the window both ask it, so that the panel never offers what the world refuses.
package craft

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Reach is how far a station or a chest may be from the middle of a body, in tiles: across a workshop, not
// across a village.
const Reach = 5

// MaxChests is the most chests that count, the nearest ones: a hall of chests costs no more than that.
const MaxChests = 16

// Near is what there is round a player.
type Near struct {
	At     [item.StationCount]bool // which stations are there; Hands always is
	Chests []grid.Tile             // those the player may take from, the nearest first, at most MaxChests
}

// Look fills n with what is near a body of a player. It keeps the memory of n.
func (n *Near) Look(i *world.State, p *entity.PlayerState, b *entity.Body) {
	n.At = [item.StationCount]bool{item.Hands: true}
	n.Chests = n.Chests[:0]
	here := grid.TileAt(b.Pos)
	for dy := int32(-Reach); dy <= Reach; dy++ {
		for dx := int32(-Reach); dx <= Reach; dx++ {
			t := here.Add(dx, dy)
			_, block, _, ok := i.Land.TileAt(t)
			if !ok || !within(b, t) {
				continue
			}
			if s := item.StationOf(block); s != item.Hands {
				n.At[s] = true
			} else if block == tile.Chest && i.Chests.Slots(t) != nil && living.May(i, i.Rank(p), p.Key, rights.Take, t) == event.NoReason {
				n.insert(b, t)
			}
		}
	}
}

func within(b *entity.Body, t grid.Tile) bool { return t.Centre().Sub(b.Pos).Near(Reach * fixed.One) }

// insert puts a chest before the first that is farther away. Of equally distant ones, the first found, by
// rows, comes first.
func (n *Near) insert(b *entity.Body, t grid.Tile) {
	k := len(n.Chests)
	for k > 0 && farness(b, n.Chests[k-1]) > farness(b, t) {
		k--
	}
	if k == MaxChests {
		return
	}
	if len(n.Chests) < MaxChests {
		n.Chests = append(n.Chests, t)
	}
	copy(n.Chests[k+1:], n.Chests[k:])
	n.Chests[k] = t
}

func farness(b *entity.Body, t grid.Tile) fixed.Q { return t.Centre().Sub(b.Pos).Len() }

// Have returns how many items of a kind a player has, in the bag and in the chests near.
func (n *Near) Have(i *world.State, p *entity.PlayerState, k item.Kind) int {
	have := item.Total(p.Inventory[:], k)
	for _, t := range n.Chests {
		if slots := i.Chests.Slots(t); slots != nil {
			have += item.Total(slots[:], k)
		}
	}
	return have
}

// Can returns the reason why a player cannot carry out a recipe so many times, if there is one: no station,
// or too little of something. It does not look for room.
func (n *Near) Can(i *world.State, p *entity.PlayerState, r *item.Recipe, times int) event.Reason {
	if !n.At[r.At] {
		return Lacks[r.At]
	}
	for _, need := range r.Needs {
		if need.Count > 0 && n.Have(i, p, need.Kind) < times*int(need.Count) {
			return event.NotEnough
		}
	}
	return event.NoReason
}

// Most returns how many times a player's materials suffice for a recipe, at most MaxTimes.
func (n *Near) Most(i *world.State, p *entity.PlayerState, r *item.Recipe) int {
	most := MaxTimes
	for _, need := range r.Needs {
		if need.Count > 0 {
			most = min(most, n.Have(i, p, need.Kind)/int(need.Count))
		}
	}
	return most
}

// MaxTimes is the most times that one command carries a recipe out.
const MaxTimes = 255

// Lacks is the reason for each station that is missing.
var Lacks = [item.StationCount]event.Reason{
	item.AtBench: event.NeedsBench, item.AtFurnace: event.NeedsFurnace, item.AtLoom: event.NeedsLoom, item.AtAnvil: event.NeedsAnvil,
}
