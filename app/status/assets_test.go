package status

import (
	"strings"
	"testing"
)

// TestAssetsInWords: the line of a status about assets.
func TestAssetsInWords(t *testing.T) {
	name := strings.Repeat("ab", 32)
	for _, c := range []struct {
		a    Assets
		want string
	}{
		{Assets{Quota: 512e6}, "assets     0 held, 0.0 of 512 MB; no downloads; 0.0 MB in, 0.0 MB out\n"},
		{Assets{Held: 3, Bytes: 12_100_000, Quota: 512e6, In: 12_000_000, Out: 500_000, Fetching: []Fetch{
			{Name: name, Bytes: 100, Percent: 40, Sources: 2}, {Name: name, Waiting: true}}},
			"assets     3 held, 12.1 of 512 MB; downloading " + Short(name) + " 40 % from 2, " + Short(name) + " waits for room; 12.0 MB in, 0.5 MB out\n"},
		{Assets{Wrong: 2, Aside: PeerNames{{Name: "Bo"}}}, "assets     0 held, 0.0 of 0 MB; no downloads; wrong bytes from Bo; 0.0 MB in, 0.0 MB out\n"},
		{Assets{Fetching: make([]Fetch, 5)}, "assets     0 held, 0.0 of 0 MB; downloading  0 % from 0,  0 % from 0,  0 % from 0, 2 more; 0.0 MB in, 0.0 MB out\n"},
	} {
		var b strings.Builder
		if c.a.print(&b); b.String() != c.want {
			t.Errorf("got  %q\nwant %q", b.String(), c.want)
		}
	}
}
