package webrtc

import (
	"net/netip"
	"testing"
	"time"
)

// TestHopeful: a dial waits for linked peers that were asked a moment ago, while none has answered and few
// have been silent.
func TestHopeful(t *testing.T) {
	now := time.Unix(1000, 0)
	asked := reflection{asking: true, since: now.Add(-reflectorWait / 2)}
	late := reflection{asking: true, since: now.Add(-2 * reflectorWait)}
	silent := reflection{since: now.Add(-time.Minute)}
	useful, plain := reflection{since: now.Add(-time.Minute), useful: true}, reflection{since: now.Add(-time.Minute), plain: true}
	for name, c := range map[string]struct {
		tried []reflection
		want  bool
	}{
		"nobody":             {nil, false},
		"not yet asked":      {[]reflection{{}}, false},
		"asked":              {[]reflection{asked}, true},
		"asked long ago":     {[]reflection{late}, false},
		"one is late":        {[]reflection{late, asked}, true},
		"two were silent":    {[]reflection{silent, asked, silent}, true},
		"three were silent":  {[]reflection{silent, silent, asked, silent}, false},
		"one has told":       {[]reflection{asked, useful}, false},
		"there is no router": {[]reflection{plain, asked}, false},
	} {
		var r reflectors
		for _, one := range c.tried {
			r.tried = append(r.tried, &one)
		}
		if got := r.hopeful(now); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestAsksFew: linked peers are asked until enough help, or until one has told that no router lies between.
func TestAsksFew(t *testing.T) {
	now := time.Unix(1000, 0)
	four, six := netip.MustParseAddrPort("203.0.113.7:9"), netip.MustParseAddrPort("[2001:db8::7]:9")
	c := &connection{state: up}
	for name, c := range map[string]struct {
		tried []reflection
		want  int
	}{
		"many":                      {[]reflection{{of: c, at: four}, {of: c, at: four}, {of: c, at: four}, {of: c, at: six}, {of: c, at: six}}, reflectorsAsked},
		"one is being asked":        {[]reflection{{of: c, at: four, asking: true}, {of: c, at: four}, {of: c, at: four}, {of: c, at: four}, {of: c, at: four}}, reflectorsAsked - 1},
		"one helps":                 {[]reflection{{of: c, at: four, useful: true, since: now}, {of: c, at: six}}, 1},
		"two help":                  {[]reflection{{of: c, at: four, useful: true, since: now}, {of: c, at: six, useful: true, since: now}, {of: c, at: four}}, 0},
		"no router, by IPv4":        {[]reflection{{of: c, at: four, plain: true, since: now}, {of: c, at: six}, {of: c, at: four}}, 1},
		"no router, long ago":       {[]reflection{{of: c, at: four, plain: true, since: now.Add(-2 * reflectorAgain)}, {of: c, at: four}}, 2},
		"a silence":                 {[]reflection{{of: c, at: four, since: now}}, 0},
		"the link of one has ended": {[]reflection{{of: &connection{state: closing}, at: four}}, 0},
	} {
		var r reflectors
		for _, one := range c.tried {
			r.tried = append(r.tried, &one)
		}
		if got := len(r.due(now)); got != c.want {
			t.Errorf("%s: %d are asked, want %d", name, got, c.want)
		}
	}
}
