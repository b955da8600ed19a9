package cli

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

	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/order"
	"manyhold/app/rooms/venue"
	"manyhold/app/settings"
	"manyhold/app/usage"
)

func botCommand() *cobra.Command {
	var f options.Play
	var n int
	var plan, room string
	var span time.Duration
	c := &cobra.Command{
		Use:   "bot",
		Short: "Run bots that walk, build and chat",
		Long: `Runs bots. Each is a full peer with its own identity and links. They walk, build and chat by a plan; with --room they
take seats in a match instead, get ready, play with the bot of its engine, and end with it.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if n < 1 || n > order.MaxBots {
				return usage.Errorf("-n is %d; use 1 to %d", n, order.MaxBots)
			}
			if c.Flags().Changed("room") && room == "" {
				return usage.Errorf("--room is empty; give the ID of a room, or the beginning of it")
			}
			if order.BotPlans[plan] == nil {
				return usage.Errorf("--plan is %q; use walk, build or mixed", plan)
			}
			if n > 1 && f.Name != "" {
				return usage.Errorf("--name is for one bot; %d bots have their own names", n)
			}
			ctx := c.Context()
			if span > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, span)
				defer cancel()
			}
			f.Bot = room != ""
			var seated gathering
			return runBots(ctx, f, n, func(ctx context.Context, node botNode, i int) error {
				if room != "" {
					return node.Rooms().Hall().Play(ctx, room, func() bool { return seated.all(i, n) })
				}
				return followPlan(ctx, node, i, plan)
			})
		},
	}
	registerFlags(c, &f, "data", "config", "name", "join", "listen", "signal", "no-lan", "no-host", "log")
	c.Flags().IntVarP(&n, "number", "n", 1, "number of bots")
	c.Flags().StringVar(&plan, "plan", "mixed", "activity: walk, build or mixed")
	c.Flags().StringVar(&room, "room", "", "play in this match: the ID of a room, or the beginning of it")
	c.Flags().DurationVar(&span, "for", 0, "duration, such as 60s; 0: until stopped")
	return c
}

// runBots runs n bots, each with a data directory of its own below --data (or a temporary one), until
// ctx ends or one fails.
func runBots(ctx context.Context, f options.Play, n int, live func(ctx context.Context, node botNode, i int) error) error {
	if f.Data == "" {
		dir, err := os.MkdirTemp("", "manyhold-bots-")
		if err != nil {
			return fmt.Errorf("cannot create a directory for the bots: %w", err)
		}
		defer os.RemoveAll(dir)
		f.Data = dir
	}
	log, err := settings.NewLog(os.Stderr, f.Log)
	if err != nil {
		return err
	}
	f.NoMapping = n > 1 // a router has other uses for its ports
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	for i := range n {
		all.Add(1)
		go func() {
			defer all.Done()
			if err := runBot(ctx, f, i, live, log); err != nil {
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

// gathering counts the bots that have a seat: a match begins when all of a command do.
type gathering struct {
	mu sync.Mutex
	in map[int]bool
}

// all notes that a bot has a seat, and reports whether n have.
func (g *gathering) all(bot, n int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.in == nil {
		g.in = map[int]bool{}
	}
	g.in[bot] = true
	return len(g.in) == n
}

// botNode is a node as a bot uses it.
type botNode interface {
	Do(ctx context.Context, list []order.Order, said func(string)) error
	Done() <-chan struct{}
	Err() error
	Rooms() *venue.Venue
}

// runBot joins a world as one player and lives there until ctx ends.
func runBot(ctx context.Context, f options.Play, i int, live func(ctx context.Context, node botNode, i int) error, log *slog.Logger) error {
	f.Data = filepath.Join(f.Data, "bot"+strconv.Itoa(i+1))
	if f.Name == "" {
		f.Name = order.BotNames[i%len(order.BotNames)]
		if i >= len(order.BotNames) {
			f.Name += strconv.Itoa(i/len(order.BotNames) + 1)
		}
	}
	n, err := node.StartNode(ctx, f, log.With("bot", f.Name))
	if err != nil {
		return err
	}
	defer n.Stop()
	return live(ctx, n, i)
}

// followPlan walks, builds and chats.
func followPlan(ctx context.Context, n botNode, i int, plan string) error {
	b := &order.Bot{Rng: rand.New(rand.NewPCG(uint64(i), 1)), Plan: order.BotPlans[plan]}
	for ctx.Err() == nil {
		// Failures (a block in the way, an empty slot) are normal for a bot.
		if err := n.Do(ctx, []order.Order{b}, func(string) {}); err != nil && ctx.Err() == nil {
			select {
			case <-n.Done():
				return n.Err()
			default:
			}
		}
	}
	return nil
}
