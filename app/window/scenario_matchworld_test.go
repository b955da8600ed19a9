package window

import (
	"slices"
	"testing"
	"time"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// left is what a player leaves behind in the world when it goes into a match: all of it has to be there when
// it comes back.
type left struct {
	inventory [item.InventorySlots]item.Stack
	slot      uint8
	health    uint8
	at        fixed.Vec
	lying     []entity.Body // items on the ground near it
}

// near is how far around a player what lies there is its own; the land farther away may still be coming up.
const near fixed.Q = 6 * fixed.One

func leftIn(v *play) (l left) {
	me := v.p.me()
	l.inventory, l.slot, l.health = me.Inventory, me.Slot, me.Health
	l.at = v.p.View.World.Space.Body(me.Body).Pos
	for _, b := range v.p.View.World.Space.Bodies() {
		if b.Kind == entity.Drop && b.Pos.Sub(l.at).Near(near) {
			l.lying = append(l.lying, b)
		}
	}
	return l
}

func (l left) same(o left) bool {
	return l.inventory == o.inventory && l.slot == o.slot && l.health == o.health && l.at == o.at &&
		slices.EqualFunc(l.lying, o.lying, func(a, b entity.Body) bool { return a.ID == b.ID && a.Pos == b.Pos && a.Stack == b.Stack })
}

// dropped counts the rails that lie on the ground.
func dropped(v *play) (n int) {
	for _, b := range v.p.View.World.Space.Bodies() {
		if b.Kind == entity.Drop && b.Stack.Kind == item.Rail {
			n += int(b.Stack.Count)
		}
	}
	return n
}

// TestWorldDuringAMatch: a player who plays the cart cup, and drops what it got there, finds the whole world
// as it was: inventory, chosen slot, health, place and what lies on the ground. News of the world is not
// shown over the match, but afterwards.
func TestWorldDuringAMatch(t *testing.T) {
	v := newVisitor(t)
	v.s.enter(v.s.id.NewWorld("Bay", "7", 0, item.Builders), "")
	v.until("the player to be in the world", func() bool { return v.s.playing() != nil && v.s.playing().me() != nil })
	world := v.s.mode.(*play)
	v.until("the engines", func() bool { return len(v.s.model.Game.Matches.Engines) > 0 })
	v.s.act(model.Select{Slot: 2})
	v.s.act(model.DropItem{Slot: 4, Count: 3})
	v.until("something to lie in the world", func() bool { return len(leftIn(world).lying) > 0 && leftIn(world).slot == 2 })
	v.tick(120) // until it lies still
	before := leftIn(world)

	v.s.act(model.CreateMatch{Engine: "cart-cup", Values: map[string]string{"build": "300"}})
	v.until("the room", func() bool { return v.room().ID != "" && len(v.room().Seats) > 0 })
	v.s.act(model.TakeSeat{Seat: "lane-1"})
	v.until("a seat", func() bool { return v.room().Mine() != nil })
	looks := 0
	defer func() {
		if r := v.room(); t.Failed() {
			t.Logf("stage %d of %d, phase %d %s, countdown %g, seats %+v: %s", r.Stage, len(r.Stages), r.Phase, r.Child, r.Countdown, r.Seats, r.Invalid)
		}
	}()
	v.within(2*time.Minute, "the match", func() bool {
		if v.s.mode != mode(world) {
			return true
		}
		// A room may refuse it when a stage ends meanwhile.
		if mine := v.room().Mine(); looks%60 == 0 && mine != nil && !mine.Ready {
			v.s.act(model.SetReady{On: true})
		}
		looks++
		v.s.ui.Toast("A word of the world")
		return false
	})
	v.until("the match to be shown", func() bool { m, ok := v.s.mode.(*play); return ok && m.bouts.shown() })
	m := v.s.mode.(*play)
	rails := func() int {
		if m.p.me() == nil {
			return -1
		}
		for k, s := range m.p.me().Inventory {
			if s.Kind == item.Rail {
				return k
			}
		}
		return -1
	}
	v.until("the rails of the match", func() bool { return rails() >= 0 })
	if inventoryOf(m) == before.inventory {
		t.Error("the inventory of the world is in the match")
	}
	v.s.tell("A word meanwhile")
	world.bouts.news.Hear([]event.Event{{Kind: event.Told, Text: "Bo", Seat: world.p.View.Me.Seat}, {Kind: event.Refused, Seat: world.p.View.Me.Seat}})
	v.tick(5)
	lane := v.s.ui.Lane().Lines()
	if slices.Contains(lane, "A word of the world") || slices.Contains(lane, "A word meanwhile") || len(lane) > 1 {
		t.Errorf("over the match the world tells %q", lane)
	}
	v.s.act(model.DropItem{Slot: uint8(rails()), Count: 7})
	v.until("rails to lie in the match", func() bool { return dropped(m) > 0 })
	v.hands.Press(input.KeyD)
	v.tick(60)
	v.hands.Release(input.KeyD)
	v.s.act(model.BackToWorld{})
	v.tick(3)
	if v.s.mode != mode(world) {
		t.Fatal("the way back does not lead to the world")
	}
	lane = v.s.ui.Lane().Lines()
	lit := v.s.words.Fill("notice.lit_by", "names", "Bo")
	for _, want := range []string{"A word of the world", "A word meanwhile", lit} {
		if !slices.Contains(lane, want) {
			t.Errorf("after the match the world tells %q, and not %q", lane, want)
		}
	}
	v.tick(60)
	if after := leftIn(world); !after.same(before) || dropped(world) > 0 {
		t.Errorf("the world was %+v and is %+v; %d rails", before, after, dropped(world))
	}
	v.s.act(model.QuitMatch{})
	v.until("to be out of the room", func() bool { return v.s.model.Game.Matches.Room.Mine() == nil })
	v.tick(30)
	if after := leftIn(world); !after.same(before) {
		t.Errorf("the world was %+v and is %+v", before, after)
	}
}
