package passage

import (
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/net/key"
	"manyhold/net/signal"
	"manyhold/net/store"
)

func offer(thing game.EntityID, text string) *event.Event {
	return &event.Event{Kind: event.ThingOffered, Entity: thing, Text: text}
}

var far = store.WorldID{7}.String()

// TestTheGate: which of a thing's offers become a question, and why the others don't.
func TestTheGate(t *testing.T) {
	const second = game.TicksPerSecond
	invite := signal.Invite{World: key.ID{7}, Peer: key.FromSeed([32]byte{1}).ID(), Signal: "wss://example.org/"}
	here := store.WorldID{9}.String()
	var g Gate
	for n, c := range []struct {
		name  string
		thing game.EntityID
		text  string
		away  fixed.Q
		at    uint64
		want  Why
	}{
		{"at the arrival", 1, far, 0, 4 * second, Ignored},
		{"the first", 1, far, 0, 10 * second, Heard},
		{"the same thing at once", 1, far, 0, 11 * second, Ignored},
		{"another thing, from far away", 2, far, 15 * fixed.One, 12 * second, Ignored},
		{"another thing", 2, invite.String(), 0, 12 * second, Heard},
		{"no world", 3, "come with me", 0, 13 * second, Nowhere},
		{"this world", 4, here, 0, 14 * second, Here},
		{"the fifth in a minute", 5, far, 0, 15 * second, Ignored},
		{"no world at all", 5, store.WorldID{}.String(), 0, 80 * second, Nowhere},
		{"the first again", 1, far, 0, 81 * second, Heard},
	} {
		d, why := g.Hear(offer(c.thing, c.text), fixed.Vec{X: c.away}, here, c.at)
		if why != c.want || why == Heard && d.World != (store.WorldID{7}) || (d.Invite != nil) != (n == 4) {
			t.Errorf("%s: %d, %+v", c.name, why, d)
		}
	}
	g.Bar(1)
	if _, why := g.Hear(offer(1, far), fixed.Vec{}, here, 300*second); why != Ignored {
		t.Errorf("a barred thing: %d", why)
	}
}

// TestAFloodOfOffers: whatever things offer, a player is asked at most four times a minute, and what the gate
// remembers is bounded.
func TestAFloodOfOffers(t *testing.T) {
	var g Gate
	heard := 0
	for tick := range uint64(10 * 60 * game.TicksPerSecond) {
		if _, why := g.Hear(offer(game.EntityID(tick), far), fixed.Vec{}, "", tick); why == Heard {
			heard++
		}
		g.Bar(game.EntityID(tick) + 1<<40)
	}
	if heard != 10*most || len(g.asked) > most || len(g.barred) > maxBarred {
		t.Errorf("%d questions in ten minutes; %d and %d are remembered", heard, len(g.asked), len(g.barred))
	}
}

// FuzzParse: any text names a world, or none.
func FuzzParse(f *testing.F) {
	f.Add(far)
	f.Add(signal.Invite{World: key.ID{7}, Peer: key.FromSeed([32]byte{1}).ID(), Signal: "wss://example.org/"}.String())
	f.Add(strings.Repeat("m", 2000))
	f.Fuzz(func(t *testing.T, text string) {
		if d, ok := Parse(text); ok && d.World == (store.WorldID{}) && d.Invite == nil {
			t.Errorf("%q leads nowhere", text)
		}
	})
}
