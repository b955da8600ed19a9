package ui

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/tile"
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
