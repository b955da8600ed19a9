package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/host/islandmerge"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// TestWhoTakesAnIslandIn: an island that has ended is taken in by the one that it names, or by one that
// contains that one, and only when it was not taken in before; whatever is remembered of the islands in
// between.
func TestWhoTakesAnIslandIn(t *testing.T) {
	const named, ended, between = 5, 9, 7
	for _, k := range []struct {
		what     string
		self     uint64
		contains []uint64
		want     bool
	}{
		{"the one that is named", named, nil, true},
		{"the one that is named, again", named, []uint64{ended}, false},
		{"another", 3, nil, false},
		{"another that has it", 3, []uint64{ended}, false},
		{"one that took in the one that is named, without it", 3, []uint64{named}, true},
		{"one that took in the one that is named, with it", 3, []uint64{named, ended}, false},
		{"one that took in who took in the one that is named", 3, []uint64{named, between}, true},
		{"home, with all of them", message.Home, []uint64{named, between, ended}, false},
	} {
		w, m := NewWorld(kernel.Options{Key: key.FromSeed([32]byte{1})}), &coins.Machine{}
		must(t, m.Restore(coins.Containing(k.self, k.contains...)))
		c := w.islands.home()
		if k.self != message.Home {
			c = w.islands.add(k.self)
		}
		c.Machine = m
		end := &epoch.Record{Reason: epoch.Ended, Island: ended, Into: named}
		if got := islandmerge.Takes(mergeView{c, w.runner}, end); got != k.want {
			t.Errorf("%s takes it in: %v", k.what, got)
		}
		x := w.islands.add(ended)
		x.Ancestry.Records = []*epoch.Record{end}
		w.Now = time.Unix(100, 0)
		w.directory.Learn(ended)
		if has := m.Contains(ended); has != w.directory.Ended(ended) || has && w.directory.Successor(ended) != k.self {
			t.Errorf("%s: the island is known to have gone: %v, to %d", k.what, w.directory.Ended(ended), w.directory.Successor(ended))
		}
		had := m.Contains(ended)
		if err := m.Absorb(coins.Containing(ended)); (err != nil) != had {
			t.Errorf("%s: its machine says %v", k.what, err)
		}
	}
}
