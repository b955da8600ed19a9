package order

import (
	"math/rand/v2"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

const (
	// MaxBots is the most bots of one process; a world takes 64 players.
	MaxBots = 63
	// botRange is how far from its home a bot walks, in tiles.
	botRange = 14
)

var BotNames = []string{"Ada", "Bo", "Cleo", "Dov", "Eda", "Finn", "Gro", "Hal", "Ira", "Jun", "Kaz", "Lio"}

// Bot goes on with one task after another, chosen by chance. It is a task itself and never done
// but by failing.
type Bot struct {
	Rng  *rand.Rand
	Plan func(b *Bot, h *Actor) Order
	home *grid.Tile
	now  Order
}

func (b *Bot) Step(h *Actor) (bool, string, error) {
	if b.now == nil {
		p, ok := h.place()
		if !ok {
			return false, "", nil // its Enter is on its way
		}
		if b.home == nil {
			t := grid.TileAt(p)
			b.home = &t
		}
		b.now = b.Plan(b, h)
	}
	if done, _, _ := b.now.Step(h); done {
		b.now = nil
	}
	return false, "", nil
}

// BotPlans are the values of --plan.
var BotPlans = map[string]func(*Bot, *Actor) Order{
	"walk": planWalk,
	"build": func(b *Bot, h *Actor) Order {
		if b.Rng.IntN(3) == 0 {
			return planWalk(b, h)
		}
		return planBuild(b, h)
	},
	"mixed": func(b *Bot, h *Actor) Order {
		switch n := b.Rng.IntN(20); {
		case n < 8:
			return planWalk(b, h)
		case n < 17:
			return planBuild(b, h)
		case n < 18:
			return &issueCommand{cmd: command.Command{Kind: command.Say, Text: botTalk[b.Rng.IntN(len(botTalk))]}}
		case n < 19:
			return &issueCommand{cmd: command.Command{Kind: command.Emote, Count: uint8(1 + b.Rng.IntN(8))}}
		}
		return &wait{ticks: 60}
	},
}

var botTalk = []string{
	"who has stone to spare?", "I like this shore.", "a lamp here, I think", "mind the crate", "good morning, all",
	"this wall wants a door", "look at the trees", "catch!", "I will be back", "what a night", "found some copper",
}

// planWalk goes to a random tile near home that can be reached.
func planWalk(b *Bot, h *Actor) Order {
	t := b.near(*b.home, botRange)
	return &WalkTo{Goal: t, Near: true}
}

// near returns a random tile within r of t.
func (b *Bot) near(t grid.Tile, r int32) grid.Tile {
	return t.Add(b.Rng.Int32N(2*r+1)-r, b.Rng.Int32N(2*r+1)-r)
}

// planBuild places something from the hotbar beside the bot, or digs where something stands.
func planBuild(b *Bot, h *Actor) Order {
	p, ok := h.place()
	if !ok {
		return &wait{ticks: 30}
	}
	t := b.near(grid.TileAt(p), 2)
	if t == grid.TileAt(p) {
		return &wait{ticks: 6}
	}
	_, block, _, ok := h.World.TileAt(t)
	if ok && block != tile.NoBlock {
		return &issueCommand{cmd: command.Command{Kind: command.Dig, Tile: t}, until: event.Dug}
	}
	me := h.Player()
	var slots []uint8
	for i, s := range me.Inventory {
		if s.Count > 0 && s.Kind != item.Ball && s.Kind != item.Crate {
			slots = append(slots, uint8(i))
		}
	}
	if len(slots) == 0 || b.Rng.IntN(4) == 0 {
		return &issueCommand{cmd: command.Command{Kind: command.Dig, Tile: t}, until: event.Dug}
	}
	return &issueCommand{cmd: command.Command{Kind: command.Place, Tile: t, Slot: slots[b.Rng.IntN(len(slots))]}}
}
