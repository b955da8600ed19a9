package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/maker"
	"manyhold/app/maker/bundle"
	"manyhold/app/maker/problem"
	"manyhold/app/options"
	"manyhold/app/persona"
	"manyhold/app/settings"
	"manyhold/app/usage"
	"manyhold/app/window/drop"
	"manyhold/assets/blueprints"
	"manyhold/assets/engines"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/net/key"
)

// makeCommand is for makers of blueprints.
func makeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "make",
		Short: "Make things for worlds: blueprints with scripts, pictures and sounds",
		Long: `Makes, checks and packs blueprints: templates of things with pictures, sounds and scripts.

A blueprint is a folder with a blueprint.toml. The guide is in docs/makers.md.`,
		Example: `  manyhold make new Porch-Lamp          a folder with a lamp that greets
  manyhold make check Porch-Lamp        find mistakes
  manyhold make push Porch-Lamp         publish it into the world of the running node
  manyhold make test Porch-Lamp         play its stories
  manyhold make pack Porch-Lamp lamp.manyhold`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(makeNewCommand(), makeCheckCommand(), makeRunCommand(), makeTestCommand(), makePushCommand(), makePullCommand(), makePackCommand(), makeListCommand(), makeUnpackCommand())
	return c
}

func makeNewCommand() *cobra.Command {
	var in, like string
	c := &cobra.Command{
		Use: "new NAME", Short: "Make a folder with a first blueprint",
		Long: `Makes a folder NAME with a first blueprint: a lamp that greets its visitors, or a copy of an example.

NAME is the title of the blueprint: 1 to 32 letters, digits and hyphens.
The examples: ` + strings.Join(blueprints.Names(), ", ") + `.
The engines of matches: ` + strings.Join(engines.Names(), ", ") + `.`,
		Example: `  manyhold make new Porch-Lamp
  manyhold make new Porch-Lamp --in ~/blueprints
  manyhold make new My-Door --like friendly-door
  manyhold make new My-Match --like emberball`,
		Args: arity.Exactly(1, "a name: letters, digits and hyphens"),
		RunE: func(c *cobra.Command, args []string) error {
			if !blueprint.IsTitle(args[0]) || args[0] == blueprint.LandTitle {
				return usage.Errorf("%q cannot be a name; use 1 to %d letters, digits and hyphens", args[0], blueprint.MaxTitle)
			}
			dir := filepath.Join(in, args[0])
			what := "is a lamp that greets"
			if like == "" {
				if err := maker.New(dir, args[0]); err != nil {
					return err
				}
			} else {
				from, err := exampleNamed(like)
				if err != nil {
					return err
				}
				if err := maker.NewLike(dir, args[0], from); err != nil {
					return err
				}
				what = "is a copy of " + like
			}
			fmt.Fprintf(c.OutOrStdout(), "%s %s\nchange its files, then run: manyhold make check %s\n", dir, what, quoted(dir))
			return nil
		},
	}
	c.Flags().StringVar(&like, "like", "", "name of the example to copy")
	c.Flags().StringVar(&in, "in", "", "folder in which to make it; default: the current one")
	return c
}

// exampleNamed returns the folder of an example: of a thing, or of a match.
func exampleNamed(name string) (fs.FS, error) {
	switch all := append(blueprints.Names(), engines.Names()...); {
	case slices.Contains(blueprints.Names(), name):
		return blueprints.Example(name), nil
	case slices.Contains(engines.Names(), name):
		return engines.Folder(name), nil
	default:
		return nil, usage.Errorf("there is no example %q%s", name, problem.Nearest(name, all))
	}
}

func makeCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use: "check DIR", Short: "Find mistakes in the folder of a blueprint, or of the engine of a match",
		Long: `Checks the folder of a blueprint: its settings, pictures, sounds, scripts and stories. Nothing is run.
A folder with an engine.toml is that of the engine of a match; its things are checked, too.

Each mistake is a line FILE:LINE:COLUMN: what is wrong; what to do.

Exit code 1: there are mistakes, or there is no such folder.`,
		Example: `  manyhold make check Porch-Lamp
  manyhold make check .`,
		Args: arity.Exactly(1, "the folder of a blueprint"),
		RunE: func(c *cobra.Command, args []string) error {
			if p, err := readEngine(c.OutOrStdout(), args[0]); p != nil || err != nil {
				return checkedEngine(c.OutOrStdout(), p, err)
			}
			w, err := readWork(c.OutOrStdout(), args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "%s is in order (%s, %s, %s)\n", w.Blueprint.Title, several(len(w.Blueprint.Props), "property", "properties"),
				several(len(w.Assets), "asset", "assets"), several(len(w.Stories), "story", "stories"))
			return nil
		},
	}
}

// readWork reads the folder of a blueprint, and prints its mistakes.
func readWork(out io.Writer, dir string) (*maker.Work, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the folder %s: %w", dir, errors.Unwrap(err))
	}
	defer root.Close()
	w, wrong := maker.Read(root.FS(), drop.Checker())
	if err := mistakes(out, dir, wrong); err != nil {
		return nil, err
	}
	return w, nil
}

// mistakes prints what is wrong in a folder, and returns the error that says how much; nil for nothing.
func mistakes(out io.Writer, dir string, wrong problem.List) error {
	for _, p := range wrong {
		p.File = filepath.Join(dir, filepath.FromSlash(p.File))
		fmt.Fprintln(out, p)
	}
	if len(wrong) == 0 {
		return nil
	}
	return fmt.Errorf("%s in %s", several(len(wrong), "mistake", "mistakes"), dir)
}

func makePackCommand() *cobra.Command {
	var data, name string
	var version uint32
	var replace bool
	c := &cobra.Command{
		Use: "pack DIR FILE", Short: "Sign a blueprint and pack it into one file with its assets",
		Long: `Signs the blueprint of a folder with the identity in the data directory, and packs it into one
file with all its assets, the licence and the authors. The name of the file should end in .manyhold.

Equal folders, identities and versions give equal files.`,
		Example: `  manyhold make pack Porch-Lamp lamp.manyhold
  manyhold make pack Porch-Lamp lamp.manyhold --version 2 --replace`,
		Args: arity.Exactly(2, "the folder of a blueprint and the file to write"),
		RunE: func(c *cobra.Command, args []string) error {
			if version < 1 {
				return usage.Errorf("--version is 0; use 1 or more")
			}
			w, err := readWork(c.OutOrStdout(), args[0])
			if err != nil {
				return err
			}
			b, err := signed(w, data, name, version)
			if err != nil {
				return err
			}
			return pack(c.OutOrStdout(), b, w.Asset, args[1], replace)
		},
	}
	c.Flags().StringVar(&data, "data", "", "directory for identity, worlds and settings")
	c.Flags().StringVar(&name, "name", "", "name of the author; default: that of the settings")
	c.Flags().Uint32Var(&version, "version", 1, "number of the version")
	c.Flags().BoolVar(&replace, "replace", false, "replace FILE")
	return c
}

// signed signs a work with the identity of the data directory.
func signed(w *maker.Work, data, name string, version uint32) (*blueprint.Blueprint, error) {
	dir, err := settings.OpenData(data)
	if err != nil {
		return nil, err
	}
	conf, err := settings.LoadSettings(&options.Play{Data: data, Name: name}, dir)
	if err != nil {
		return nil, err
	}
	pair, err := key.Load(dir)
	if err != nil {
		return nil, err
	}
	by := conf.Settings.Player.Name
	if by == "" {
		by = persona.Name(pair.ID())
	}
	return w.Seal(pair, by, version)
}

