package ui

import (
	"fmt"
	"testing"

	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui/bag"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestCraft makes something by mouse, by keys and by pad, and says why it cannot.
func TestCraft(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(s *stage)
		want model.Craft
	}{
		{"mouse", func(s *stage) { s.click(s.u.c.Items[1].R) }, model.Craft{Recipe: 1, Times: 1}},
		{"several", func(s *stage) {
			s.hand.Press(input.KeyShiftLeft)
			s.click(s.u.c.Items[0].R)
			s.hand.Release(input.KeyShiftLeft)
		}, model.Craft{Recipe: 0, Times: bag.CraftMany}},
		{"keys", func(s *stage) { s.tap(input.KeyArrowRight); s.tap(input.KeyEnter) }, model.Craft{Recipe: 1, Times: 1}},
		{"pad", func(s *stage) { s.tap(input.PadRight); s.tap(input.PadA) }, model.Craft{Recipe: 1, Times: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, 1280, 720)
			s.play()
			s.m.Game.World.(*bay).crafts = true
			inv := &s.m.Game.Me.Inventory
			inv[20], inv[21] = item.Stack{Kind: item.Stick, Count: 9}, item.Stack{Kind: item.Stone, Count: 9}
			s.u.bag.OpenAlone(s.u.c)
			s.tick(2)
			s.u.c.Focused = kit.Ident("recipe", 0)
			s.tick(2)
			s.asked()
			c.make(s)
			s.tick(1)
			if got, want := list(s.asked()), fmt.Sprintf("[%#v]", c.want); got != want {
				t.Errorf("asked for %s, want %s", got, want)
			}
		})
	}
	s := newStage(t, 1280, 720)
	s.play()
	s.m.Game.World.(*bay).crafts = true
	clear(s.m.Game.Me.Inventory[:])
	s.u.bag.OpenAlone(s.u.c)
	s.tick(2)
	s.asked()
	s.click(s.u.c.Items[1].R)
	if got := list(s.asked()); got != "[]" || s.u.c.Notices.Refusal == "" {
		t.Errorf("made %s of nothing, and was told %q", got, s.u.c.Notices.Refusal)
	}
	s.m.Game.World.(*bay).crafts = false
	s.tick(2)
	if n := len(s.u.c.Items); n != item.InventorySlots {
		t.Errorf("%d things to choose where nothing is made", n)
	}
}

// TestTipsCoverNoHeading: the tip of a slot is beside the headings, in every row.
func TestTipsCoverNoHeading(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.m.Game.World.(*bay).crafts = true
	for n := range s.m.Game.Me.Inventory {
		s.m.Game.Me.Inventory[n] = item.Stack{Kind: item.Stick, Count: 9}
	}
	s.u.bag.OpenAlone(s.u.c)
	s.tick(2)
	var ids []uint32
	for _, p := range s.u.c.Items {
		ids = append(ids, p.ID)
	}
	above, below := 0, 0
	for _, id := range ids {
		s.u.c.SetFocus(id)
		s.tick(2)
		if s.u.bag.Tip.Words == "" || len(s.u.bag.Tip.Heads) != 2 {
			t.Fatalf("a tip %q, and %d headings", s.u.bag.Tip.Words, len(s.u.bag.Tip.Heads))
		}
		r := s.u.bag.Tip.Place(s.u.c)
		for _, h := range s.u.bag.Tip.Heads {
			if r.Overlaps(h) {
				t.Errorf("the tip %q covers a heading: %v, %v", s.u.bag.Tip.Words, r, h)
			}
		}
		if r.Overlaps(s.u.bag.Tip.At) {
			t.Errorf("the tip %q covers its slot", s.u.bag.Tip.Words)
		}
		if above++; r.Y > s.u.bag.Tip.At.Y {
			above--
			below++
		}
	}
	if above == 0 || below == 0 {
		t.Errorf("%d tips above, %d below", above, below)
	}
}
