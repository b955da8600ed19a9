package cli

import (
	"context"
	"errors"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"manyhold/app/feed"
	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/settings"
	"manyhold/app/usage"
	"manyhold/app/window"
	"manyhold/app/window/wording"
	hand "manyhold/net/link/byhand"
)

func playCommand() *cobra.Command {
	f := new(options.Play)
	c := &cobra.Command{
		Use:   "play",
		Short: "Play; with --headless host a world without a window",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkFlags(f); err != nil {
				return err
			}
			if c.Flags().Changed("join") && f.Join == "" {
				return usage.Errorf("--join is empty; give an invitation, which begins with manyhold:")
			}
			log, err := settings.NewLog(os.Stderr, f.Log)
			if err != nil {
				return err
			}
			if f.Record != "" {
				if err := feed.CanRecord(f.Record); err != nil {
					return err
				}
			}
			switch {
			case f.Screenshot != "":
				return window.TakePicture(*f)
			case f.Headless:
				return runHeadless(c.Context(), *f, log)
			}
			return wording.NoWindow(window.RunWindow(c.Context(), *f, log))
		},
	}
	registerFlags(c, f)
	return c
}

// runHeadless holds a world without a window until ctx ends.
func runHeadless(ctx context.Context, f options.Play, log *slog.Logger) error {
	id, err := node.OpenIdentity(f)
	if err != nil {
		return err
	}
	defer id.Close()
	if !id.Conf.Settings.Net.Host {
		return usage.Errorf("--headless hosts a world without a window, and host = false under [net] of the settings hosts nothing; change one of them")
	}
	id.Headless = true
	if log, err = id.KeepDiary(log); err != nil {
		return err
	}
	n, err := id.Start(ctx, f, log)
	for {
		if errors.Is(err, context.Canceled) && ctx.Err() != nil {
			return nil // told to end while it was starting
		}
		if err != nil {
			return err
		}
		if f.Record != "" {
			if err := n.Record(f.Record); err != nil {
				log.Error("cannot record", "why", err)
			}
		}
		if hand.Is(f.Join) {
			go func() {
				if err := answerByHand(ctx, n.ByHand()); err != nil {
					log.Error("cannot connect by hand", "why", err)
				}
			}()
			f.Join = ""
		}
		if f.Do != "" {
			go n.DoAtStart(ctx, f.Do)
			f.Do = ""
		}
		select {
		case <-ctx.Done():
			log.Info("stopping: saving the world and handing over")
			n.Stop()
			return nil
		case <-n.Done():
			n.Stop()
			return n.Err()
		case a := <-n.Yields(ctx, id):
			n, err = id.Yield(ctx, n, a, log)
		}
	}
}

// enterRoom opens the game in the world of a link to a room, and gives an order there.
func enterRoom(ctx context.Context, data, link, do string) error {
	f := options.Play{Data: data, Join: link, Do: do, Log: "text"}
	log, err := settings.NewLog(os.Stderr, f.Log)
	if err != nil {
		return err
	}
	return wording.NoWindow(window.RunWindow(ctx, f, log))
}
