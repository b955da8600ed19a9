package ui

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/tune"
	"manyhold/input"
	"manyhold/render/ui/hud"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// dressed is a stage on which the player carries some things to wear, in the wardrobe.
func dressed(t *testing.T, worn item.Kind) *stage {
	s := newStage(t, 1280, 720)
	s.play()
	me := *s.m.Game.Me
	me.Inventory[3], me.Inventory[7] = item.Stack{Kind: item.KeeperHat, Count: 1}, item.Stack{Kind: item.StarCloak, Count: 1}
	me.Worn[item.OnHead-1] = worn
	s.m.Game.Me = &me
	s.u.menus.Wardrobe.Open(s.u.c)
	s.tick(20)
	s.click(s.widget(kit.Ident("wardrobe.tab", 0)).R)
	s.tick(5)
	s.asked()
	return s
}

// TestWardrobeShowsFinery: what the player carries is put on by a click; what it has not found says where it
// is, and a click on it does nothing.
func TestWardrobeShowsFinery(t *testing.T) {
	s := dressed(t, item.None)
	s.click(s.widget(kit.Ident("finery", int(item.KeeperHat))).R)
	if got := s.asked(); len(got) != 1 || got[0] != (model.PutOn{Slot: 3}) {
		t.Errorf("a click on the hat asks for %+v", got)
	}
	if !s.shows(s.u.c.Words.Fill("wardrobe.wear", "item", s.u.c.Say("item.keeper_hat"))) {
		t.Error("nobody says that the hat can be put on")
	}
	s.click(s.widget(kit.Ident("finery", int(item.OldCrown))).R)
	if got := s.asked(); len(got) != 0 || !s.shows(s.u.c.Words.Fill("wardrobe.missing", "where", s.u.c.Say("source.old_crown"))) {
		t.Errorf("a click on a silhouette asks for %+v, or does not say where the crown is", got)
	}
	if !s.shows(s.u.c.Words.Fill("wardrobe.count", "n", "2", "all", "22")) {
		t.Error("nobody counts what was found")
	}
	s = dressed(t, item.KeeperHat)
	s.click(s.widget(kit.Ident("finery", int(item.KeeperHat))).R)
	if !s.shows(s.u.c.Words.Fill("wardrobe.doff", "item", s.u.c.Say("item.keeper_hat"))) {
		t.Error("nobody says that the hat can be taken off")
	}
}

// TestEveryPieceHasASource: whatever can be worn says where it is found, in each language.
func TestEveryPieceHasASource(t *testing.T) {
	for k := item.None + 1; k < item.KindCount; k++ {
		if k.Info().Part != item.NoPart && kit.SourceKey(k) == "" {
			t.Errorf("nobody knows where a %s is found", k)
		}
	}
}

// TestNotesByKeys: with an instrument in hand, 1 to 5 play and the other keys select; without one, all
// select.
func TestNotesByKeys(t *testing.T) {
	for _, c := range []struct {
		hand item.Kind
		key  input.Button
		want model.Action
	}{
		{item.Harp, input.KeyDigit1, model.PlayNote{Note: 1}}, {item.Bells, input.KeyDigit5, model.PlayNote{Note: 5}},
		{item.Flute, input.KeyDigit6, model.Select{Slot: 5}}, {item.Stick, input.KeyDigit2, model.Select{Slot: 1}},
	} {
		s := newStage(t, 1280, 720)
		s.play()
		me := *s.m.Game.Me
		me.Slot, me.Inventory[0] = 0, item.Stack{Kind: c.hand, Count: 1}
		s.m.Game.Me = &me
		s.asked()
		s.tap(c.key)
		if got := s.asked(); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s in hand, key %v: %+v, want %+v", c.hand, c.key, got, c.want)
		}
	}
}

// strum takes an instrument in hand.
func (s *stage) strum(k item.Kind) {
	me := *s.m.Game.Me
	me.Slot, me.Inventory[0] = 0, item.Stack{Kind: k, Count: 1}
	s.m.Game.Me = &me
	s.tick(2)
	s.asked()
}

