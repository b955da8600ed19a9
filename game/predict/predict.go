// Package predict is the player's scratch copy of the world: it runs ahead of the ordered turns, so that the
// player's own movement shows in the next frame at any round-trip time.
//
// # How
//
// After each turn the owner hands in a copy of the confirmed world near the player (Confirm). The predictor
// copies it to a scratch island and steps that forward, with the player's own unconfirmed commands, each at
// the tick of its stamp, to the predicted tick. Once per local tick (Advance) the scratch island goes one
// tick further. The confirmed copy is never written.
//
// The scratch island runs Lead ticks ahead of the confirmed one: as long as a command takes to the leader, so
// that it is executed at the predicted tick, and no correction is needed. The lead is measured: a command
// that was executed late raises it, a long time without any lowers it (see clock). In a match it is known
// (Steer).
//
// # What is drawn
//
// The player's own body, its load, and loose things near it are drawn as predicted, so that pushing feels
// immediate. After a wrong prediction, the difference fades over FadeTicks; beyond SnapDistance it is
// dropped. All other bodies are drawn between confirmed turns, behind a buffer of one to three turns that
// adapts to the jitter of their arrival (see playback).
//
// Each event is reported once: own ones when they are predicted, those of others when the picture has reached
// them. Refusals are reported when they are confirmed.
//
// A Predictor is not safe for concurrent use: the window's goroutine owns it.
package predict

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/world"
)

const (
	// FadeTicks is how long a correction fades: 120 ms.
	FadeTicks = 7
	// SnapDistance is the correction that is not faded, in tiles.
	SnapDistance fixed.Q = 2 * fixed.One
	// NearDistance is how near a loose body is drawn as predicted, in tiles.
	NearDistance fixed.Q = 7 * fixed.One
	// ExpireTicks is how long an own command is predicted that is not confirmed; then it counts as expired.
	ExpireTicks game.Tick = 10 * game.TicksPerSecond
)

// View is the picture to draw. The predictor owns it and everything it points to; it is valid until the next
// call of any method except Events.
type View struct {
	World      *island.Island      // as predicted: it includes pending commands (see Pending)
	Me         *entity.PlayerState // as predicted; nil while the player is not known to the world
	Tick       game.Tick           // of World, for the time of day and for animation
	Bodies     []Drawn             // in ascending ID; ghosts of other islands' bodies are among them
	Pending    []Hologram          // oldest first
	Lead       int32               // ticks that World is ahead of the confirmed state
	Buffer     int32               // ticks that other bodies are drawn behind the confirmed state
	Correction fixed.Q             // of the own body that is still to fade, in tiles
	Expired    uint64              // own commands that were never confirmed
}

// Drawn is a body at its drawn place.
type Drawn struct {
	entity.Body         // with Pos and Z smoothed
	Predicted   bool    // drawn ahead, as predicted, not between confirmed turns
	Moved       fixed.Q // length of its path so far, in tiles: for the walk cycle
	Speed       fixed.Q // of the drawn movement, in tiles per tick
}

// Hologram is an unconfirmed placing or digging. World already includes a placed block.
type Hologram struct {
	Command command.Command
	Seq     uint64
	Tile    grid.Tile
	Item    item.Kind // the placed item; item.None for digging
	Since   game.Tick // when it was asked for, in predicted ticks
}

// issued is an own command.
type issued struct {
	seq  uint64
	cmd  command.Command
	item item.Kind
}

// Predictor predicts one player's world.
type Predictor struct {
	me        game.PlayerID
	confirmed *island.Island // nil before the first Confirm
	scratch   *island.Island
	seat      entity.Seat
	mine      game.EntityID // own body, 0 for none
	own       []issued      // in ascending seq: those not confirmed, and some that are (see forget)
	taken     uint64        // the last confirmed own number
	next      uint64        // number of the next command
	expired   uint64

	clock    clock
	playback playback
	before   []entity.Body // the scratch island's bodies one tick before its present
	shown    []shown       // in ascending ID
	spare    []shown
	images   []image // of ghosts, in ascending ID
	told     told
	due      []world.SeatCommand
	view     View

	spareImages []image
}

