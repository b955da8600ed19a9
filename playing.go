package main

import (
	"time"

	"manyhold/audio"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/predict"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render"
)

const (
	// turnEvery is the least time between two commands that only turn the figure, in ticks: the cursor
	// moves all the time, and others see eight directions.
	turnEvery = 8
	// placeEvery is the time between two placements while the button is held, in ticks.
	placeEvery = 9
	// throwFull is how long the throw button is held for the longest throw, in ticks.
	throwFull = 36
	// leastThrow is the force of the shortest throw, of 1.
	leastThrow = 0.3
	// steer is how finely a stick steers: sixteenths of a circle.
	steer = 16
)

// playing is a world seen through the window: what serves it, the prediction that runs ahead
// of it, and what the hands are doing.
type playing struct {
	node    served
	predict *predict.Predictor
	view    *predict.View
	hand    hand // for orders given from outside
	entered game.Tick
	asked   bool
	moved   fixed.SVec // direction last sent
	faced   entity.Facing
	turned  uint64 // tick of the session when the figure was last turned
	ticks   uint64 // of the session
	dig     grid.Tile
	digging bool
	blocks  bool   // the button went down on a block or a thing, not on bare ground
	placed  uint64 // tick of the session of the last placement
	wound   uint64 // tick when the throw button went down
	aimAt   fixed.Vec
	aim     grid.Tile // of aimAt
	began   time.Time
	net     netFigures
	build   builder
	finds   findings
	theme   audio.Theme // of the place where the player is
	vista   render.Vista
	behind  *seen  // what vista shows
	heard   uint64 // serial of the last thing shown that was said to the whole world
}

// newPlaying begins with the first confirmed state.
func newPlaying(n served, first *confirmed) *playing {
	p := &playing{node: n, predict: predict.New(n.player()), began: time.Now()}
	p.hand = hand{Me: n.player(), Issue: func(c command.Command) uint64 { return p.issue(c) }, Shout: n.Shout, Charter: n.Charter, Heard: func() []shoutStatus { return p.net.shouts }, Lights: func() []grid.Tile { return p.net.beacons },
		Elsewhere: func() []entity.PlayerState { return p.net.elsewhere }}
	p.confirm(first)
	p.view = p.predict.View(fixed.One)
	return p
}

// issue numbers and stamps a command of the player, predicts it and sends it.
func (p *playing) issue(c command.Command) uint64 {
	seq, tick := p.predict.Command(c)
	c.Tick = tick
	p.node.sendPredicted(seq, c)
	return seq
}

// confirm takes a confirmed state over and gives the old buffer back.
func (p *playing) confirm(c *confirmed) {
	p.hand.World, p.hand.Events = c.world, c.events
	p.hand.Inside = p.node.within()
	if old := p.predict.Confirm(c.world, c.events); old != nil {
		c.world = old
	} else {
		c.world = new(island.Island)
	}
	if p.view != nil && p.me() != nil {
		p.node.errands().step(&p.hand)
	}
	p.node.copies().give(c)
}

// updatePlay advances the world in the window by one tick.
func (s *session) updatePlay() {
	p := s.play
	p.ticks++
	select {
	case <-p.node.Done():
		s.lose(p.node.Err())
		return
	default:
	}
	come := p.receive()
	switch {
	case p.me() == nil:
		p.comeIn()
	case s.ui.Captures() || p.still():
		s.rest()
	default:
		s.steer()
		s.work()
	}
	if p.me() != nil {
		s.goOnBuilding(!s.ui.Captures())
	}
	p.advance(come)
	p.view = p.predict.View(fixed.One)
	s.find(p)
	s.show(p)
}

// show lets eye and ear follow the view.
func (s *session) show(p *playing) {
	events := p.predict.Events()
	for i := range events {
		if p.view.Me != nil && events[i].Seat == p.view.Me.Seat {
			p.build.note(&events[i])
		}
	}
	cam := s.renderer.Camera()
	switch {
	case p.view.Me == nil || p.view.Me.Body == 0:
		cam.Follow(p.view.World.Spawn().Centre())
	case s.ui.Captures():
	case s.in.Pointing:
		cam.SetCursor(s.in.CursorX, s.in.CursorY)
	default:
		cam.SetCursor(float64(s.width)*(1+s.in.AimX)/2, float64(s.height)*(1+s.in.AimY)/2)
	}
	s.renderer.Observe(events)
	s.scene.Take(p.view)
	s.behold(p)
	s.scene.Elsewhere = p.net.elsewhere
	if s.photo.on {
		s.scene.Me = nil // the camera does not follow the player
		cam.Follow(s.photo.at)
	}
	s.renderer.UpdateScene(&s.scene)
	s.ui.Observe(events, &s.model)
	s.opened(p, events)
	s.hearKnocks(p, events)
	if b := p.body(); b != nil && p.finds.path != "" && p.ticks%themeEvery == 0 {
		p.theme = p.finds.theme(p.view.World, grid.TileAt(b.Pos), p.theme)
	}
	s.sound.Play(p.theme)
	s.sound.Frame(p.view, cam.Centre(), events)
}

