package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"manyhold/app/node"
	"manyhold/app/settings"
	"manyhold/net/store/admin"
)

func cleanCommand(data *string) *cobra.Command {
	var dry bool
	c := &cobra.Command{
		Use: "gc WORLD", Short: "Free unused space in a world's file",
		Long: `Removes unreferenced parts of states, empty pages, and unfinished files of a killed process.
Turns, states, records and archives stay, and the file is verified before and after.
Damaged or replaced files are only listed; you decide whether to delete them. Stop the
node that has the world open first. With --dry-run, the node may run and nothing is removed.`,
		Args: exactArgs(1, "a world: its name or id, or last"),
		RunE: func(c *cobra.Command, args []string) error { return cleanWorld(c, *data, args[0], dry) },
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "only show what would be removed")
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
	g, err := admin.Clean(dir, i.ID, dry)
	if err != nil {
		return err
	}
	out := c.OutOrStdout()
	verb := "removed"
	if dry {
		verb = "would remove"
	}
	fmt.Fprintf(out, "%s %d unreferenced parts of states (%s), %s of empty pages, %d drafts%s\n", verb, g.Parts, size(g.PartBytes), size(g.FreeBytes), len(g.Drafts), bases(g.Drafts))
	if len(g.Damaged) > 0 {
		fmt.Fprintf(out, "kept %d earlier files%s: delete them if nothing is missing\n", len(g.Damaged), bases(g.Damaged))
	}
	if dry {
		return nil
	}
	if err := verifyCopy(i.Path); err != nil {
		return errors.Join(errors.New("the file was valid before cleaning and is damaged now"), err)
	}
	fmt.Fprintf(out, "file size: %s before, %s now; the file is valid\n", size(g.FileBytes), size(g.Left))
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
