package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/node"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/net/store/admin"
)

// worldArgument explains WORLD in help texts.
const worldArgument = `WORLD is the name, id or file of a world; "last" is the world played last.`

func worldCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use:   "world",
		Short: "Manage world files and the charter",
		Long:  "Lists, describes, checks, copies and cleans world files, and changes the charter of a world.\n\n" + worldArgument,
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.PersistentFlags().StringVar(&data, "data", "", "directory for identity, worlds and settings")
	c.AddCommand(
		&cobra.Command{Use: "list", Short: "List the worlds of the data directory", Args: noArgs, RunE: func(c *cobra.Command, _ []string) error {
			return listWorlds(c, data)
		}},
		&cobra.Command{Use: "info WORLD", Short: "Print the age, size, islands, archives and players of a world", Long: "Prints the age, size, islands, archives and players of a world.\n\n" + worldArgument, Args: arity.Exactly(1, "a world: its name, id or file, or last"), RunE: func(c *cobra.Command, args []string) error {
			path, err := worldPath(data, args[0])
			if err != nil {
				return err
			}
			return describeWorld(c, path)
		}},
		&cobra.Command{Use: "check WORLD", Short: "Verify the chain, records, digests and checksums of a world file", Args: arity.Exactly(1, "a world: its name, id or file, or last"), RunE: func(c *cobra.Command, args []string) error {
			path, err := worldPath(data, args[0])
			if err != nil {
				return err
			}
			return checkWorld(c, path)
		}},
	)
	c.AddCommand(fileCommands(&data)...)
	c.AddCommand(doorCommands(&data)...)
	c.AddCommand(decreeCommand(&data), acceptCommand(&data), charterCommand(&data), scenesCommand(&data), cleanCommand(&data), verifyCommand(&data))
	return c
}

func listWorlds(c *cobra.Command, data string) error {
	dir, err := settings.FindData(data)
	if err != nil {
		return err
	}
	worlds, err := admin.List(dir)
	if err != nil {
		return err
	}
	if len(worlds) == 0 {
		fmt.Fprintln(c.OutOrStdout(), "no worlds in", dir)
		return nil
	}
	w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tID\tAGE\tTURN\tSIZE\tLAST USED")
	for _, i := range worlds {
		if i.Problem != "" {
			fmt.Fprintf(w, "?\t%s\t%s\n", status.Short(i.ID.String()), i.Problem)
			continue
		}
		if i.Genesis.Rules > uint32(game.CurrentRules) {
			i.Genesis.Name += " (newer rules)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", i.Genesis.Name, status.Short(i.ID.String()), worldAge(i.Turn), i.Turn, size(i.Bytes), i.Modified.Format(time.DateTime))
	}
	return w.Flush()
}

// worldAge says how long a world has run, at three ticks a turn, the usual length.
func worldAge(turn uint64) string {
	return (time.Duration(turn) * 50 * time.Millisecond).Round(time.Second).String()
}

func size(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d B", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// worldPath returns the file of a world named by file, name or id.
func worldPath(data, word string) (string, error) {
	if strings.HasSuffix(word, ".db") {
		return word, nil
	}
	dir, err := settings.FindData(data)
	if err != nil {
		return "", err
	}
	i, err := node.FindWorld(dir, word)
	return filepath.Join(dir, "worlds", i.ID.String()+".db"), err
}

func describeWorld(c *cobra.Command, path string) error {
	i, err := admin.Inspect(path)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	row := func(k, format string, a ...any) { fmt.Fprintf(w, "%s\t"+format+"\n", append([]any{k}, a...)...) }
	row("name", "%s", i.Genesis.Name)
	row("id", "%s", i.ID)
	row("founder", "%s", i.Genesis.Founder)
	row("seed", "%d", i.Genesis.Seed)
	row("rules", "%d", i.Genesis.Rules)
	row("licence", "%s", i.Genesis.Licence)
	row("age", "%s (turn %d, epoch %d)", worldAge(i.Turn), i.Turn, i.Epoch)
	row("checkpoint", "turn %d", i.Checkpoint)
	row("size", "%s", size(i.Bytes))
	if i.Islands > 1 {
		row("islands", "%d", i.Islands)
	}
	cuts, err := admin.Cuts(path)
	if err != nil {
		return err
	}
	for _, cut := range cuts {
		row("power cut", "%s", status.CutWords(cut))
	}
	archives, err := admin.Archives(path)
	if err != nil {
		return err
	}
	for _, a := range archives {
		row("archive", "%x: turns %d to %d, archived %s: %s", a.ID[:4], a.Turn+1, a.Tip, a.At.Format(time.DateTime), node.FirstLines(a.Words, 1))
	}
	if err := status.DescribeCharter(path, status.CharterWorld(&i), row); err != nil {
		return err
	}
	people, err := admin.Players(path)
	if err != nil {
		return err
	}
	for _, p := range people {
		row("player", "%s (%s), first seen %s, last %s", p.Name, p.Key.Short(), p.First.Format(time.DateTime), p.Last.Format(time.DateTime))
	}
	return w.Flush()
}
