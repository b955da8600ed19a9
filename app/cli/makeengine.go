package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"manyhold/app/maker"
	"manyhold/app/maker/engine"
	"manyhold/app/maker/trial"
	"manyhold/app/window/drop"
	"manyhold/game/match"
)

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
	for _, w := range wrong {
		w.File = filepath.Join(dir, filepath.FromSlash(w.File))
		fmt.Fprintln(out, w)
	}
	if len(wrong) > 0 {
		return nil, fmt.Errorf("%s in %s", several(len(wrong), "mistake", "mistakes"), dir)
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
