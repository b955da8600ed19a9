package ui

import (
	"strings"
	"testing"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
	"manyhold/render/ui/overlay"
)

// TestNetworkView opens the view by its key: the world is dark, every peer has a card, each region names its
// holder, and the line of a peer vanishes with the peer.
func TestNetworkView(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.network()
	s.tick(3)
	has := func(want string) bool {
		for _, w := range s.trace().Texts {
			if strings.Contains(w.Text, want) {
				return true
			}
		}
		return false
	}
	for _, want := range []string{"Ada", "Bo", "Cyd", "node-", "via Bo", "182 ms", "BO", "NC", "CY", "≠"} {
		if !has(want) {
			t.Errorf("%q is not shown", want)
		}
	}
	if f := s.trace().Fills[0]; f.R.W < s.u.c.W || f.Col.A != overlay.NetworkDim {
		t.Errorf("the world is not dimmed first, but %v", f)
	}
	s.m.Net.Links = s.m.Net.Links[:1]
	if s.tick(2); has("182 ms") || len(s.u.network.Anchors) != 1 {
		t.Error("the line of a peer that is gone is still shown")
	}
	s.tap(input.KeyF4)
	if has("in sync") {
		t.Error("the key does not close the view")
	}
}

// TestReplicaLinesBetweenOthers: two other peers with equal digests are joined by a line, two with different
// ones by a line with a mark; a pair with an absent peer by none.
func TestReplicaLinesBetweenOthers(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.network()
	s.m.Net.Links[1].Agreement = model.Agrees
	marks := func() (n int) {
		for _, w := range s.trace().Texts {
			if w.Text == "≠" {
				n++
			}
		}
		return n
	}
	drawn := func() int { s.u.pass(true); return len(s.u.c.P.Vertices) }
	bare := drawn()
	s.m.Net.Pairs = []model.PairView{{A: 0, B: 1, Agreement: model.Agrees}}
	joined := drawn()
	if joined < bare+40 || marks() != 0 {
		t.Errorf("a line between others: %d corners instead of %d, %d marks", joined, bare, marks())
	}
	s.m.Net.Pairs = []model.PairView{{A: 0, B: 1, Agreement: model.Differs}}
	if drawn() <= bare || marks() != 1 {
		t.Errorf("%d marks on the line of two that differ", marks())
	}
	s.m.Net.Pairs = []model.PairView{{A: 0, B: 9, Agreement: model.Differs}}
	if marks() != 0 {
		t.Error("a line to nobody")
	}
}

// TestCometsAreMeasured: a comet's speed follows the round trip, within visible bounds, and its losses the
// lost messages.
func TestCometsAreMeasured(t *testing.T) {
	if near, far := overlay.CometWay(50), overlay.CometWay(200); near != 60 || far != 4*near {
		t.Errorf("a comet takes %d ticks for 50 ms and %d for 200 ms", near, far)
	}
	for _, rtt := range []float64{0, 0.2, 1e9} {
		if w := overlay.CometWay(rtt); w < overlay.CometLeast || w > overlay.CometMost {
			t.Errorf("a comet takes %d ticks for %v ms", w, rtt)
		}
	}
	for _, part := range []float64{0, 0.1, 0.5, 1} {
		n := 0
		for i := range uint64(10000) {
			if overlay.Lost(i*31+1, part) {
				n++
			}
		}
		if got := float64(n) / 10000; got < part-0.02 || got > part+0.02 {
			t.Errorf("of comets %.3f are lost, of messages %.1f", got, part)
		}
	}
}

// TestSigns asks that the patterns of several peers differ, and that any name has initials.
func TestSigns(t *testing.T) {
	seen := map[kit.LinePattern]bool{}
	for _, n := range []string{"Ada", "Bo", "Cleo", "Dov", "Eve", "Finn", "guest-1a2b", "node-cupboard"} {
		_, p := overlay.SignOf(n)
		seen[p] = true
	}
	if len(seen) < 3 {
		t.Errorf("eight peers have only %d patterns", len(seen))
	}
	for name, want := range map[string]string{
		"Ada": "AD", "node-cupboard": "NC", "": "?", "  ": "?", "x": "X", "漢字": "漢字", "\u202e\u200b": "?", "élan vital": "ÉV", "👩\u200d🚀": "👩🚀", "a\u0301\u0301b": "AB",
	} {
		if got := overlay.Initials(name); got != want {
			t.Errorf("initials of %q are %q, want %q", name, got, want)
		}
	}
}
