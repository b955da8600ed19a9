package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/control"
	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/settings"
	"manyhold/app/textchat"
	"manyhold/app/usage"
)

func chatCommand() *cobra.Command {
	f := new(options.Play)
	c := &cobra.Command{
		Use:   "chat",
		Short: "Chat in a terminal",
		Long: `Shows the chat of a world in a terminal, and sends what is typed: lines, and the slash commands of the
game (/help lists them). Tab completes, Up brings earlier lines back, and /quit or Ctrl-D ends.

The world is that of the node which runs on --data. If none runs there, a node is started for as long as the
chat lasts; --join, --world and the other options choose its world, as for manyhold play.

With a pipe as its input, the command reads lines, and ends after the last one is answered.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkFlags(f); err != nil {
				return err
			}
			return runChat(c.Context(), f, c)
		},
	}
	registerFlags(c, f, "data", "config", "world", "join", "name", "listen", "signal", "no-lan")
	f.Hour, f.Weather, f.Log = -1, "clear", "text" // of flags that are not offered here
	return c
}

// runChat shows the chat of the running node, else of one that it starts.
func runChat(ctx context.Context, f *options.Play, c *cobra.Command) error {
	client, err := control.Running(f.Data)
	if err == nil && (f.Join != "" || f.World != "") {
		return usage.Errorf("a node runs on this data directory already; leave out --join and --world to chat in its world")
	}
	if err != nil {
		stop, own, err := startForChat(ctx, f)
		if err != nil {
			return err
		}
		defer stop()
		if client = own; !awaitJoined(ctx, client, c.ErrOrStderr()) {
			return nil
		}
	}
	width, restore, ok := textchat.Terminal(os.Stdin, os.Stdout)
	if ok {
		defer restore()
	}
	return textchat.Run(ctx, client, c.InOrStdin(), c.OutOrStdout(), width)
}

// awaitJoined waits until the node is in its world. It is false if ctx ends before.
func awaitJoined(ctx context.Context, client *control.Client, out io.Writer) bool {
	look := time.NewTicker(200 * time.Millisecond)
	defer look.Stop()
	for tries := 0; ; tries++ {
		st, err := client.Status(ctx)
		if err == nil && len(st.Islands) > 0 {
			return true
		}
		if err == nil && tries == 10 {
			fmt.Fprintln(out, "joining the world; nobody has sent it yet")
		}
		select {
		case <-ctx.Done():
			return false
		case <-look.C:
		}
	}
}

// startForChat starts a node of its own.
func startForChat(ctx context.Context, f *options.Play) (stop func(), client *control.Client, err error) {
	id, err := node.OpenIdentity(*f)
	if err != nil {
		return nil, nil, err
	}
	id.Headless = true
	log, err := id.KeepDiary(slog.New(slog.DiscardHandler)) // its file has it
	if err != nil {
		id.Close()
		return nil, nil, err
	}
	n, err := id.Start(ctx, *f, log)
	if err != nil {
		id.Close()
		return nil, nil, err
	}
	stop = func() {
		n.Stop()
		id.Close()
	}
	dir, err := settings.FindData(f.Data)
	if err == nil {
		client, err = control.Find(dir)
	}
	if err != nil {
		stop()
		return nil, nil, errors.New("the node that was started does not answer")
	}
	return stop, client, nil
}
