package cli

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/control"
	"manyhold/app/maker"
	"manyhold/app/maker/bundle"
	"manyhold/app/maker/watch"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/app/talk"
	"manyhold/app/textchat"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/net/asset"
	"manyhold/net/key"
)

// watchEvery is how often a watched folder is looked at.
const watchEvery = 200 * time.Millisecond

func makePushCommand() *cobra.Command {
	var data string
	var again bool
	c := &cobra.Command{
		Use: "push DIR", Short: "Publish a folder's blueprint into the world of the running node",
		Long: `Checks the folder of a blueprint, and lets the node that runs on --data publish it as its player. All
things of the blueprint in the world change to the new version.

With --watch, publishes again whenever a file changes. Mistakes are printed, and the last version stays.
Ctrl-C ends it.

Exit code 1: there are mistakes, or the world refuses the blueprint.`,
		Example: `  manyhold make push Porch-Lamp
  manyhold make push Porch-Lamp --watch`,
		Args: arity.Exactly(1, "the folder of a blueprint"),
		RunE: func(c *cobra.Command, args []string) error {
			p := &pusher{out: c.OutOrStdout(), data: data, dir: args[0], gave: map[blueprint.Asset]bool{}}
			if !again {
				return p.push(c.Context())
			}
			return p.watch(c.Context(), c.ErrOrStderr())
		},
	}
	c.Flags().StringVar(&data, "data", "", "data directory of the node")
	c.Flags().BoolVar(&again, "watch", false, "publish again whenever a file changes")
	return c
}

// pusher publishes a folder.
type pusher struct {
	out       io.Writer
	data, dir string
	title     string                   // of what was published
	gave      map[blueprint.Asset]bool // the node has them
}

// push publishes the folder once.
func (p *pusher) push(ctx context.Context) error {
	began := time.Now()
	w, err := readWork(p.out, p.dir)
	if err != nil {
		return err
	}
	node, self, err := nodeAndPlayer(p.data)
	if err != nil {
		return err
	}
	for _, a := range w.Assets {
		is := a.Sum()
		if p.gave[is] {
			continue
		}
		_, known, err := node.PutAsset(ctx, a.Data)
		if err != nil {
			return err
		}
		if known {
			fmt.Fprintf(p.out, "%s is known already: 0 bytes sent\n", cmp.Or(a.Name, "the sprite"))
		}
		p.gave[is] = true
	}
	said, err := node.Call(ctx, control.Publish, string(w.Draft(self)))
	if err != nil {
		return err
	}
	p.title = w.Blueprint.Title
	fmt.Fprintf(p.out, "%s in %.1f s\n", said, time.Since(began).Seconds())
	return nil
}