// me returns the player as predicted, nil while it is not in the world.
func (p *playing) me() *entity.PlayerState {
	if p.view == nil || p.view.Me == nil || p.view.Me.Body == 0 {
		return nil
	}
	if b := p.view.World.Body(p.view.Me.Body); b == nil || b.Flags&entity.Asleep != 0 {
		return nil
	}
	return p.view.Me
}

// body returns the player's own body as drawn.
func (p *playing) body() *predict.Drawn {
	if p.view == nil || p.view.Me == nil {
		return nil
	}
	for i := range p.view.Bodies {
		if p.view.Bodies[i].Body.ID == p.view.Me.Body {
			return &p.view.Bodies[i]
		}
	}
	return nil
}

// comeIn asks to enter the world, again when nothing came of it.
func (p *playing) comeIn() {
	if p.asked && p.view.Tick < p.entered+2*game.TicksPerSecond {
		return
	}
	p.asked, p.entered = true, p.view.Tick
	p.issue(p.node.enterCommand())
}

// steer turns held keys and the cursor into at most one Move.
func (s *session) steer() {
	p := s.play
	dir := direction(s.in.MoveX, s.in.MoveY)
	if p.node.errands().now != nil && dir == p.moved {
		return // somebody else leads the figure
	}
	face := s.facing(dir)
	turn := face != p.faced && p.ticks >= p.turned+turnEvery
	if dir == p.moved && !turn {
		return
	}
	p.moved, p.faced, p.turned = dir, face, p.ticks
	p.issue(command.Command{Kind: command.Move, Dir: dir, Face: face})
}

// rest lets go of everything, while a menu or the chat has the keys.
func (s *session) rest() {
	p := s.play
	s.renderer.ClearGhost()
	s.renderer.ClearArc()
	p.wound = 0
	if p.moved != (fixed.SVec{}) {
		p.moved = fixed.SVec{}
		p.issue(command.Command{Kind: command.Move, Face: p.faced})
	}
	p.stopDigging()
}

func (p *playing) stopDigging() {
	if p.digging {
		p.digging = false
		p.issue(command.Command{Kind: command.StopDig})
	}
}

// work turns what the hands do at the target into commands.
func (s *session) work() {
	p := s.play
	me := p.me()
	p.aimAt = s.target()
	p.aim = grid.TileAt(p.aimAt)
	pointer := !s.ui.PointerTaken() || !s.in.Pointing
	held := me.Inventory[min(int(me.Slot), item.InventorySlots-1)]
	p.digAt(p.aim, s.in.Held(input.Dig), s.in.Pressed(input.Dig), pointer)
	if !s.build(held, pointer) {
		s.place(held, pointer)
	} else {
		s.renderer.ClearGhost()
	}
	s.throw(me.Slot, pointer)
	switch {
	case !s.in.Pressed(input.Use):
	case p.outlined() != nil:
		p.issue(command.Command{Kind: command.Erase, Tile: p.aim})
	default:
		t, _ := p.usable(p.aim)
		p.issue(command.Command{Kind: command.Use, Tile: t})
	}
	if s.in.Pressed(input.Kick) {
		p.issue(command.Command{Kind: command.Kick, Dir: p.toward(1)})
	}
	if s.in.Pressed(input.PickUp) {
		p.pickUp()
	}
	if s.in.Pressed(input.Drop) && held.Count > 0 {
		p.issue(command.Command{Kind: command.Drop, Slot: me.Slot, Count: 1})
	}
	s.zoom()
}

