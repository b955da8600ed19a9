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

	"manyhold/app/cli/arity"
	"manyhold/app/maker"
	"manyhold/app/maker/engine"
	"manyhold/app/maker/story"
	"manyhold/app/maker/trial"
	"manyhold/app/usage"
	"manyhold/app/window/drop"
	"manyhold/game/match"
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
		Args: arity.Exactly(1, "the folder of a blueprint"),
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
		Args: arity.Exactly(1, "the folder of a blueprint"),
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

// rehearsals are the seeds of the matches that a test of an engine plays.
var rehearsals = []uint64{1, 2, 3}

// readEngine reads the folder of an engine, and prints its mistakes. It returns nil for another folder.
func readEngine(out io.Writer, dir string) (*match.Package, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the folder %s: %w", dir, errors.Unwrap(err))
	}
	defer root.Close()
	if !maker.IsEngine(root.FS()) {
		return nil, nil
	}
	p, wrong := maker.ReadEngine(root.FS(), drop.Shader)
	if err := mistakes(out, dir, wrong); err != nil {
		return nil, err
	}
	return p, nil
}

// checkedEngine says what an engine without mistakes has.
func checkedEngine(out io.Writer, p *match.Package, err error) error {
	if err != nil {
		return err
	}
	data, name, err := engine.Bundle(p)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s is in order (%s, %s, %s, %s, hash %s)\n", p.Title, several(len(p.Roster), "seat", "seats"), several(len(p.Settings), "setting", "settings"),
		several(len(p.Things), "kind of thing", "kinds of things"), size(int64(len(data))), name.Short())
	return nil
}

// runEngine lets bots play a match, and prints what happens.
func runEngine(out io.Writer, p *match.Package, workers int, err error) error {
	if err != nil {
		return err
	}
	r, err := engine.Rehearse(p, engine.Plan{Seed: rehearsals[0], Workers: workers, Said: func(ticks uint64, line string) {
		fmt.Fprintf(out, "%-5d %s\n", ticks, line)
	}})
	if err != nil {
		return err
	}
	for _, line := range r.Remarks {
		fmt.Fprintln(out, line)
	}
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	return lines.Encode(struct {
		Ticks  uint64          `json:"ticks"`
		Digest string          `json:"digest"`
		Result json.RawMessage `json:"result"`
	}{r.Ticks, fmt.Sprintf("%016x", r.Digest), append(json.RawMessage{}, orNull(r.Result)...)})
}

func orNull(b []byte) []byte {
	if b == nil {
		return []byte("null")
	}
	return b
}

// testEngine lets bots play some matches, and compares with what is expected.
func testEngine(out io.Writer, p *match.Package, dir string, workers int, update bool, err error) error {
	if err != nil {
		return err
	}
	var text strings.Builder
	failed := 0
	for _, seed := range rehearsals {
		r, err := engine.Rehearse(p, engine.Plan{Seed: seed, Workers: workers})
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "seed %d: %s\n", seed, r)
		for _, line := range r.Remarks {
			fmt.Fprintf(out, "seed %d: %s\n", seed, line)
		}
		if r.Failed() {
			failed++
		}
	}
	if failed > 0 {
		fmt.Fprint(out, text.String())
		return fmt.Errorf("%s of %d did not come to a good end", several(failed, "match", "matches"), len(rehearsals))
	}
	shown := filepath.Join(dir, maker.MatchesFile)
	expected, _ := os.ReadFile(shown)
	switch {
	case string(expected) == text.String():
		fmt.Fprintf(out, "%s: as expected\n", several(len(rehearsals), "match", "matches"))
		return nil
	case update:
		if err := writeIn(dir, maker.MatchesFile, text.String()); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s is written; read it\n", shown)
		return nil
	case len(expected) == 0:
		fmt.Fprintf(out, "there is no %s; --update writes this:\n", shown)
	default:
		fmt.Fprintf(out, "it differs from %s:\n", shown)
	}
	fmt.Fprint(out, trial.Difference(string(expected), text.String()))
	return errors.New("the matches went otherwise than expected")
}