// New returns the predictor of a player.
func New(me game.PlayerID) *Predictor {
	return &Predictor{me: me, scratch: new(island.Island), clock: newClock(), next: 1}
}

// Ready reports whether there is anything to draw and to command: Confirm was called.
func (p *Predictor) Ready() bool { return p.confirmed != nil }

// Confirm takes the confirmed world after a turn, a copy near the player, and the events since the last one.
// The predictor owns state from now on, and returns the one before, nil at first. It copes with skipped
// turns, and with a state earlier than the last one.
func (p *Predictor) Confirm(state *island.Island, events []event.Event) (old *island.Island) {
	old, p.confirmed = p.confirmed, state
	since := state.Clock
	if old != nil {
		p.cross(old, state)
		if since = old.Clock; old.Self() != state.Self() {
			since = min(since, state.Clock)
		}
	}
	p.meet(state)
	p.settle(since)
	p.clock.confirm(state.Clock, p.still())
	p.playback.confirm(state)
	p.replay()
	p.told.confirm(events, p.seat, state.Clock)
	return old
}

// Steer tells how many ticks ahead of the confirmed state commands are executed, where that is known; 0: it
// is to be measured. The time from a click to its effect is constant by that.
func (p *Predictor) Steer(lead game.Tick) { p.clock.steer(lead) }

// meet finds the player in a confirmed state.
func (p *Predictor) meet(state *island.Island) {
	p.seat, p.mine = 0, 0
	if me := state.Roster.ByKey(p.me); me != nil {
		p.seat, p.mine, p.taken = me.Seat, me.Body, me.LastSeq
		p.next = max(p.next, p.taken+1)
	} else {
		p.taken = 0
	}
}

// settle evaluates the own commands confirmed now: since is the tick of the state before.
func (p *Predictor) settle(since game.Tick) {
	now := p.confirmed.Clock
	for k := range p.own {
		o := &p.own[k]
		if o.seq > p.taken || o.seq <= p.clock.judged {
			continue
		}
		p.clock.judge(o.seq, o.cmd.Tick, since)
	}
	// Confirmed commands are kept for a while: a fail-over may take turns back.
	kept := p.own[:0]
	for _, o := range p.own {
		switch {
		case o.seq <= p.taken && o.cmd.Tick+ExpireTicks < now:
		case o.seq > p.taken && o.cmd.Tick+ExpireTicks < now:
			p.expired++
		default:
			kept = append(kept, o)
		}
	}
	p.own = kept
}

// still reports whether the own body stands, so that a jump of the clock is invisible.
func (p *Predictor) still() bool {
	if p.mine == 0 {
		return true
	}
	for k := range p.own {
		if p.own[k].seq > p.taken && p.own[k].cmd.Kind != command.Enter {
			return false
		}
	}
	b := p.confirmed.Space.Body(p.mine)
	me := p.confirmed.Roster.ByKey(p.me)
	return b == nil || b.Vel == (fixed.SVec{}) && b.Z == 0 && me.Move == (fixed.SVec{})
}

// Command numbers a command, stamps it with the predicted tick, and applies it there: it shows with the next
// Advance. The caller sends it with this number and tick. Before the first Confirm commands are impossible:
// seq is 0 then.
func (p *Predictor) Command(c command.Command) (seq uint64, tick game.Tick) {
	if p.confirmed == nil {
		return 0, 0
	}
	c.Tick = p.scratch.Clock
	o := issued{seq: p.next, cmd: c}
	if me := p.scratch.Roster.ByKey(p.me); me != nil && c.Kind == command.Place && int(c.Slot) < len(me.Inventory) {
		o.item = me.Inventory[c.Slot].Kind
	}
	p.next++
	p.own = append(p.own, o)
	return o.seq, c.Tick
}

