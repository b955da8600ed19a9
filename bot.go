package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

const (
	// maxBots is the most bots of one process; a world takes 64 players.
	maxBots = 63
	// botRange is how far from its home a bot walks, in tiles.
	botRange = 14
)

func botCommand() *cobra.Command {
	var f playFlags
	var n int
	var plan string
	var span time.Duration
	c := &cobra.Command{
		Use:   "bot",
		Short: "Let players without people walk, build and chat",
		Long:  "Runs players without people. Each is a full peer with an identity and links of its own.",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if n < 1 || n > maxBots {
				return usagef("-n is %d; it can be 1 to %d", n, maxBots)
			}
			if botPlans[plan] == nil {
				return usagef("--plan is %q; it can be walk, build or mixed", plan)
			}
			if n > 1 && f.name != "" {
				return usagef("--name is for one bot; %d have names of their own", n)
			}
			ctx := c.Context()
			if span > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, span)
				defer cancel()
			}
			return runBots(ctx, f, n, plan)
		},
	}
	registerFlags(c, &f, "data", "config", "name", "join", "listen", "signal", "no-lan", "log")
	c.Flags().IntVarP(&n, "number", "n", 1, "how many")
	c.Flags().StringVar(&plan, "plan", "mixed", "what they do: walk, build or mixed")
	c.Flags().DurationVar(&span, "for", 0, "how long, such as 60s; 0 is until stopped")
	return c
}

// runBots runs n bots, each with a data directory of its own below --data (or a temporary one), until
// ctx ends or one fails.
func runBots(ctx context.Context, f playFlags, n int, plan string) error {
	if f.data == "" {
		dir, err := os.MkdirTemp("", "manyhold-bots-")
		if err != nil {
			return fmt.Errorf("cannot make a directory for the bots: %w", err)
		}
		defer os.RemoveAll(dir)
		f.data = dir
	}
	log, err := newLog(os.Stderr, f.log)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	for i := range n {
		all.Add(1)
		go func() {
			defer all.Done()
			if err := runBot(ctx, f, i, plan, log); err != nil {
				cancel(fmt.Errorf("bot %d: %w", i+1, err))
			}
		}()
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// runBot joins a world as one player and follows the plan until ctx ends.
func runBot(ctx context.Context, f playFlags, i int, plan string, log *slog.Logger) error {
	f.data = filepath.Join(f.data, "bot"+strconv.Itoa(i+1))
	if f.name == "" {
		f.name = botNames[i%len(botNames)]
		if i >= len(botNames) {
			f.name += strconv.Itoa(i/len(botNames) + 1)
		}
	}
	n, err := startNode(ctx, f, log.With("bot", f.name))
	if err != nil {
		return err
	}
	defer n.Stop()
	b := &bot{rng: rand.New(rand.NewPCG(uint64(i), 1)), plan: botPlans[plan]}
	for ctx.Err() == nil {
		// What a bot fails at (a block in the way, an empty slot) is part of its life.
		if err := n.Do(ctx, []errand{b}, func(string) {}); err != nil && ctx.Err() == nil {
			select {
			case <-n.Done():
				return n.Err()
			default:
			}
		}
	}
	return nil
}

var botNames = []string{"Ada", "Bo", "Cleo", "Dov", "Eda", "Finn", "Gro", "Hal", "Ira", "Jun", "Kaz", "Lio"}

// bot goes on with one errand after another, chosen by chance. It is an errand itself and never done
// but by failing.
type bot struct {
	rng  *rand.Rand
	plan func(b *bot, h *hand) errand
	home *grid.Tile
	now  errand
}

func (b *bot) step(h *hand) (bool, string, error) {
	if b.now == nil {
		p, ok := h.place()
		if !ok {
			return false, "", nil // its Enter is on its way
		}
		if b.home == nil {
			t := grid.TileAt(p)
			b.home = &t
		}
		b.now = b.plan(b, h)
	}
	if done, _, _ := b.now.step(h); done {
		b.now = nil
	}
	return false, "", nil
}

// botPlans are what --plan can be.
var botPlans = map[string]func(*bot, *hand) errand{
	"walk": planWalk,
	"build": func(b *bot, h *hand) errand {
		if b.rng.IntN(3) == 0 {
			return planWalk(b, h)
		}
		return planBuild(b, h)
	},
	"mixed": func(b *bot, h *hand) errand {
		switch n := b.rng.IntN(20); {
		case n < 8:
			return planWalk(b, h)
		case n < 17:
			return planBuild(b, h)
		case n < 18:
			return &ask{cmd: command.Command{Kind: command.Say, Text: botTalk[b.rng.IntN(len(botTalk))]}}
		case n < 19:
			return &ask{cmd: command.Command{Kind: command.Emote, Count: uint8(1 + b.rng.IntN(8))}}
		}
		return &wait{ticks: 60}
	},
}

var botTalk = []string{
	"who has stone to spare?", "I like this shore.", "a lamp here, I think", "mind the crate", "good morning, all",
	"this wall wants a door", "look at the trees", "catch!", "I will be back", "what a night", "found some copper",
}

// planWalk goes to a random tile near home that can be reached.
func planWalk(b *bot, h *hand) errand {
	t := b.near(*b.home, botRange)
	return &walkTo{goal: t, near: true}
}

// near returns a random tile within r of t.
func (b *bot) near(t grid.Tile, r int32) grid.Tile {
	return t.Add(b.rng.Int32N(2*r+1)-r, b.rng.Int32N(2*r+1)-r)
}

// planBuild places something from the hotbar beside the bot, or digs where something stands.
func planBuild(b *bot, h *hand) errand {
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
		return &ask{cmd: command.Command{Kind: command.Dig, Tile: t}, until: event.Dug}
	}
	me := h.player()
	var slots []uint8
	for i, s := range me.Inventory {
		if s.Count > 0 && s.Kind != item.Ball && s.Kind != item.Crate {
			slots = append(slots, uint8(i))
		}
	}
	if len(slots) == 0 || b.rng.IntN(4) == 0 {
		return &ask{cmd: command.Command{Kind: command.Dig, Tile: t}, until: event.Dug}
	}
	return &ask{cmd: command.Command{Kind: command.Place, Tile: t, Slot: slots[b.rng.IntN(len(slots))]}}
}
