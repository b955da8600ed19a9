package model

import (
	"math"

	"manyhold/game"
	"manyhold/game/craft"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Game is the world around the player. Model.See fills Me to World from a scene.
type Game struct {
	Me     *entity.PlayerState // nil until the player has entered
	Centre grid.Tile           // the tile under the player's feet
	Tick   game.Tick
	Hour   float64  // time of day of the world, 0 to 24
	People []Person // everybody in the world, in order of seat
	World  World    // nil: no minimap and no chests
	Craft  Workshop // what the player can make things of, and where

	Camera Camera                        // nil: no name tags, bubbles and hints
	LinkOf func(game.PlayerID) LinkState // how a player's peer is reached, for See; nil: unknown
	// a player's rank, and whether it is muted, for See; nil: unknown
	RankOf func(game.PlayerID) (r rights.Rank, muted bool)
	Name   string // of the world
	// the world that the player came from, for GoBack; empty: from the title
	BackTo string
	// another process runs the world, and continues when the window closes
	Attached bool
	Usurped  bool // strangers host the world, or Tyrant alone does, and the player's decree takes it back
	Tyrant   string
	Matches  Matches
	Equipped bool // players begin with all that builders need
	Visiting bool // the window shows a world's past; there is no play
	Torch    Torch
}

// Torch is how much of the torch in the player's hand is left.
type Torch struct {
	Burns bool // it has burnt for a while
	Left  game.Tick
}

// Workshop is what is there to make things with: the stations near, and how many items of each kind the
// player has in the bag and in chests near. See fills it.
type Workshop struct {
	At     [item.StationCount]bool
	Have   [item.KindCount]int
	Chests bool // some of it is in chests
	near   craft.Near
	world  *world.State
	here   grid.Tile
	leads  craft.Leads
}

// Lead returns the way to the nearest ore from which an item is dug; ok is false if there is none, and of
// items that are found otherwise.
func (c *Workshop) Lead(k item.Kind) (w Way, ok bool) {
	if c.world == nil {
		return w, false
	}
	at, ok := c.leads.Of(c.world, c.here, k)
	return WayTo(c.here, at), ok
}

// WayTo returns the way from a tile to another.
func WayTo(from, to grid.Tile) Way {
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	return Way{Tiles: int(math.Hypot(dx, dy)), Eighth: int(math.Round(math.Atan2(dy, dx)*4/math.Pi)) & 7}
}

// Can reports whether a recipe can be carried out once.
func (c *Workshop) Can(r *item.Recipe) bool {
	for _, n := range r.Needs {
		if c.Have[n.Kind] < int(n.Count) {
			return false
		}
	}
	return c.At[r.At]
}

// Look fills c from a world; without one only the bag counts.
func (c *Workshop) Look(w *world.State, p *entity.PlayerState) {
	c.Have, c.Chests = [item.KindCount]int{}, false
	for _, s := range p.Inventory {
		c.Have[s.Kind] += int(s.Count)
	}
	c.Have[item.None] = 0
	var b *entity.Body
	if w != nil {
		b = w.Space.Body(p.Body)
	}
	c.world = nil
	if b == nil {
		c.At = [item.StationCount]bool{item.Hands: true}
		return
	}
	c.world, c.here = w, grid.TileAt(b.Pos)
	c.near.Look(w, p, b)
	c.At, c.Chests = c.near.At, len(c.near.Chests) > 0
	for _, t := range c.near.Chests {
		for _, s := range w.Chests.Slots(t) {
			c.Have[s.Kind] += int(s.Count)
		}
	}
	c.Have[item.None] = 0
}

// World is the interface's view of the world; *island.Island is one.
type World interface {
	Region(grid.Region) *tile.Region // nil where it is not known
	Container(grid.Tile) *[item.ChestSlots]item.Stack
	Recipes() int // how many of item.Recipes there are, from the first on
}

// Camera places things of the world in the window; *camera.Camera is one.
type Camera interface {
	ToScreen(fixed.Vec) (x, y float64) // in window pixels
}

// Mine returns where the player is.
func (m *Model) Mine() (fixed.Vec, bool) {
	for i := range m.Game.People {
		if p := &m.Game.People[i]; p.Me && !p.Far() {
			return p.Pos, true
		}
	}
	return fixed.Vec{}, false
}

// Rank returns the player's own rank.
func (m *Model) Rank() rights.Rank {
	for i := range m.Game.People {
		if m.Game.People[i].Me {
			return m.Game.People[i].Rank
		}
	}
	return rights.Visitor
}