// place shows what would be placed where, and places it.
func (s *session) place(held item.Stack, pointer bool) {
	p := s.play
	b := p.view.World.Body(p.view.Me.Body)
	why := p.view.World.Fits(b, p.aim, held.Kind)
	switch near := p.aim.Centre().Sub(b.Pos).Near(island.Reach); {
	case !pointer || b.Flags&entity.Carrying != 0:
		s.renderer.ClearGhost()
	case held.Count == 0 || why == event.TooFar || p.digging:
		s.renderer.SetGhost(p.aim, item.None, near, why.String())
	case why != event.NoReason:
		s.renderer.SetGhost(p.aim, item.None, false, why.String())
	default:
		s.renderer.SetGhost(p.aim, held.Kind, true, "")
	}
	if !s.in.Held(input.Place) || !pointer || p.ticks < p.placed+placeEvery {
		return
	}
	if s.in.Pressed(input.Place) || why == event.NoReason {
		p.placed = p.ticks
		p.issue(command.Command{Kind: command.Place, Tile: p.aim, Slot: p.view.Me.Slot})
	}
}

// throw winds up while the button is held, and throws when it is let go.
func (s *session) throw(slot uint8, pointer bool) {
	p := s.play
	if s.in.Pressed(input.Throw) && pointer {
		p.wound = p.ticks
	}
	s.renderer.ClearArc()
	if p.wound == 0 {
		return
	}
	if !s.in.Released(input.Throw) {
		s.showArc(slot)
		return
	}
	force := leastThrow + (1-leastThrow)*p.wind()
	p.wound = 0
	p.issue(command.Command{Kind: command.Throw, Dir: p.toward(force), Slot: slot})
}

// showArc shows which way a throw would take that is let go now.
func (s *session) showArc(slot uint8) {
	p := s.play
	b := p.body()
	if b == nil {
		return
	}
	kind := entity.PlacedAs(p.view.Me.Inventory[min(int(slot), item.InventorySlots-1)].Kind)
	if o := p.view.World.Body(b.Body.Other); b.Body.Flags&entity.Carrying != 0 && o != nil {
		kind = o.Kind
	}
	v, lift := island.Toss(kind, p.toward(leastThrow+(1-leastThrow)*p.wind()))
	s.renderer.SetArc(b.Pos, v, lift)
}

// digAt digs a tile while the button is held, and goes on with the next when the cursor moves there:
// from block to block, or from ground to ground, never from a felled tree into the meadow.
func (p *playing) digAt(t grid.Tile, held, pressed, pointer bool) {
	if !held || pressed && !pointer {
		p.stopDigging()
		p.dig = grid.Tile{}
		return
	}
	if p.digging && p.dig == t || !pointer {
		return
	}
	_, b, _, ok := p.view.World.TileAt(t)
	block := b != tile.NoBlock
	switch {
	case pressed:
		p.blocks = block
	case !p.digging && p.dig == (grid.Tile{}):
		return // the button went down over the interface
	case !ok || block != p.blocks || !t.Centre().Sub(p.body().Pos).Near(island.Reach):
		return
	}
	p.digging, p.dig = true, t
	p.issue(command.Command{Kind: command.Dig, Tile: t})
}

// pickUp lays down what is carried, or takes up the nearest loose body.
func (p *playing) pickUp() {
	b := p.body()
	if b == nil {
		return
	}
	if b.Body.Flags&entity.Carrying != 0 {
		p.issue(command.Command{Kind: command.Throw, Dir: p.toward(0)})
		return
	}
	if id := p.nearestLoose(b.Pos); id != 0 {
		p.issue(command.Command{Kind: command.PickUp, Entity: id})
	}
}

// nearestLoose returns the crate or ball nearest to a place, within reach of a hand.
func (p *playing) nearestLoose(at fixed.Vec) game.EntityID {
	best, id := island.LiftReach, game.EntityID(0)
	for i := range p.view.Bodies {
		o := &p.view.Bodies[i]
		if !o.Body.Kind.Liftable() || o.Body.Flags&entity.Carried != 0 {
			continue
		}
		if d := o.Body.Pos.Sub(at).Len(); d <= best {
			best, id = d, o.Body.ID
		}
	}
	return id
}

// zoom steps through the zooms of the camera.
func (s *session) zoom() {
	if s.in.Pressed(input.ZoomIn) {
		s.renderer.Camera().ZoomBy(-1)
	}
	if s.in.Pressed(input.ZoomOut) {
		s.renderer.Camera().ZoomBy(1)
	}
}

// endWords says why a world ended.
func (s *session) endWords(err error) string {
	if err == nil {
		return s.words.Get("note.world_left")
	}
	return s.words.Fill("note.world_ended", "why", err.Error())
}
