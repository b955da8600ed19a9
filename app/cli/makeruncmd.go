package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"manyhold/app/maker"
	"manyhold/app/maker/story"
	"manyhold/app/maker/trial"
	"manyhold/app/usage"
)

func makeRunCommand() *cobra.Command {
	var o trial.Options
	var file string
	var asJSON bool
	c := &cobra.Command{
		Use: "run DIR", Short: "Play a story with a blueprint in a small world",
		Long: `Puts a thing of the blueprint into a small world, plays a story with it, and prints what happens,
tick by tick. There are 60 ticks in a second. The same folder and story give the same lines everywhere.

Without --story a player comes, uses the thing and touches it. The last line is JSON: ticks, the digest of
the world, the steps of all runs of the script, the most bytes that a run allocated, and the faults.

In the folder of an engine, bots play a match to its end.

Exit code 1: there are mistakes in the folder or the story. A fault of the script is no such one.`,
		Example: `  manyhold make run Porch-Lamp
  manyhold make run Porch-Lamp --story Porch-Lamp/stories/greets.story --ticks 600
  manyhold make run Porch-Lamp --json | tail -1`,
		Args: exactArgs(1, "the folder of a blueprint"),
		RunE: func(c *cobra.Command, args []string) error {
			if o.Ticks > trial.MaxTicks {
				return usage.Errorf("--ticks is %d; at most %d ticks run", o.Ticks, trial.MaxTicks)
			}
			if o.Workers < 1 || o.Workers > trial.MaxWorkers {
				return usage.Errorf("--workers is %d; use 1 to %d", o.Workers, trial.MaxWorkers)
			}
			if p, err := readEngine(c.OutOrStdout(), args[0]); p != nil || err != nil {
				return runEngine(c.OutOrStdout(), p, o.Workers, err)
			}
			w, err := readWork(c.OutOrStdout(), args[0])
			if err != nil {
				return err
			}
			steps, err := readStory(c.OutOrStdout(), file)
			if err != nil {
				return err
			}
			return play(c.OutOrStdout(), w, steps, o, asJSON)
		},
	}
	c.Flags().Uint32Var(&o.Ticks, "ticks", 0, "how many ticks run; default: 180 more than the story has")
	c.Flags().IntVar(&o.Workers, "workers", 1, "how many goroutines share the work; nothing depends on it")
	c.Flags().StringVar(&file, "story", "", "file of the story")
	c.Flags().BoolVar(&asJSON, "json", false, "print each line as JSON")
	return c
}

// readStory reads a story, the default one if no file is named, and prints its mistakes.
func readStory(out io.Writer, file string) ([]story.Step, error) {
	text := trial.Default
	if file != "" {
		f, err := os.Open(file)
		if err != nil {
			return nil, fmt.Errorf("cannot open the story: %w", err)
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, story.MaxBytes+1))
		if err != nil {
			return nil, fmt.Errorf("cannot read the story: %w", err)
		}
		text = string(data)
	}
	steps, wrong := story.Parse(file, text)
	for _, p := range wrong {
		fmt.Fprintln(out, p)
	}
	if len(wrong) > 0 {
		return nil, fmt.Errorf("%s in %s", several(len(wrong), "mistake", "mistakes"), file)
	}
	return steps, nil
}

// play plays a story and prints it.
func play(out io.Writer, w *maker.Work, steps []story.Step, o trial.Options, asJSON bool) error {
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	r, err := trial.Run(w.Unsigned(trial.Author(), "you"), steps, o, func(l trial.Line) {
		if asJSON {
			_ = lines.Encode(l)
		} else {
			fmt.Fprintln(out, l)
		}
	})
	if err != nil {
		return err
	}
	return lines.Encode(r)
}

func makeTestCommand() *cobra.Command {
	var update bool
	var workers int
	c := &cobra.Command{
		Use: "test DIR", Short: "Play the stories of a blueprint, and compare with what is expected",
		Long: `Plays each story of the folder: stories/NAME.story. What happens must be what stories/NAME.txt has; the
differences are printed, with - before what is expected and + before what happens.

In the folder of an engine, bots play three matches to their end, and matches.txt has what is expected of them.

Read the transcript that --update writes before you believe it.

Exit code 1: something differs, a transcript is missing, or there are mistakes in the folder.`,
		Example: `  manyhold make test Porch-Lamp
  manyhold make test Porch-Lamp --update`,
		Args: exactArgs(1, "the folder of a blueprint"),
		RunE: func(c *cobra.Command, args []string) error {
			if workers < 1 || workers > trial.MaxWorkers {
				return usage.Errorf("--workers is %d; use 1 to %d", workers, trial.MaxWorkers)
			}
			if p, err := readEngine(c.OutOrStdout(), args[0]); p != nil || err != nil {
				return testEngine(c.OutOrStdout(), p, args[0], workers, update, err)
			}
			w, err := readWork(c.OutOrStdout(), args[0])
			if err != nil {
				return err
			}
			return testStories(c.OutOrStdout(), w, args[0], trial.Options{Workers: workers}, update)
		},
	}
	c.Flags().BoolVar(&update, "update", false, "write what happens into the transcripts")
	c.Flags().IntVar(&workers, "workers", 1, "how many goroutines share the work; nothing depends on it")
	return c
}

func testStories(out io.Writer, w *maker.Work, dir string, o trial.Options, update bool) error {
	if len(w.Stories) == 0 {
		return fmt.Errorf("%s has no stories; write one, such as %s", dir, filepath.Join(dir, maker.Stories, "first.story"))
	}
	differ := 0
	for _, s := range w.Stories {
		got, r, err := trial.Transcript(w.Unsigned(trial.Author(), "you"), s.Steps, o)
		if err != nil {
			return fmt.Errorf("story %s: %w", s.Name, err)
		}
		file := path.Join(maker.Stories, s.Name+".txt")
		shown := filepath.Join(dir, filepath.FromSlash(file))
		switch {
		case got == s.Expected:
			fmt.Fprintf(out, "%s: as expected (%s, %s)\n", s.Name, several(int(r.Ticks), "tick", "ticks"), several(len(r.Faults), "fault", "faults"))
			continue
		case update:
			if err := writeIn(dir, file, got); err != nil {
				return err
			}
			fmt.Fprintf(out, "%s: %s is written; read it\n", s.Name, shown)
			continue
		case s.Expected == "":
			fmt.Fprintf(out, "%s: there is no %s; --update writes this:\n", s.Name, shown)
		default:
			fmt.Fprintf(out, "%s: it differs from %s:\n", s.Name, shown)
		}
		differ++
		fmt.Fprint(out, trial.Difference(s.Expected, got))
	}
	if differ > 0 {
		return fmt.Errorf("%s of %d went otherwise than expected", several(differ, "story", "stories"), len(w.Stories))
	}
	return nil
}

// writeIn writes a file of a folder, and nothing outside of it, whatever links there are.
func writeIn(dir, name, text string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	f, err := root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return fmt.Errorf("cannot write the transcript: %w", err)
	}
	_, err = io.Copy(f, strings.NewReader(text))
	return errors.Join(err, f.Close())
}
