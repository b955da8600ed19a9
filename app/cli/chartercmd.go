package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"manyhold/app/control"
	"manyhold/app/order"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/net/store"
)

const charterHelp = `Says what is true of a whole world: who may hold it, who has which rank, who is banned, what it
is called. Without more words, or with "list", it prints what the file of a world says: of WORLD, else of
the world that the node on --data is in, else of the one used last.

The other commands have the node running on --data sign an entry as its player:

  policy open|invited|trusted       who may hold the world: all; members and keepers; keepers  (founder)
  cap N                             players on an island, 1 to 64                              (founder)
  split on|off                      whether islands may split                                  (founder)
  rank WHO guest|member|keeper      give or take a rank           (founder; keepers, members and guests)
  ban WHO [WHY]                     WHO may not act, nor hold the world              (founder; keepers, members and guests)
  kick WHO [WHY]                    WHO leaves now, and may come back in a minute    (the same)
  pardon WHO                        end a ban                                        (founder; keepers, what keepers banned)
  law NAME on|off                   a law of the world: see below                    (founder and keepers)
  title TEXT, description TEXT      what the world is called, and what is said of it (founder and keepers)

Laws: blocking, people who are awake do not walk through each other; strife, what is thrown at people hurts or freezes
them; mercy, fire and falling trees hurt nobody. None holds in a new world.

WHO is a player's name or key. What the founder said of somebody or something only the founder changes.`

func charterCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "charter [list [WORLD]|COMMAND …]", Short: "Who may hold the world, ranks, bans, title: look, and change", Long: charterHelp,
		RunE: func(c *cobra.Command, words []string) error {
			if len(words) == 0 || words[0] == "list" {
				if len(words) > 2 {
					return usage.Errorf("it is `manyhold world charter list [WORLD]`")
				}
				return listCharter(c, *data, strings.Join(words[min(1, len(words)):], ""))
			}
			for _, w := range words {
				if strings.ContainsAny(w, "\n\r") {
					return usage.Errorf("a word of it has a line break")
				}
			}
			if _, err := order.ParseCharter(words); err != nil {
				return usage.Mark(err)
			}
			dir, err := settings.FindData(*data)
			if err != nil {
				return err
			}
			node, err := control.Find(dir)
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

// listCharter prints the charter in a world's file.
func listCharter(c *cobra.Command, data, word string) error {
	path, err := charterPath(c.Context(), data, word)
	if err != nil {
		return err
	}
	i, err := store.Inspect(path)
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
	worlds, err := store.List(dir)
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
