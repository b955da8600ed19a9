package mind

import (
	"testing"

	"manyhold/app/newcomer/senses"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
)

// TestLessons: a newcomer knows of no danger before a message or a knock-out tells it, and what befalls
// others teaches it nothing. By what it has learned it takes a torch in hand.
func TestLessons(t *testing.T) {
	const me, other = 3, 4
	shade, moth := entity.Body{Kind: entity.Shade}, entity.Body{Kind: entity.GreatMoth}
	midnight := game.Tick(game.TicksPerDay * 2 / 3)
	for _, x := range []struct {
		name  string
		news  []event.Event
		near  []entity.Body
		dark  uint8
		want  lessons
		armed bool // it takes a torch in hand
	}{
		{name: "nothing", dark: 9, near: []entity.Body{shade, moth}},
		{name: "another's message", dark: 9, news: []event.Event{{Kind: event.Clung, Seat: other}, {Kind: event.KnockedOut, Seat: other}}, near: []entity.Body{moth}},
		{name: "a cling", dark: 9, news: []event.Event{{Kind: event.Clung, Seat: me}}, want: lessons{torch: true}, armed: true},
		{name: "a cling, in light", news: []event.Event{{Kind: event.Clung, Seat: me}}, want: lessons{torch: true}},
		{name: "a swoop", news: []event.Event{{Kind: event.Swooped, Seat: me, A: 1}}, near: []entity.Body{moth}},
		{name: "a knock-out by a moth", news: []event.Event{{Kind: event.KnockedOut, Seat: me}}, near: []entity.Body{moth}, want: lessons{moth: true, dark: true, falls: 1}, armed: true},
		{name: "a knock-out by shades", dark: 9, news: []event.Event{{Kind: event.KnockedOut, Seat: me}}, near: []entity.Body{shade}, want: lessons{torch: true, dark: true, falls: 1}, armed: true},
		{name: "a knock-out by a tree", dark: 9, news: []event.Event{{Kind: event.KnockedOut, Seat: me}}, want: lessons{dark: true, falls: 1}},
	} {
		s := &senses.Screen{Memory: &senses.Memory{}, News: x.news, Bodies: x.near}
		s.Seat, s.Now, s.Dark, s.Slot = me, midnight, x.dark, 1
		s.Bag[0] = item.Stack{Kind: item.Torch, Count: 1}
		p := New(s, 0, func(command.Command) uint64 { return 1 })
		p.learn()
		if p.learned != (lessons{}) {
			t.Errorf("%s: it reads in no time", x.name)
		}
		s.News, s.Now = nil, s.Now+10*game.TicksPerSecond
		p.learn()
		if p.learned != x.want || p.unarmed() != x.armed {
			t.Errorf("%s: learned %+v, wants a torch: %v", x.name, p.learned, p.unarmed())
		}
	}
}

// TestInHand: what is placed is in hand first, as by keys; so a torch is no longer.
func TestInHand(t *testing.T) {
	for _, x := range []struct {
		slot, now, want uint8
		first           command.Kind
	}{
		{2, 2, 2, 0},
		{2, 5, 2, command.Select},
		{item.HotbarSlots + 1, 5, 5, command.Swap},
	} {
		s := &senses.Screen{}
		s.Slot = x.now
		p := New(s, 0, nil)
		slot, first := p.inHand(x.slot)
		if slot != x.want || len(first) > 0 != (x.first != 0) || len(first) > 0 && first[0].Kind != x.first {
			t.Errorf("slot %d with %d in hand: %d, %+v", x.slot, x.now, slot, first)
		}
	}
}