// TestNotesByMouseAndPad: with an instrument in hand the five notes stand beside the hotbar, where a click
// plays and does not dig, each with its key; a pad plays them on the wheel, which stays open, and whose
// button turns to the feelings. Without an instrument there are none.
func TestNotesByMouseAndPad(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {800, 600}} {
		s := newStage(t, size[0], size[1])
		s.play()
		s.strum(item.Flute)
		c := s.u.c
		bar := kit.R((c.W-kit.HotbarW)/2&^3, c.H-kit.SlotSide-8, kit.HotbarW, kit.SlotSide)
		for n := range tune.Notes {
			r := hud.NoteAt(c, bar, n)
			if r.X < 0 || r.X+r.W > c.W || r.Y < 0 {
				t.Fatalf("%v: note %d is out of the window at %+v", size, n+1, r)
			}
			s.click(r)
			if got := s.asked(); len(got) != 1 || got[0] != (model.PlayNote{Note: uint8(n + 1)}) {
				t.Errorf("%v: a click on note %d asks for %+v", size, n+1, got)
			}
			if !c.Over {
				t.Errorf("%v: a click on note %d is one on the world", size, n+1)
			}
		}
	}
	s := newStage(t, 1280, 720)
	s.play()
	s.strum(item.Bells)
	s.u.c.Open(&s.u.menus.Emotes)
	s.tick(5)
	for n := range tune.Notes {
		s.click(s.widget(kit.Ident("note", n)).R)
		if got := s.asked(); len(got) != 1 || got[0] != (model.PlayNote{Note: uint8(n + 1)}) {
			t.Errorf("note %d of the wheel asks for %+v", n+1, got)
		}
	}
	heard := map[model.Action]bool{}
	for _, way := range []input.Button{input.PadRight, input.PadDown, input.PadLeft, input.PadUp, input.PadRight, input.PadDown, input.PadDown, input.PadLeft} {
		s.tap(way)
		s.tick(3)
		s.tap(input.PadA)
		for _, a := range s.asked() {
			heard[a] = true
		}
		s.tick(3)
	}
	if len(heard) < tune.Notes {
		t.Errorf("a pad reaches %v", heard)
	}
	s.tap(input.KeyG)
	if s.tick(5); !s.shows(s.u.c.Say("emote.title")) {
		t.Error("the wheel does not turn to the feelings")
	}
	s.tap(input.KeyG)
	s.tick(5)
	s.strum(item.Stick)
	s.u.c.Open(&s.u.menus.Emotes)
	if s.tick(5); s.shows(s.u.c.Say("emote.notes")) {
		t.Error("a stick plays notes")
	}
}

// TestPromptsTogether: what a key does with a friend, or with the thing in hand, is said.
func TestPromptsTogether(t *testing.T) {
	for key, a := range map[string]model.Aim{
		"hint.carry_out":   {Carry: model.Hoist{Kind: model.CarryOut, Name: "Bo"}},
		"hint.carry":       {Carry: model.Hoist{Kind: model.CarryAsk, Name: "Bo"}},
		"hint.carried_ask": {Carry: model.Hoist{Kind: model.CarryTake, Name: "Bo"}},
		"hint.put_down":    {Carry: model.Hoist{Kind: model.CarryDown, Name: "Bo"}},
		"hint.get_off":     {Carry: model.Hoist{Kind: model.CarryOff, Name: "Bo"}},
		"hint.play":        {Hand: item.Harp},
		"hint.put_on":      {Hand: item.OldCrown},
		"hint.take_off":    {Hand: item.OldCrown, Worn: true},
		"hint.launch":      {Hand: item.RedRocket},
		"hint.perform":     {Hand: item.NineScore},
		"hint.chart":       {Hand: item.MapPiece},
		"hint.notice":      {Block: tile.Notice},
		"":                 {Hand: item.Stick},
	} {
		if got, _ := hud.AimWords(&a); got != key {
			t.Errorf("%+v: %q, want %q", a, got, key)
		}
	}
}

// TestNewsTogether: a question, a met challenge, a prize and a shown place are told once, to whom they
// concern.
func TestNewsTogether(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	me := s.m.Game.Me
	for n, c := range []struct {
		e    event.Event
		told int
	}{
		{event.Event{Kind: event.CarryAsked, Seat: me.Seat + 1, Entity: me.Body}, 1}, {event.Event{Kind: event.CarryAsked, Seat: me.Seat, Entity: 999}, 1},
		{event.Event{Kind: event.CarryAsked, Seat: me.Seat + 1, Entity: 999}, 0}, {event.Event{Kind: event.Hoisted, Seat: me.Seat + 1, Entity: me.Body}, 1},
		{event.Event{Kind: event.Rewarded, Seat: me.Seat, A: int32(item.Bells), B: 1}, 1}, {event.Event{Kind: event.Rewarded, Seat: me.Seat + 1, A: int32(item.Bells), B: 1}, 0},
		{event.Event{Kind: event.Achieved, A: 3}, 1}, {event.Event{Kind: event.Achieved, A: 9999}, 0}, {event.Event{Kind: event.Charted, Seat: me.Seat}, 1},
	} {
		s := newStage(t, 1280, 720)
		s.play()
		s.m.Game.Me = &entity.PlayerState{Seat: me.Seat, Body: me.Body, Key: me.Key}
		s.u.c.Notices.Lane = nil
		s.u.Observe([]event.Event{c.e}, s.m)
		if got := len(s.u.c.Notices.Lane); got != c.told {
			t.Errorf("%d, %s: %d told, want %d", n, c.e.Kind, got, c.told)
		}
	}
}
