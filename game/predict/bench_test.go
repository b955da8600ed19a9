package predict

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/world"
)

// bench is a leader, a player behind a delayed line, and the player's picture. Time advances in local ticks,
// without waiting.
type bench struct {
	t      interface{ Fatalf(string, ...any) }
	leader *island.Island
	eyes   *Predictor
	spare  []*island.Island
	now    int
	turn   int // ticks of a turn
	due    int // closing tick of the next one
	delay  int // ticks one way
	jitter func() int
	up     []letter // commands on their way, in order
	queue  []letter // at the leader, not taken
	down   []state  // states on their way, in order
	others map[game.PlayerID]uint64
	events []event.Event // told
	shown  uint64        // the digest of the window's state
}

type letter struct {
	at     int // arrives
	author game.PlayerID
	seq    uint64
	body   []byte
}

type state struct {
	at     int
	world  *island.Island
	events []event.Event
}

var me, other = game.PlayerID{1}, game.PlayerID{2}

func newBench(t interface{ Fatalf(string, ...any) }, delay int) *bench {
	b := &bench{t: t, turn: game.TicksPerTurn, due: game.TicksPerTurn, delay: delay, eyes: New(me), others: map[game.PlayerID]uint64{}, jitter: func() int { return 0 }}
	b.leader = island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules, Start: item.Builders})
	return b
}

// tick lets one local tick go by.
func (b *bench) tick() {
	b.outside()
	for len(b.down) > 0 && b.down[0].at <= b.now {
		s := b.down[0]
		b.down = b.down[1:]
		b.see(s)
	}
	b.eyes.Advance()
	b.events = append(b.events, b.eyes.Events()...)
}

// outside lets one local tick go by for all but the player's window.
func (b *bench) outside() {
	b.now++
	for len(b.up) > 0 && b.up[0].at <= b.now {
		b.queue, b.up = append(b.queue, b.up[0]), b.up[1:]
	}
	if b.now == b.due {
		b.due += b.turn
		b.closeTurn()
	}
}

// see hands a state to the player's window. The window must not write it until it gives it back.
func (b *bench) see(s state) {
	digest := s.world.Digest()
	if old := b.eyes.Confirm(s.world, s.events); old != nil {
		if old.Digest() != b.shown {
			b.t.Fatalf("the window wrote the confirmed state of tick %d", old.Clock)
		}
		b.spare = append(b.spare, old)
	}
	b.shown = digest
	if s.world.Digest() != digest {
		b.t.Fatalf("Confirm wrote the confirmed state")
	}
}

func (b *bench) closeTurn() {
	turn := b.leader.Begin(uint8(b.due - b.now))
	var later []letter
	for _, l := range b.queue {
		taken, err := turn.Append(l.author, l.seq, l.body)
		if err != nil {
			b.t.Fatalf("the leader: %v", err)
		}
		if !taken {
			later = append(later, l)
		}
	}
	b.queue = later
	b.leader.Step(turn.Turn())
	w := new(island.Island)
	if n := len(b.spare); n > 0 {
		w, b.spare = b.spare[n-1], b.spare[:n-1]
	}
	centre := b.leader.SpawnTile
	if p := b.leader.Roster.ByKey(me); p != nil && p.Body != 0 {
		centre = grid.TileAt(b.leader.Space.Body(p.Body).Pos)
	}
	b.leader.CopyNear(w, centre)
	at := b.now + b.delay + b.jitter()
	if n := len(b.down); n > 0 {
		at = max(at, b.down[n-1].at)
	}
	b.down = append(b.down, state{at: at, world: w, events: append([]event.Event(nil), b.leader.Happened...)})
}

// ask lets the player ask for something.
func (b *bench) ask(c command.Command) {
	seq, tick := b.eyes.Command(c)
	c.Tick = tick
	at := b.now + b.delay + b.jitter()
	if n := len(b.up); n > 0 {
		at = max(at, b.up[n-1].at)
	}
	b.up = append(b.up, letter{at: at, author: me, seq: seq, body: command.Append(nil, c)})
}

// tell issues a command of another player, who sits beside the leader.
func (b *bench) tell(c command.Command) {
	b.others[other]++
	b.queue = append(b.queue, letter{author: other, seq: b.others[other], body: command.Append(nil, c)})
}

func (b *bench) run(ticks int) {
	for range ticks {
		b.tick()
	}
}

// enter brings the player into the world and waits until it knows it.
func (b *bench) enter() {
	for n := 0; !b.eyes.Ready(); n++ {
		if n > 1000 {
			b.t.Fatalf("nothing was ever confirmed")
		}
		b.tick()
	}
	b.ask(command.Command{Kind: command.Enter, Text: "Ada"})
	for n := 0; b.eyes.View(0).Me == nil; n++ {
		if n > 1000 {
			b.t.Fatalf("never entered")
		}
		b.tick()
	}
	b.run(2*b.delay + 30)
}

// mine returns the own body as drawn now.
func (b *bench) mine() Drawn {
	v := b.eyes.View(fixed.One)
	for _, d := range v.Bodies {
		if v.Me != nil && d.ID == v.Me.Body {
			return d
		}
	}
	b.t.Fatalf("the own body is not drawn")
	return Drawn{}
}

// blocked reports whether the own body stands against something in the scratch world.
func (b *bench) blocked() bool {
	was := find(b.eyes.before, b.eyes.mine)
	return was.Pos == b.eyes.scratch.Space.Body(b.eyes.mine).Pos
}
