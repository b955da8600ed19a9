package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"manyhold/net/store"
)

func playCommand() *cobra.Command {
	f := new(playFlags)
	c := &cobra.Command{
		Use:   "play",
		Short: "Play; with --headless hold a world without a window",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkFlags(f); err != nil {
				return err
			}
			if c.Flags().Changed("join") && f.join == "" {
				return usagef("--join is empty; it takes an invitation, which begins with manyhold:")
			}
			log, err := newLog(os.Stderr, f.log)
			if err != nil {
				return err
			}
			if f.record != "" {
				if err := canRecord(f.record); err != nil {
					return err
				}
			}
			switch {
			case f.screenshot != "":
				return takePicture(*f)
			case f.headless:
				return runHeadless(c.Context(), *f, log)
			}
			return explainWindow(runWindow(c.Context(), *f, log))
		},
	}
	registerFlags(c, f)
	return c
}

// explainWindow adds to the failure of opening a window what helps against it.
func explainWindow(err error) error {
	if err == nil {
		return nil
	}
	s := err.Error()
	for _, sign := range []string{"no window system", "glfw:", "gl:", "X11", "libGL", "DISPLAY"} {
		if strings.Contains(s, sign) {
			help := "start it from a desktop session"
			if runtime.GOOS == "linux" {
				help += "; the window needs the libraries libx11-6 and libgl1 (Debian: apt-get install libx11-6 libgl1)"
			}
			return fmt.Errorf("cannot open a window: %w. To play, %s. To hold a world without a window, add --headless", err, help)
		}
	}
	return err
}

// runHeadless holds a world without a window until ctx ends.
func runHeadless(ctx context.Context, f playFlags, log *slog.Logger) error {
	id, err := openIdentity(f)
	if err != nil {
		return err
	}
	defer id.close()
	id.headless = true
	if log, err = id.keepDiary(log); err != nil {
		return err
	}
	n, err := id.start(ctx, f, log)
	for {
		if errors.Is(err, context.Canceled) && ctx.Err() != nil {
			return nil // told to end while it was starting
		}
		if err != nil {
			return err
		}
		if f.record != "" {
			if err := n.record(f.record); err != nil {
				log.Error("cannot record", "why", err)
			}
		}
		if f.do != "" {
			go n.doAtStart(ctx, f.do)
			f.do = ""
		}
		select {
		case <-ctx.Done():
			log.Info("ending: saving the world and handing over")
			n.Stop()
			return nil
		case <-n.Done():
			n.Stop()
			return n.Err()
		case a := <-n.yields(ctx, id):
			log.Info("gives up its fresh world for one on this network", "world", a.WorldName, "of", a.PeerName)
			n.Stop()
			n, err = id.enter(ctx, choice{offer: &a}, log)
		}
	}
}

// tellJoining says when nobody of the world that is being joined has answered, at first after
// lonelyAfter and then now and then. The node keeps trying: the others may be switched off.
func (n *node) tellJoining(ctx context.Context) {
	for wait := lonelyAfter; ; wait = lonelyEvery {
		select {
		case <-ctx.Done():
			return
		case <-n.done:
			return
		case <-time.After(wait):
		}
		h := n.hostStatus()
		if !h.Joining {
			return
		}
		text := "nobody of this world answers; keeps trying"
		if _, err := os.Stat(store.Path(n.dir, n.world)); err == nil {
			text += ". To go on alone with the copy that is here, start with --world " + short(n.world.String())
		}
		n.log.Warn(text, "world", short(n.world.String()), "linked", len(n.endpoint.Links()), "waits", h.Waiting)
	}
}

// doAtStart carries out the orders of --do and prints what came of them.
func (n *node) doAtStart(ctx context.Context, text string) {
	orders, err := parseOrders(text)
	if err == nil {
		err = n.Do(ctx, orders, func(said string) { n.log.Info("done", "order", said) })
	}
	if err != nil {
		n.log.Error("an order failed", "why", err)
	}
}

const (
	// lonelyAfter is how long joining may take before a node says that nobody answers, and lonelyEvery
	// how long until it says so again.
	lonelyAfter = 8 * time.Second
	lonelyEvery = time.Minute
	// freshFor is how long a world that nobody has built in may still yield to another.
	freshFor = time.Minute
)
