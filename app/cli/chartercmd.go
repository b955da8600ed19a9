package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"manyhold/app/control"
	"manyhold/app/emblem"
	"manyhold/app/order"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

const charterHelp = `Shows or changes the charter of a world: rights, ranks, bans, laws, spawn, title and picture.

Without a command, or with "list", prints the charter in a world file: of WORLD, else of the world of
the node that runs on --data, else of the world played last.

The other commands let the node that runs on --data sign an entry as its player:

  policy open|invited|trusted       hosts: everyone; builders by name; keepers      (founder)
  cap N                             players per island, 1 to 64                     (founder)
  places N                          players in the world at a time, 0 to 64; 0: 64  (founder)
  split on|off                      allow islands to split                          (founder)
  entry anyone|invited|members      who may enter                                   (founder)
  newcomers visitor|builder         the rank of players without one by name         (founder)
  claimdays N                       days without a visit until a claim ends         (founder)
  strangers N                       votes of newcomers in a committee, 0 to 2       (founder)
  branchtime MINUTES                the longest offline branch that is executed     (founder)
  rank PLAYER RANK                  none, visitor, builder or keeper                (founder; keepers, below keeper)
  kick PLAYER [REASON]              remove the player for one minute                (founder; keepers, below keeper)
  mute PLAYER [DURATION]            keep the player from chatting, default 10m      (founder; keepers, below keeper)
  unmute PLAYER                     let the player chat again                       (founder; keepers, below keeper)
  ban PLAYER [for DURATION] [REASON]
                                    the player can neither act nor host             (founder; keepers, below keeper)
  pardon PLAYER                     lift a ban                                      (founder; keepers, for bans by keepers)
  law NAME on|off                   turn a law on or off                            (founder and keepers)
  heir PLAYER PLACE|none            who governs while founder and keepers are away  (founder)
  absence DAYS|off                  after how many days they count as away          (founder)
  recent DAYS                       within how many days a temporary keeper was here (founder)
  spawn here|X Y|clear              the tile where newcomers appear                 (founder and keepers)
  title TEXT, description TEXT      name and description of the world               (founder and keepers)
  picture FILE.png|clear            the world's picture, reduced to 16 × 16 dots    (founder and keepers)

DURATION is a number with a unit: 30s, 10m, 2h, 3d or 1w.

Laws, all off in a new world: blocking, players who are awake can't walk through each other; strife, thrown
objects hurt or freeze players; mercy, fire, falling trees and the creatures of the dark do no damage to players;
homestead, builders build only on their own land; avatars, builders and keepers may wear pictures of their own;
peaceful, nothing dangerous comes at night; keep, knocked-out players keep what they carry.

When founder and keepers have been away for 30 days, a temporary keeper governs until one of them is back: the
first heir who was here within 7 days, else the member known longest, else the player known longest. A temporary
keeper may do what a keeper may, and stay one: rank NAME keeper, with its own name.

PLAYER is a name or a key. Only the founder can change an entry made by the founder.`

func charterCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "charter [list [WORLD]|COMMAND …]", Short: "Show or change rights, ranks, bans, laws, title and picture", Long: charterHelp,
		RunE: func(c *cobra.Command, words []string) error {
			if len(words) == 0 || words[0] == "list" {
				if len(words) > 2 {
					return usage.Errorf("usage: manyhold world charter list [WORLD]")
				}
				return listCharter(c, *data, strings.Join(words[min(1, len(words)):], ""))
			}
			for _, w := range words {
				if strings.ContainsAny(w, "\n\r") {
					return usage.Errorf("an argument contains a line break")
				}
			}
			if err := readPicture(words); err != nil {
				return usage.Mark(err)
			}
			if _, err := order.ParseCharter(words); err != nil {
				return usage.Mark(err)
			}
			node, err := control.Running(*data)
			if err != nil {
				return err
			}
			said, err := node.Call(c.Context(), control.Charter, strings.Join(words, "\n"))
			if err == nil {
				fmt.Fprintln(c.OutOrStdout(), said)
			}
			return err
		},
	}
}

// readPicture replaces the name of the file after the word picture by the text of the picture in it.
func readPicture(words []string) error {
	if words[0] != "picture" || len(words) != 2 || words[1] == "clear" {
		return nil
	}
	f, err := os.Open(words[1])
	if err != nil {
		return fmt.Errorf("cannot read the picture: %w", err)
	}
	defer f.Close()
	p, err := emblem.Read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", words[1], err)
	}
	words[1] = p.Text()
	return nil
}

// listCharter prints the charter in a world's file.
func listCharter(c *cobra.Command, data, word string) error {
	path, err := charterPath(c.Context(), data, word)
	if err != nil {
		return err
	}
	i, err := admin.Inspect(path)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	row := func(k, format string, a ...any) { fmt.Fprintf(w, "%s\t"+format+"\n", append([]any{k}, a...)...) }
	row("world", "%s (%s)", i.Genesis.Name, status.Short(i.ID.String()))
	row("founder", "%s", i.Genesis.Founder)
	if err := status.DescribeCharter(path, status.CharterWorld(&i), row); err != nil {
		return err
	}
	return w.Flush()
}

// charterPath is the file of a world that is named; else of the running node's, else of the one used last.
func charterPath(ctx context.Context, data, word string) (string, error) {
	if word != "" {
		return worldPath(data, word)
	}
	dir, err := settings.FindData(data)
	if err != nil {
		return "", err
	}
	if n, err := control.Find(dir); err == nil {
		if st, err := n.Status(ctx); err == nil {
			return worldPath(data, st.World.ID)
		}
	}
	worlds, err := admin.List(dir)
	if err != nil {
		return "", err
	}
	worlds = slices.DeleteFunc(worlds, func(i store.Info) bool { return i.Problem != "" })
	if len(worlds) == 0 {
		return "", usage.Errorf("no worlds in %s", dir)
	}
	last := slices.MaxFunc(worlds, func(a, b store.Info) int { return a.Modified.Compare(b.Modified) })
	return filepath.Join(dir, "worlds", last.ID.String()+".db"), nil
}
