package audio

import (
	"testing"

	"manyhold/audio/synth"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/tile"
)

// Every kind of event, with every ground, block and body it can be about, has a sound, or a reason to be
// silent.
func TestNoEventWithoutSound(t *testing.T) {
	check := func(e event.Event, body entity.Kind) {
		t.Helper()
		c := cueOf(&e, body, 1)
		if (c.sound == synth.Silence) == (c.why == "") {
			t.Errorf("event %d about %d, %d, body %d: sound %q, why silent %q", e.Kind, e.A, e.B, body, c.sound, c.why)
		}
		if c.sound.Info().Loop {
			t.Errorf("event %d: %s does not end", e.Kind, c.sound)
		}
	}
	for k := event.NoKind + 1; k < event.KindCount; k++ {
		for a := range int32(256) {
			check(event.Event{Kind: k, Seat: 1, A: a}, entity.Ball)
			check(event.Event{Kind: k, Seat: 2, A: a, B: 1}, entity.Player)
		}
		for body := range entity.KindCount + 3 {
			check(event.Event{Kind: k, A: 1 << 30}, body)
			check(event.Event{Kind: k, A: -1}, body)
		}
	}
}

// The sounds of touching follow from materials.
func TestEventsByMaterial(t *testing.T) {
	for _, c := range []struct {
		e    event.Event
		body entity.Kind
		want synth.Sound
	}{
		{event.Event{Kind: event.DigHit, A: int32(tile.Oak)}, 0, synth.Hit(synth.Wood)},
		{event.Event{Kind: event.DigHit, A: int32(tile.Sand), B: 1}, 0, synth.Hit(synth.Sand)},
		{event.Event{Kind: event.DigHit, A: int32(tile.CrystalOre)}, 0, synth.Hit(synth.Crystal)},
		{event.Event{Kind: event.Dug, A: int32(tile.Glass)}, 0, synth.Break(synth.Glass)},
		{event.Event{Kind: event.Dug, A: int32(tile.Snow), B: 1}, 0, synth.Break(synth.Snow)},
		{event.Event{Kind: event.Placed, A: int32(tile.StoneWall)}, 0, synth.Place(synth.Stone)},
		{event.Event{Kind: event.Placed, A: int32(tile.WoodFloor), B: 1}, 0, synth.Place(synth.Wood)},
		{event.Event{Kind: event.Opened, A: int32(tile.Door)}, 0, synth.DoorOpen},
		{event.Event{Kind: event.Opened, A: int32(tile.Chest)}, 0, synth.ChestOpen},
		{event.Event{Kind: event.Closed, A: int32(tile.Chest)}, 0, synth.ChestClose},
		{event.Event{Kind: event.Lit, A: int32(tile.Lamp)}, 0, synth.LampOn},
		{event.Event{Kind: event.Unlit, A: int32(tile.Hearth)}, 0, synth.FireOff},
		{event.Event{Kind: event.Bounced, A: 64}, entity.Ball, synth.Bounce},
		{event.Event{Kind: event.Bounced, A: 64}, entity.Crate, synth.Bump},
		{event.Event{Kind: event.Refused, Seat: 1}, 0, synth.Cannot},
		{event.Event{Kind: event.LightWon, A: 3, B: 1}, 0, synth.FirstLight},
		{event.Event{Kind: event.LightWon, A: 0, B: 2}, 0, synth.Kindled},
		{event.Event{Kind: event.Refused, Seat: 2}, 0, synth.Silence},
	} {
		if got := cueOf(&c.e, c.body, 1).sound; got != c.want {
			t.Errorf("%+v with body %d: %s, want %s", c.e, c.body, got, c.want)
		}
	}
}

// A ball at four times the speed bounces an octave higher and louder.
func TestBounceFollowsSpeed(t *testing.T) {
	slow := cueOf(&event.Event{Kind: event.Bounced, A: 2 * 16}, entity.Ball, 0)
	fast := cueOf(&event.Event{Kind: event.Bounced, A: 8 * 16}, entity.Ball, 0)
	if r := fast.rate / slow.rate; r < 1.99 || r > 2.01 || fast.gain <= slow.gain {
		t.Errorf("rate %v to %v, gain %v to %v", slow.rate, fast.rate, slow.gain, fast.gain)
	}
}

// Every ground and block was given its material on purpose, none by forgetting it: the first material is
// grass, and only grassy things are.
func TestMaterialsAreGiven(t *testing.T) {
	grassy := map[string]bool{"grass": true, "tuft of grass": true, "flower": true}
	for g := range tile.GroundCount {
		if name := g.Info().Name; OfGround(g) == synth.Grass && !grassy[name] {
			t.Errorf("%s sounds of grass", name)
		}
	}
	for b := range tile.BlockCount {
		if name := b.Info().Name; OfBlock(b) == synth.Grass && !grassy[name] {
			t.Errorf("%s sounds of grass", name)
		}
	}
	for _, c := range []struct {
		b     tile.Block
		state uint8
		want  bool
	}{{tile.NoBlock, 0, false}, {tile.StoneWall, 0, true}, {tile.Glass, 0, true}, {tile.Door, 0, true}, {tile.Door, 1, false},
		{tile.Oak, 0, false}, {tile.Fence, 0, false}, {tile.Cliff, 0, true}, {tile.Lamp, 0, false}} {
		if muffles(c.b, c.state) != c.want {
			t.Errorf("%s with state %d: muffles is %v", c.b, c.state, !c.want)
		}
	}
}

func TestVoicesOfPlayers(t *testing.T) {
	seen := map[float64]bool{}
	for seat := range entity.Seat(64) {
		v := voiceOf(seat)
		if v < 0.5 || v > 2 {
			t.Errorf("seat %d: %v", seat, v)
		}
		seen[v] = true
	}
	if len(seen) < 8 {
		t.Errorf("64 players share %d voices", len(seen))
	}
}
