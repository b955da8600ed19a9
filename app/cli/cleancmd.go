package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"manyhold/app/node"
	"manyhold/app/settings"
	"manyhold/net/store"
)

func cleanCommand(data *string) *cobra.Command {
	var dry bool
	c := &cobra.Command{
		Use: "gc WORLD", Short: "Give back the space in a world's file that nothing needs",
		Long: `Removes from a world's file the parts of states that nothing names any more, empty
pages, and drafts that a process left beside it when it was killed. No turn, state,
record or archive goes, and the file is verified before and after. Files that were
damaged or replaced are listed and stay: what is in them is yours to judge. End the node
that has the world open first; with --dry-run it may run, and nothing is removed.`,
		Args: exactArgs(1, "a world: its name or id, or last"),
		RunE: func(c *cobra.Command, args []string) error { return cleanWorld(c, *data, args[0], dry) },
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "only say what would be removed")
	return c
}

func cleanWorld(c *cobra.Command, data, word string, dry bool) error {
	dir, err := settings.FindData(data)
	if err != nil {
		return err
	}
	i, err := node.FindWorld(dir, word)
	if err != nil {
		return err
	}
	if !dry {
		if err := verifyCopy(i.Path); err != nil {
			return err
		}
	}
	g, err := store.Clean(dir, i.ID, dry)
	if err != nil {
		return err
	}
	out := c.OutOrStdout()
	verb := "removed"
	if dry {
		verb = "would remove"
	}
	fmt.Fprintf(out, "%s %d parts of states that nothing names (%s), %s of empty pages, %d drafts%s\n", verb, g.Parts, size(g.PartBytes), size(g.FreeBytes), len(g.Drafts), bases(g.Drafts))
	if len(g.Damaged) > 0 {
		fmt.Fprintf(out, "kept %d earlier files%s: delete them when you miss nothing\n", len(g.Damaged), bases(g.Damaged))
	}
	if dry {
		return nil
	}
	if err := verifyCopy(i.Path); err != nil {
		return errors.Join(errors.New("the file was in order before it was cleaned and is not now"), err)
	}
	fmt.Fprintf(out, "the file took %s and takes %s; everything is in order\n", size(g.FileBytes), size(g.Left))
	return nil
}

// bases lists names of files: " (a.db, b.db)", or nothing.
func bases(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
	}
	return " (" + strings.Join(names, ", ") + ")"
}
