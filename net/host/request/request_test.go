package request

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"manyhold/net/key"
)

const (
	every = 300 * time.Millisecond
	quiet = 2 * time.Second
	most  = 20 * time.Second
)

// TestRequest: a request is due at first, then after its period or when a part has come, and is given up
// without progress.
func TestRequest(t *testing.T) {
	var r Request
	now := time.Unix(100, 0)
	if !r.Due(now, every) || r.Waits() {
		t.Error("the first question is not due")
	}
	r.Ask(now, key.ID{1})
	if r.Due(now.Add(every-1), every) || !r.Due(now.Add(every), every) || r.Source() != (key.ID{1}) {
		t.Error("the second question")
	}
	if r.Again(); !r.Due(now, every) {
		t.Error("a part came, and no question is due")
	}
	for _, c := range []struct {
		moved, at, most time.Duration
		want            bool
	}{
		{0, quiet, 0, false}, {0, quiet + 1, 0, true}, {quiet, 2 * quiet, 0, false}, {most, most, most, false}, {most, most + 1, most, true},
		{100 * most, 100*most + quiet, 0, false},
	} {
		if r.Moved(now.Add(c.moved)); r.Expired(now.Add(c.at), quiet, c.most) != c.want {
			t.Errorf("after %v with progress at %v, at most %v: given up: %v", c.at, c.moved, c.most, !c.want)
		}
	}
	if r.Drop(); r.Waits() {
		t.Error("it was dropped, and waits")
	}
}

// TestAvoid: an avoided peer is not asked until its time has come; without others nobody is.
func TestAvoid(t *testing.T) {
	var r Request
	now, peers := time.Unix(100, 0), []key.ID{{1}, {2}}
	r.Avoid(key.ID{1}, now.Add(time.Second))
	for _, c := range []struct {
		at      time.Duration
		sources []key.ID
		want    key.ID
	}{
		{0, peers, key.ID{2}}, {1, peers, key.ID{2}}, {2, peers[:1], key.ID{}}, {time.Second, peers, key.ID{1}}, {time.Second, nil, key.ID{}},
	} {
		if got := r.Next(now.Add(c.at), c.sources); got != c.want || r.Waits() != !c.want.IsZero() {
			t.Errorf("after %v: asks %v, want %v", c.at, got, c.want)
		}
	}
	if r.AvoidNone(); !r.May(now, key.ID{1}) {
		t.Error("it still avoids")
	}
}

// TestRequestProperties: in virtual time, with peers that come, go, answer or do not, a request never asks
// more often than its period, asks each peer before one twice, and is given up by its bound.
func TestRequestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r Request
		begun := time.Unix(100, 0)
		now, moved := begun, begun
		r.Begin(now, key.ID{})
		last := now.Add(-every)
		asked := map[key.ID]int{} // by the number of the question
		for question := 1; question < 200; {
			now = now.Add(time.Duration(rapid.IntRange(0, 400).Draw(t, "ms")) * time.Millisecond)
			var sources []key.ID
			for k := range byte(5) {
				if rapid.IntRange(0, 2).Draw(t, "linked") > 0 {
					sources = append(sources, key.ID{k + 1})
				}
			}
			expired := r.Expired(now, quiet, most)
			if expired != (now.Sub(moved) > quiet || now.Sub(begun) > most) {
				t.Fatalf("given up: %v, %v after progress and %v after the beginning", expired, now.Sub(moved), now.Sub(begun))
			}
			if expired {
				return
			}
			if rapid.IntRange(0, 9).Draw(t, "moves") == 0 {
				r.Moved(now)
				moved = now
			}
			if rapid.IntRange(0, 30).Draw(t, "done") == 0 {
				r.Done()
				clear(asked)
			}
			if !r.Due(now, every) {
				continue
			}
			if now.Sub(last) < every {
				t.Fatalf("a question %v after the last", now.Sub(last))
			}
			last = now
			k := r.Next(now, sources)
			if k.IsZero() != (len(sources) == 0) || !k.IsZero() && !slices.Contains(sources, k) {
				t.Fatalf("asks %v of %v", k, sources)
			}
			for _, other := range sources {
				if asked[other] < asked[k] {
					t.Fatalf("asks %v again before %v", k, other)
				}
			}
			asked[k] = question
			question++
		}
		t.Fatal("never given up")
	})
}
