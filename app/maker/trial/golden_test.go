package trial_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"manyhold/app/maker"
	"manyhold/app/maker/story"
	"manyhold/app/maker/trial"
	"manyhold/assets/blueprints"
	"manyhold/game/blueprint"
)

var update = flag.Bool("update", false, "rewrite the digests in testdata")

const goldenFile = "testdata/digests.txt"

// example is a story of an example.
type example struct {
	name     string
	print    *blueprint.Blueprint
	steps    []story.Step
	expected string
}

func examples(t *testing.T) (list []example) {
	for _, name := range blueprints.Names() {
		w, wrong := maker.Read(blueprints.Example(name), maker.Scripts(maker.Languages()))
		if len(wrong) > 0 {
			t.Fatalf("%s: %v", name, wrong)
		}
		if len(w.Stories) == 0 && w.Blueprint.Shape.Form != blueprint.Land {
			t.Errorf("%s has no story", name)
		}
		for _, s := range w.Stories {
			list = append(list, example{name + "/" + s.Name, w.Unsigned(trial.Author(), "you"), s.Steps, s.Expected})
		}
	}
	return list
}

// TestGoldenStories plays the stories of all examples, and compares with their transcripts. The world at the
// end has the digests of the file, which is the same for all processors, and on each of them that of a story
// without its snapshots.
func TestGoldenStories(t *testing.T) {
	var b strings.Builder
	for _, e := range examples(t) {
		text, r, err := trial.Transcript(e.print, e.steps, trial.Options{})
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		if text != e.expected {
			t.Errorf("%s:\n%s", e.name, trial.Difference(e.expected, text))
		}
		if len(r.Faults) > 0 || r.Steps == 0 || r.Peak == 0 {
			t.Errorf("%s: %+v", e.name, r)
		}
		if _, whole, err := trial.Transcript(e.print, e.steps, trial.Options{Unbroken: true}); err != nil || whole.Digest != r.Digest || whole.Steps != r.Steps || whole.Peak != r.Peak {
			t.Errorf("%s: %+v, but %+v without snapshots; %v", e.name, r, whole, err)
		}
		fmt.Fprintf(&b, "%s: %d ticks, %s, %d steps, %d bytes\n", e.name, r.Ticks, r.Digest, r.Steps, r.Peak)
	}
	if *update {
		if err := os.WriteFile(goldenFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("the digests differ:\n%s", trial.Difference(string(want), got))
	}
}

// TestExamplesInAnyWay plays them on 1, 2 and 8 workers, without the snapshots of the stories, and with many
// more: nothing depends on that.
func TestExamplesInAnyWay(t *testing.T) {
	names := blueprints.Names()
	if len(names) != 13 {
		t.Errorf("%d examples", len(names))
	}
	for _, e := range examples(t) {
		if !slices.ContainsFunc(e.steps, func(s story.Step) bool { return s.Kind == story.Snapshot }) {
			t.Errorf("%s has no snapshot", e.name)
		}
		want, first, err := trial.Transcript(e.print, e.steps, trial.Options{Unbroken: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []trial.Options{{}, {Workers: 2}, {Workers: 8}, {Unbroken: true, Workers: 8}, {Every: 11, Workers: 2}} {
			text, r, err := trial.Transcript(e.print, e.steps, o)
			if err != nil {
				t.Fatalf("%s, %+v: %v", e.name, o, err)
			}
			if r.Digest != first.Digest || r.Steps != first.Steps || r.Peak != first.Peak {
				t.Errorf("%s, %+v: %+v, want %+v", e.name, o, r, first)
			}
			if got := withoutSnapshots(text); got != want {
				t.Errorf("%s, %+v:\n%s", e.name, o, trial.Difference(want, got))
			}
		}
	}
}

func withoutSnapshots(text string) (rest string) {
	for line := range strings.Lines(text) {
		if !strings.HasSuffix(line, "(snapshot)\n") {
			rest += line
		}
	}
	return rest
}
