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

// paced is a player whose commands are counted, and a turn of it.
func paced() (p *Player, asked *[]command.Command, turn func(a act) bool) {
	s := &senses.Screen{Memory: &senses.Memory{}}
	s.Seat, s.Now = 3, 1000
	asked = new([]command.Command)
	p = New(s, 0, func(c command.Command) uint64 { *asked = append(*asked, c); return uint64(len(*asked)) })
	return p, asked, func(a act) bool {
		s.Now += game.TicksPerTurn
		return a.step(p)
	}
}

// TestPanelsTakeTime: a recipe is found in seconds, the next time sooner, and sooner still while the panel is
// open.
func TestPanelsTakeTime(t *testing.T) {
	p, asked, turn := paced()
	for n, want := range []game.Tick{opens + finds, findsAgain, opens + findsAgain} {
		*asked = nil
		c, from := p.crafting(4, 1), p.Now
		for len(*asked) == 0 {
			turn(c)
		}
		if took := p.Now - from; took < want || took > want+2*game.TicksPerTurn || (*asked)[0].Kind != command.Craft {
			t.Errorf("time %d: it takes %d ticks, want %d", n+1, took, want)
		}
		if n == 1 {
			p.Now += staysOpen + 2*game.TicksPerTurn
		}
	}
	for slot, want := range map[uint8]game.Tick{0: 0, item.HotbarSlots: rummages} {
		if got := p.reachFor(slot); got != want {
			t.Errorf("slot %d: %d ticks", slot, got)
		}
	}
}

// TestMessagesAreRead at 200 words a minute, one after the other; advice that comes once is read once. In
// danger the player acts before it has read.
func TestMessagesAreRead(t *testing.T) {
	p, _, _ := paced()
	from := p.Now
	first := p.message(event.Clung, p.Now)
	if want := from + 10*18; first != want || !p.busy() {
		t.Errorf("ten words take %d ticks", first-from)
	}
	if next := p.message(event.Fell, p.Now); next != first+12*18 {
		t.Errorf("the second is read after %d ticks", next-from)
	}
	if again := p.message(event.Clung, p.Now); again != p.reading || again != first+12*18 {
		t.Errorf("it is read again: %d", again-from)
	}
	p.Bodies = []entity.Body{{Kind: entity.Shade}}
	if p.busy() {
		t.Error("it reads while a shade is near")
	}
	p.Bodies, p.Now = nil, p.reading
	if p.busy() {
		t.Error("it reads for ever")
	}
}

// TestReaction: what a player does is dropped a quarter of a second after danger shows, not at once; and a
// danger that is gone by then is none.
func TestReaction(t *testing.T) {
	p, _, _ := paced()
	p.Bag[0], p.Slot, p.learned.torch = item.Stack{Kind: item.Torch, Count: 1}, 1, true
	p.does = &waiting{ticks: 600}
	for _, left := range []bool{false, true} {
		p.Dark = 5
		from, dropped := p.Now, false
		for !dropped && p.Now < from+60 {
			if left && p.Now > from {
				p.Dark = 0
			}
			dropped = p.startled()
			p.Now += game.TicksPerTurn
		}
		if took := p.Now - from; dropped == left || !left && (took < reaction || took > reaction+2*game.TicksPerTurn) {
			t.Errorf("danger is gone %v: dropped %v after %d ticks", left, dropped, took)
		}
	}
}

// TestWalkersLookAround now and then, for a moment, but not with embers in their hands.
func TestWalkersLookAround(t *testing.T) {
	for _, hasty := range []bool{false, true} {
		p, _, _ := paced()
		if hasty {
			p.Holds = entity.Ember
		}
		stood := game.Tick(0)
		for from := p.Now; p.Now < from+60*game.TicksPerSecond; p.Now += game.TicksPerTurn {
			if p.gazing() {
				stood += game.TicksPerTurn
			}
		}
		if lo := game.Tick(4 * game.TicksPerSecond); hasty && stood > 0 || !hasty && (stood < lo || stood > 2*lo) {
			t.Errorf("with embers %v: it stands for %d ticks of a minute", hasty, stood)
		}
	}
}

// TestLeadIsFollowed: the panel is read before each leg, which goes in the direction that it said.
func TestLeadIsFollowed(t *testing.T) {
	p, _, _ := paced()
	p.lead = lead{kind: item.Coal, dir: 2, legs: 30, least: 30}
	w, ok := p.follow(item.Coal).(*walking)
	if !ok || w.to.X != p.Here.X || w.to.Y != p.Here.Y+30 {
		t.Fatalf("it goes %+v", w)
	}
	if _, ok := p.follow(item.Coal).(*consulting); !ok {
		t.Error("it goes on without a look")
	}
	if p.lead.after = p.Now + 600; p.follow(item.Coal) != nil {
		t.Error("it follows what has led nowhere")
	}
}
