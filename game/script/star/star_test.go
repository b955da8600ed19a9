package star_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// library is the host of the tests: out writes a line, kind and twin are attributes of things.
func library() *star.Library {
	return star.NewLibrary([]star.Function{
		{Name: "out", Params: []string{"x", "y", "z"}, Need: 1, Steps: 2, Do: func(c *star.Call) value.Value {
			var words []string
			for i := range 3 {
				if c.Has(i) {
					s, _ := value.Str(c.Meter(), c.Arg(i), false).AsText()
					words = append(words, s)
				}
			}
			if lines, ok := c.Context().(*[]string); ok {
				*lines = append(*lines, strings.Join(words, " "))
			}
			return value.None
		}},
		{Name: "level", Params: []string{"n"}, Need: 1, Do: func(c *star.Call) value.Value { return value.Int(c.Int(0, 0, 15)) }},
		{Name: "pure", Top: true, Do: func(c *star.Call) value.Value { return value.Int(7) }},
	}, []star.Constant{
		{Name: "SECOND", Value: value.Int(60)},
		{Name: "TILE", Value: value.Int(16)},
	}, star.Attributes{Names: []string{"kind", "twin"}, Get: func(c *star.Call, thing uint64, name string) value.Value {
		if name == "kind" {
			return c.String("lamp")
		}
		return value.Thing(thing + 1)
	}})
}

// transcript runs all handlers of a script, in their order, and notes what they write and how they end. The
// state goes from one to the next.
func transcript(file string, source []byte) string {
	var b strings.Builder
	p, err := star.Load(file, source, library(), star.LoadLimits)
	if err != nil {
		return "refused " + err.Error() + "\n"
	}
	m := star.NewMachine()
	var state []byte
	for _, h := range p.Handlers() {
		var lines []string
		out := m.Call(star.Run{Program: p, Handler: h.Name, Self: 7, Args: []value.Value{value.Thing(7), value.Thing(9)},
			State: state, Limits: star.RunLimits, Context: &lines})
		state = out.State
		fmt.Fprintf(&b, "%s\n", h.Name)
		for _, l := range lines {
			fmt.Fprintf(&b, "\t%s\n", l)
		}
		if f := out.Fault; f != nil {
			fmt.Fprintf(&b, "\t! %s at %s: %s\n", f.Kind, f.At, f.Why)
			for i, s := range f.Stack {
				if i >= 4 {
					fmt.Fprintf(&b, "\t  and %d more\n", len(f.Stack)-i)
					break
				}
				fmt.Fprintf(&b, "\t  in %s at %s\n", s.Name, s.At)
			}
		}
	}
	return b.String()
}

// TestTranscripts compares what the scripts of testdata write with the files beside them.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.star")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := transcript(filepath.Base(file), source)
			golden := strings.TrimSuffix(file, ".star") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal([]byte(got), want) {
				t.Errorf("%s differs; got\n%s", golden, got)
			}
		})
	}
}
