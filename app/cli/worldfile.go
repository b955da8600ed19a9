package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

const (
	// ExportSuffix ends the names of exported worlds.
	ExportSuffix = ".manyhold"
	// backupTime is how the time is written in the name of a backup: it sorts.
	backupTime = "2006-01-02T15-04-05"
	// keepBackups is the default number of backups kept for one world.
	keepBackups = 7
)

// fileCommands returns the commands that copy whole worlds.
func fileCommands(data *string) []*cobra.Command {
	var o admin.ImportOptions
	var keep int
	load := &cobra.Command{Use: "import FILE", Short: "Import a world from an export or a backup",
		Long: `Imports a world from an export or a backup, after verifying all of it.

An existing world stays untouched without --replace. With --replace, its old file is kept
beside the new one. Nothing is merged: one of the two files is the world. Stop the node
that has the world open first.

A file that unpacks to more than 1 GiB, or to more than 200 times its size, is refused without
--large: a file that was made to fill the disk looks like that.`,
		Args: arity.Exactly(1, "a file made by `world export` or `world backup`"),
		RunE: func(c *cobra.Command, args []string) error { return importWorld(c, *data, args[0], o) }}
	load.Flags().BoolVar(&o.Replace, "replace", false, "replace the existing file of the world, which is kept")
	load.Flags().BoolVar(&o.Large, "large", false, "import a world above 1 GiB, or above 200 times the size of FILE")
	save := &cobra.Command{Use: "backup WORLD DIR", Short: "Write a dated copy of a world into a directory, even while a node runs",
		Long: `Writes a verified copy of a world into a directory, with the date in its name, and removes
the oldest earlier copies there. This works while a node has the world open.
` + "`manyhold world import`" + ` restores one.`,
		Args: arity.Exactly(2, "a world (its name, id or file, or last) and a directory"),
		RunE: func(c *cobra.Command, args []string) error { return backupWorld(c, *data, args[0], args[1], keep) }}
	save.Flags().IntVar(&keep, "keep", keepBackups, "number of copies to keep there")
	return []*cobra.Command{load, save,
		{Use: "export WORLD FILE", Short: "Write a world into one file for another computer, even while a node runs",
			Args: arity.Exactly(2, "a world (its name, id or file, or last) and the file to write"),
			RunE: func(c *cobra.Command, args []string) error { return exportWorld(c, *data, args[0], args[1]) }}}
}

func exportWorld(c *cobra.Command, data, word, to string) error {
	path, err := worldPath(data, word)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return usage.Errorf("%s already exists; choose another name", to)
	}
	h, err := admin.Export(path, to, verifyCopy)
	if err != nil {
		return err
	}
	return tellExport(c, h, to)
}

func tellExport(c *cobra.Command, h admin.Header, to string) error {
	stat, err := os.Stat(to)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.OutOrStdout(), "%s is in %s (%s, verified, licence %s)\n", h.Genesis.Name, to, size(stat.Size()), h.Licence)
	return nil
}

func importWorld(c *cobra.Command, data, from string, o admin.ImportOptions) error {
	dir, err := settings.OpenData(data)
	if err != nil {
		return err
	}
	path, previous, err := admin.Import(dir, from, o, verifyCopy)
	if err != nil {
		if errors.Is(err, store.ErrExists) {
			err = fmt.Errorf("%w; --replace puts this file in its place and keeps the old one", err)
		}
		if errors.Is(err, admin.ErrLarge) {
			err = fmt.Errorf("%w; if it comes from somebody you trust and the disk has room, import it with --large", err)
		}
		return err
	}
	i, err := admin.Inspect(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.OutOrStdout(), "%s (%s) is here, up to turn %d; licence %s\n", i.Genesis.Name, status.Short(i.ID.String()), i.Turn, i.Genesis.Licence)
	if previous != "" {
		fmt.Fprintln(c.OutOrStdout(), "the old file was kept as", previous)
	}
	return nil
}

func backupWorld(c *cobra.Command, data, word, dir string, keep int) error {
	if keep < 1 {
		return usage.Errorf("--keep must be at least 1")
	}
	path, err := worldPath(data, word)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot create the directory: %w", err)
	}
	i, err := admin.Inspect(path)
	if err != nil {
		return err
	}
	prefix := status.Short(i.ID.String()) + "-"
	to := filepath.Join(dir, prefix+time.Now().Format(backupTime)+ExportSuffix)
	h, err := admin.Export(path, to, verifyCopy)
	if err != nil {
		return err
	}
	if err := tellExport(c, h, to); err != nil {
		return err
	}
	return dropBackups(c, dir, prefix, keep)
}

// dropBackups removes the oldest backups of a world beyond those that are kept. Files of other names stay.
func dropBackups(c *cobra.Command, dir, prefix string, keep int) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var copies []string
	for _, f := range files {
		date, is := strings.CutPrefix(strings.TrimSuffix(f.Name(), ExportSuffix), prefix)
		if _, err := time.Parse(backupTime, date); is && err == nil && strings.HasSuffix(f.Name(), ExportSuffix) {
			copies = append(copies, f.Name())
		}
	}
	slices.Sort(copies)
	for _, name := range copies[:max(0, len(copies)-keep)] {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return err
		}
		fmt.Fprintln(c.OutOrStdout(), "removed the older", name)
	}
	return nil
}