// watch publishes the folder now and after each change, until ctx ends.
func (p *pusher) watch(ctx context.Context, wrong io.Writer) error {
	if _, _, err := nodeAndPlayer(p.data); err != nil {
		return err
	}
	root, err := os.OpenRoot(p.dir)
	if err != nil {
		return fmt.Errorf("cannot open the folder %s: %w", p.dir, errors.Unwrap(err))
	}
	defer root.Close()
	faults := p.faults(ctx)
	folder := watch.New(root.FS())
	look := time.NewTicker(watchEvery)
	defer look.Stop()
	for due := true; ; due = folder.Changed() {
		if due {
			if err := p.push(ctx); err != nil && ctx.Err() == nil {
				clear(p.gave) // it may be another node the next time
				fmt.Fprintln(wrong, "manyhold:", err)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case l := <-faults:
			if strings.HasSuffix(l.Name, "/"+p.title) {
				for _, line := range p.fault(&l) {
					fmt.Fprintln(wrong, textchat.Clean(line))
				}
			}
		case <-look.C:
		}
	}
}

// fault returns the lines that tell of a failed script, the first one with the place as editors read it.
func (p *pusher) fault(l *talk.Line) []string {
	lines := l.Fault()
	var row, column int
	if n, _ := fmt.Sscanf(l.Text, "line %d, column %d:", &row, &column); n == 2 {
		lines[0] = fmt.Sprintf("%s:%d:%d: %s", filepath.Join(p.dir, maker.HostFile), row, column, lines[0])
	}
	return lines
}

// faults returns what the node tells of failed scripts, until ctx ends or the node does.
func (p *pusher) faults(ctx context.Context) <-chan talk.Line {
	lines := make(chan talk.Line)
	node, err := control.Running(p.data)
	if err != nil {
		return nil
	}
	go node.Listen(ctx, func(l talk.Line) {
		if l.Kind != talk.Failed {
			return
		}
		select {
		case lines <- l:
		case <-ctx.Done():
		}
	})
	return lines
}

// nodeAndPlayer returns the node that runs on a data directory, and its player.
func nodeAndPlayer(data string) (*control.Client, game.PlayerID, error) {
	node, err := control.Running(data)
	if err != nil {
		return nil, game.PlayerID{}, err
	}
	dir, err := settings.FindData(data)
	if err != nil {
		return nil, game.PlayerID{}, err
	}
	pair, err := key.Load(dir)
	return node, game.PlayerID(pair.ID()), err
}

func makePullCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use: "pull NAME DIR", Short: "Write a blueprint of the world into a folder, or into a bundle",
		Long: `Writes a blueprint of the running node's world with all its assets into the folder DIR, to read or to
build on. NAME is its title, or its author's name, a slash and the title. If DIR ends in .manyhold, writes a
bundle as its editor signed it, with the texts of its licences.

The folder of another player's blueprint names that author. Its licence says what you may do with it.`,
		Example: `  manyhold make pull Porch-Lamp lamp
  manyhold make pull Ann/Porch-Lamp theirs/lamp
  manyhold make pull Ann/Porch-Lamp lamp.manyhold`,
		Args: arity.Exactly(2, "the name of a blueprint and a folder"),
		RunE: func(c *cobra.Command, args []string) error {
			node, self, err := nodeAndPlayer(data)
			if err != nil {
				return err
			}
			b, err := fetchBlueprint(c.Context(), node, args[0])
			if err != nil {
				return err
			}
			all, err := fetchAssets(c.Context(), node, b)
			if err != nil {
				return err
			}
			if strings.HasSuffix(args[1], bundle.Suffix) {
				return pack(c.OutOrStdout(), b, func(is blueprint.Asset) []byte { return all[is] }, args[1], false)
			}
			if err := maker.Write(args[1], b, self, func(is blueprint.Asset) []byte { return all[is] }); err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "%s version %d is in %s (licence %s)\n", b.Name(), b.Version, args[1], b.Licence)
			return nil
		},
	}
	c.Flags().StringVar(&data, "data", "", "data directory of the node")
	return c
}

// fetchBlueprint asks the node for a blueprint, and verifies it.
func fetchBlueprint(ctx context.Context, node *control.Client, name string) (*blueprint.Blueprint, error) {
	text, err := node.Call(ctx, control.Blueprint, name)
	if err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("cannot read the node's answer: %w", err)
	}
	b, err := blueprint.Decode(data)
	if err == nil && !b.Sealed() {
		err = fmt.Errorf("the signature of %s is forged", b.Name())
	}
	return b, err
}

// fetchAssets asks the node for the assets of a blueprint, and verifies them.
func fetchAssets(ctx context.Context, node *control.Client, b *blueprint.Blueprint) (map[blueprint.Asset][]byte, error) {
	all := map[blueprint.Asset][]byte{}
	for _, is := range b.Needs() {
		text, err := node.Call(ctx, control.Asset, asset.Name(is).String())
		if err != nil {
			return nil, err
		}
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, fmt.Errorf("cannot read the node's answer: %w", err)
		}
		if got, err := maker.NameOf(data); err != nil || got != is {
			return nil, fmt.Errorf("the asset %s of %s is of a kind that no folder has", asset.Name(is).Short(), b.Name())
		}
		all[is] = data
	}
	return all, nil
}

// listWorld prints the blueprints of the running node's world.
func listWorld(c *cobra.Command, data string) error {
	node, err := control.Running(data)
	if err != nil {
		return err
	}
	text, err := node.Call(c.Context(), control.Blueprints, "")
	if err != nil {
		return err
	}
	var list []status.Blueprint
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return fmt.Errorf("cannot read the node's answer: %w", err)
	}
	fmt.Fprintln(c.OutOrStdout(), strings.TrimSpace(status.BlueprintWords(list)))
	return nil
}