// pack writes a bundle of one blueprint.
func pack(out io.Writer, b *blueprint.Blueprint, asset func(blueprint.Asset) []byte, to string, replace bool) error {
	all, err := bundle.New([]*blueprint.Blueprint{b}, asset)
	if err != nil {
		return err
	}
	data, err := all.Encode()
	if err != nil {
		return err
	}
	how := os.O_EXCL
	if replace {
		how = os.O_TRUNC
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|how, 0o644)
	if errors.Is(err, os.ErrExist) {
		return usage.Errorf("%s already exists; choose another name, or add --replace", to)
	}
	if err != nil {
		return fmt.Errorf("cannot write the bundle: %w", err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("cannot write the bundle: %w", err)
	}
	hash := b.Sum()
	fmt.Fprintf(out, "%s version %d is in %s (%s, %s, licence %s, hash %x)\n", b.Name(), b.Version, to, size(int64(len(data))),
		several(len(all.Assets), "asset", "assets"), b.Licence, hash[:8])
	return nil
}

func makeListCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use: "list [FILE]", Short: "List the blueprints in the world, or in a bundle",
		Long: `Lists the blueprints in the world of the node that runs on --data. With FILE, lists those in a bundle,
after verifying its hashes and signatures.

Exit code 1: no node runs, or FILE is no valid bundle.`,
		Example: `  manyhold make list
  manyhold make list lamp.manyhold`,
		RunE: func(c *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return listWorld(c, data)
			case 1:
			default:
				return usage.Errorf("%s takes one file at most", c.CommandPath())
			}
			b, err := readBundle(args[0])
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "BLUEPRINT\tVERSION\tHASH\tSIZE\tASSETS\tLICENCE\tBASED ON")
			for _, p := range b.Blueprints {
				var based []string
				for _, credit := range p.Credits {
					based = append(based, credit.By+"/"+credit.Title)
				}
				hash, assets := p.Sum(), len(p.Assets)
				if p.Sprite != (blueprint.Asset{}) {
					assets++
				}
				fmt.Fprintf(w, "%s\t%d\t%x\t%s\t%d\t%s\t%s\n", p.Name(), p.Version, hash[:8], size(int64(len(blueprint.Append(nil, p)))), assets, p.Licence,
					strings.Join(based, ", "))
			}
			return w.Flush()
		},
	}
	c.Flags().StringVar(&data, "data", "", "data directory of the node")
	return c
}

// readBundle reads and verifies a bundle.
func readBundle(file string) (*bundle.Bundle, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cannot open the bundle: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, bundle.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read the bundle: %w", err)
	}
	b, err := bundle.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return b, nil
}

func makeUnpackCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use: "unpack FILE DIR", Short: "Write the blueprints of a bundle into folders",
		Long: `Writes each blueprint of a bundle into a folder below DIR that has its title, to read or to build on.

The folder of another player's blueprint names that author. Its licence says what you may do with it.`,
		Example: `  manyhold make unpack lamp.manyhold theirs`,
		Args:    arity.Exactly(2, "a file made by `make pack`, and a folder"),
		RunE: func(c *cobra.Command, args []string) error {
			b, err := readBundle(args[0])
			if err != nil {
				return err
			}
			dir, err := settings.OpenData(data)
			if err != nil {
				return err
			}
			pair, err := key.Load(dir)
			if err != nil {
				return err
			}
			for _, p := range b.Blueprints {
				to := filepath.Join(args[1], p.Title)
				if err := maker.Write(to, p, game.PlayerID(pair.ID()), b.Asset); err != nil {
					return err
				}
				fmt.Fprintf(c.OutOrStdout(), "%s version %d is in %s\n", p.Name(), p.Version, to)
			}
			return nil
		},
	}
	c.Flags().StringVar(&data, "data", "", "directory for identity, worlds and settings")
	return c
}

// quoted puts a word in quotes if a shell needs them.
func quoted(s string) string {
	if strings.ContainsAny(s, " \t'\"\\$&;()*?<>|`~#") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

// several is a number with its noun.
func several(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
