package exchange

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/key"
)

// TestPick: of the blocks that a peer has and nobody was asked for, the rarest comes first; when there are
// none, one that another peer is slow with, but never one twice of the same.
func TestPick(t *testing.T) {
	now := time.Unix(1000, 0)
	me, slow := &peer{id: key.ID{1}}, key.ID{2}
	w := &want{have: []bool{true, false, false, false, false}, order: []int{0, 1, 2, 3, 4}, blocks: map[int][]*request{}}
	part := &source{have: []bool{true, true, false, true}}
	late := []*request{{from: slow, at: now.Add(-2 * twinAfter)}}
	for _, c := range []struct {
		what   string
		s      *source
		shared []int
		asked  map[int][]*request
		want   int
	}{
		{"all are equally rare", &source{whole: true}, []int{0, 0, 0, 0, 0}, nil, 1},
		{"the rarest", &source{whole: true}, []int{0, 3, 2, 1, 2}, nil, 3},
		{"the rarest that a part has", part, []int{0, 3, 0, 3, 0}, nil, 1},
		{"those not asked for", &source{whole: true}, make([]int, 5), map[int][]*request{1: late, 2: late}, 3},
		{"one of a slow peer", part, make([]int, 5), map[int][]*request{1: late, 3: late}, 1},
		{"one that was asked for a moment ago", part, make([]int, 5), map[int][]*request{1: {{from: slow, at: now}}, 3: late}, 3},
		{"one of this peer itself", part, make([]int, 5), map[int][]*request{1: {{from: me.id}}, 3: {{from: me.id}}}, -1},
		{"one that two were asked for", part, make([]int, 5), map[int][]*request{1: {late[0], late[0]}, 3: {late[0], late[0]}}, -1},
	} {
		if w.blocks = c.asked; w.pick(me, c.s, c.shared, now) != c.want {
			t.Errorf("%s: block %d, want %d", c.what, w.pick(me, c.s, c.shared, now), c.want)
		}
	}
}

// TestShuffled: every block has its place, and two downloaders have other orders.
func TestShuffled(t *testing.T) {
	a, b := shuffled(384, 1), shuffled(384, 2)
	if slices.Equal(a, b) || !slices.Equal(a, shuffled(384, 1)) {
		t.Error("the orders do not depend on the seed alone")
	}
	slices.Sort(a)
	for i, n := range a {
		if i != n {
			t.Fatalf("%d is missing", i)
		}
	}
}
