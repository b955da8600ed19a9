package matches

import (
	"encoding/json"
	"slices"
	"testing"

	"manyhold/app/rooms/results"
	"manyhold/render/ui/model"
)

// TestResultsAreKept: the board keeps the lines of results from tick to tick. A result that comes before
// the others, a player's name that becomes known, and another result change them.
func TestResultsAreKept(t *testing.T) {
	d := newTable(t).d
	entry := func(winner, name string) results.Entry {
		return results.Entry{Result: json.RawMessage(`{"winner":"` + winner + `"}`), Players: []results.Player{{Seat: "red-1", Name: name}}}
	}
	shown := func(list ...results.Entry) (words []string) {
		d.o.Results = func() []results.Entry { return list }
		for range 2 {
			var m model.Matches
			words = nil
			for d.fillResults(&m); len(m.Results) > 0; m.Results = m.Results[1:] {
				words = append(words, m.Results[0].Lines[0].Value+"/"+m.Results[0].Players[0].Value)
			}
		}
		return words
	}
	for _, test := range []struct {
		list []results.Entry
		want []string
	}{
		{[]results.Entry{entry("red-1", "Ada")}, []string{"Ada (Red 1)/Ada"}},
		{[]results.Entry{entry("red-1", "Bo"), entry("red-1", "Ada")}, []string{"Bo (Red 1)/Bo", "Ada (Red 1)/Ada"}},
		{[]results.Entry{entry("red-1", "Bo"), entry("blue-1", "Ada")}, []string{"Bo (Red 1)/Bo", "Blue 1/Ada"}},
		{[]results.Entry{entry("blue-1", "Ada")}, []string{"Blue 1/Ada"}},
	} {
		if got := shown(test.list...); !slices.Equal(got, test.want) {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