// Advance adds one local tick.
func (p *Predictor) Advance() {
	if p.confirmed == nil {
		return
	}
	n := len(p.own)
	p.clock.advance(n > 0 && p.own[n-1].cmd.Tick == p.scratch.Clock)
	for p.scratch.Clock < p.clock.head() {
		p.tick()
		p.told.predict(p.scratch.Happened, p.seat, p.scratch.Clock-1, p.predicted)
	}
	p.playback.advance()
	p.show()
	p.showImages()
	p.told.release(p.playback.now.Floor())
}

// tick runs one tick on the scratch island with the own commands that are due.
func (p *Predictor) tick() {
	now := p.scratch.Clock
	p.due = p.due[:0]
	for k := range p.own {
		o := &p.own[k]
		late := o.cmd.Tick < p.confirmed.Clock && now == p.confirmed.Clock
		if o.seq > p.taken && (o.cmd.Tick == now || late) {
			p.due = append(p.due, world.SeatCommand{Seat: p.seat, Key: p.me, Seq: o.seq, Command: o.cmd})
		}
	}
	p.before = append(p.before[:0], p.scratch.Space.Bodies()...)
	p.scratch.StepTick(p.due)
}

// replay rebuilds the scratch island from the confirmed one, and records the correction of the picture.
func (p *Predictor) replay() {
	p.confirmed.Copy(p.scratch)
	p.before = append(p.before[:0], p.scratch.Space.Bodies()...)
	for p.scratch.Clock < p.clock.head() {
		p.tick()
	}
	for k := range p.shown {
		s := &p.shown[k]
		if !s.predicted {
			continue
		}
		if at, _, ok := p.ahead(s.id); ok {
			s.correct(at)
		}
	}
}

// Events returns the events to show and play now: those since the last call, each once. The slice is valid
// until the next call.
func (p *Predictor) Events() []event.Event { return p.told.take() }

// View returns the picture at alpha, from 0 to fixed.One, between the last two local ticks; nil before the
// first Confirm.
func (p *Predictor) View(alpha fixed.S) *View {
	if p.confirmed == nil {
		return nil
	}
	v := &p.view
	v.World, v.Me, v.Tick = p.scratch, p.scratch.Roster.ByKey(p.me), p.scratch.Clock
	v.Lead = int32(int64(p.scratch.Clock) - int64(p.confirmed.Clock))
	v.Buffer = int32(int64(p.confirmed.Clock) - p.playback.now.Floor())
	v.Expired = p.expired
	v.Correction = 0
	v.Bodies = v.Bodies[:0]
	bodies := p.scratch.Space.Bodies()
	for k, n := 0, 0; k < len(bodies); k++ {
		for n < len(p.shown) && p.shown[n].id < bodies[k].ID {
			n++
		}
		d := Drawn{Body: bodies[k]}
		if n < len(p.shown) && p.shown[n].id == d.ID {
			s := &p.shown[n]
			d.Pos, d.Z = s.prev.Lerp(s.cur, alpha), s.prevZ+(s.curZ-s.prevZ).Mul(alpha)
			d.Predicted, d.Moved, d.Speed = s.predicted, s.moved, s.speed
			if d.ID == p.mine {
				v.Correction = s.fade.Len()
			}
		}
		v.Bodies = append(v.Bodies, d)
	}
	v.addGhosts(p.scratch.Ghosts(), p.images)
	v.Pending = p.pending(v.Pending[:0])
	return v
}

// pending appends the holograms of unconfirmed commands.
func (p *Predictor) pending(dst []Hologram) []Hologram {
	for k := range p.own {
		o := &p.own[k]
		if o.seq <= p.taken || o.cmd.Kind != command.Place && o.cmd.Kind != command.Dig {
			continue
		}
		dst = append(dst, Hologram{Command: o.cmd, Seq: o.seq, Tile: o.cmd.Tile, Item: o.item, Since: o.cmd.Tick})
	}
	return dst
}
