package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/node"
	"manyhold/app/settings"
	"manyhold/net/asset/depot"
	"manyhold/net/store/admin"
)

func cleanCommand(data *string) *cobra.Command {
	var dry bool
	c := &cobra.Command{
		Use: "gc WORLD", Short: "Free unused space in a world's file",
		Long: `Removes unreferenced parts of states, empty pages, and unfinished files of a killed process.
Turns, states, records and archives stay, and the file is verified before and after.
Damaged or replaced files are only listed; you decide whether to delete them. Assets of
the data directory that none of its worlds uses go, too, an hour after their last use. Stop
the node that has the world open first. With --dry-run, the node may run and nothing is removed.`,
		Args: arity.Exactly(1, "a world: its name or id, or last"),
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
	if err := cleanAssets(out, dir, verb, dry); err != nil {
		return err
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

// cleanAssets removes the assets that no world of the data directory uses, or says which it would remove.
func cleanAssets(out io.Writer, dir, verb string, dry bool) error {
	list, err := admin.List(dir)
	if err != nil {
		return err
	}
	var worlds [][32]byte
	names := map[[32]byte]string{}
	for _, i := range list {
		worlds = append(worlds, i.ID)
		names[i.ID] = i.Genesis.Name
	}
	g, err := depot.Clean(dir, time.Now(), worlds, dry)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s %d unused assets and %d unfinished downloads (%s)\n", verb, len(g.Unused), g.Parts, size(g.Bytes))
	for _, n := range g.Unused {
		fmt.Fprintf(out, "  %s\n", n)
	}
	if g.Kept == 0 {
		return nil
	}
	if len(g.Unknown) == 0 {
		fmt.Fprintf(out, "kept %d unused assets: they are younger than an hour\n", g.Kept)
		return nil
	}
	fmt.Fprintf(out, "kept %d assets: a world has not said yet which it uses (%s); run it once\n", g.Kept, names[g.Unknown[0]])
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
