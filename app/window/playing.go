package window

import (
	"time"

	"manyhold/app/node"
	"manyhold/app/order"
	"manyhold/app/status"
	"manyhold/audio"
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/predict"
	"manyhold/game/tile"
	"manyhold/game/world"
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
type Playing struct {
	node    node.Served
	Predict *predict.Predictor
	View    *predict.View
	Hand    order.Hand // for orders given from outside
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
	behind  *node.Seen // what vista shows
	heard   uint64     // serial of the last thing shown that was said to the whole world
}

// newPlaying begins with the first confirmed state.
func NewPlaying(n node.Served, first *node.Confirmed) *Playing {
	p := &Playing{node: n, Predict: predict.New(n.Player()), began: time.Now()}
	p.Hand = order.Hand{Me: n.Player(), Issue: func(c command.Command) uint64 { return p.Issue(c) }, Shout: n.Shout, Charter: n.Charter, Heard: func() []status.ShoutStatus { return p.net.shouts }, Lights: func() []grid.Tile { return p.net.beacons },
		Elsewhere: func() []entity.PlayerState { return p.net.elsewhere }}
	p.Confirm(first)
	p.View = p.Predict.View(fixed.One)
	return p
}

// issue numbers and stamps a command of the player, predicts it and sends it.
func (p *Playing) Issue(c command.Command) uint64 {
	seq, tick := p.Predict.Command(c)
	c.Tick = tick
	p.node.SendPredicted(seq, c)
	return seq
}

// confirm takes a confirmed state over and gives the old buffer back.
func (p *Playing) Confirm(c *node.Confirmed) {
	p.Hand.World, p.Hand.Events = c.World, c.Events
	p.Hand.Inside = p.node.Within()
	if old := p.Predict.Confirm(c.World, c.Events); old != nil {
		c.World = old
	} else {
		c.World = new(island.Island)
	}
	if p.View != nil && p.me() != nil {
		p.node.Errands().Step(&p.Hand)
	}
	p.node.Copies().Give(c)
}

// updatePlay advances the world in the window by one tick.
func (s *Session) updatePlay() {
	p := s.Play
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
	case s.Ui.Captures() || p.still():
		s.rest()
	default:
		s.steer()
		s.work()
	}
	if p.me() != nil {
		s.goOnBuilding(!s.Ui.Captures())
	}
	p.advance(come)
	p.View = p.Predict.View(fixed.One)
	s.find(p)
	s.show(p)
}

// show lets eye and ear follow the view.
func (s *Session) show(p *Playing) {
	events := p.Predict.Events()
	for i := range events {
		if p.View.Me != nil && events[i].Seat == p.View.Me.Seat {
			p.build.note(&events[i])
		}
	}
	cam := s.renderer.Camera()
	switch {
	case p.View.Me == nil || p.View.Me.Body == 0:
		cam.Follow(p.View.World.Spawn().Centre())
	case s.Ui.Captures():
	case s.In.Pointing:
		cam.SetCursor(s.In.CursorX, s.In.CursorY)
	default:
		cam.SetCursor(float64(s.width)*(1+s.In.AimX)/2, float64(s.height)*(1+s.In.AimY)/2)
	}
	s.renderer.Observe(events)
	s.scene.Take(p.View)
	s.behold(p)
	s.scene.Elsewhere = p.net.elsewhere
	if s.photo.on {
		s.scene.Me = nil // the camera does not follow the player
		cam.Follow(s.photo.at)
	}
	s.renderer.UpdateScene(&s.scene)
	s.Ui.Observe(events, &s.model)
	s.opened(p, events)
	s.hearKnocks(p, events)
	if b := p.body(); b != nil && p.finds.path != "" && p.ticks%themeEvery == 0 {
		p.theme = p.finds.theme(p.View.World, grid.TileAt(b.Pos), p.theme)
	}
	s.sound.Play(p.theme)
	s.sound.Frame(p.View, cam.Centre(), events)
}

// me returns the player as predicted, nil while it is not in the world.
func (p *Playing) me() *entity.PlayerState {
	if p.View == nil || p.View.Me == nil || p.View.Me.Body == 0 {
		return nil
	}
	if b := p.View.World.Body(p.View.Me.Body); b == nil || b.Flags&entity.Asleep != 0 {
		return nil
	}
	return p.View.Me
}

// body returns the player's own body as drawn.
func (p *Playing) body() *predict.Drawn {
	if p.View == nil || p.View.Me == nil {
		return nil
	}
	for i := range p.View.Bodies {
		if p.View.Bodies[i].Body.ID == p.View.Me.Body {
			return &p.View.Bodies[i]
		}
	}
	return nil
}

// comeIn asks to enter the world, again when nothing came of it.
func (p *Playing) comeIn() {
	if p.asked && p.View.Tick < p.entered+2*game.TicksPerSecond {
		return
	}
	p.asked, p.entered = true, p.View.Tick
	p.Issue(p.node.EnterCommand())
}

// steer turns held keys and the cursor into at most one Move.
func (s *Session) steer() {
	p := s.Play
	dir := direction(s.In.MoveX, s.In.MoveY)
	if p.node.Errands().Now != nil && dir == p.moved {
		return // somebody else leads the figure
	}
	face := s.facing(dir)
	turn := face != p.faced && p.ticks >= p.turned+turnEvery
	if dir == p.moved && !turn {
		return
	}
	p.moved, p.faced, p.turned = dir, face, p.ticks
	p.Issue(command.Command{Kind: command.Move, Dir: dir, Face: face})
}

// rest lets go of everything, while a menu or the chat has the keys.
func (s *Session) rest() {
	p := s.Play
	s.renderer.ClearGhost()
	s.renderer.ClearArc()
	p.wound = 0
	if p.moved != (fixed.SVec{}) {
		p.moved = fixed.SVec{}
		p.Issue(command.Command{Kind: command.Move, Face: p.faced})
	}
	p.stopDigging()
}

func (p *Playing) stopDigging() {
	if p.digging {
		p.digging = false
		p.Issue(command.Command{Kind: command.StopDig})
	}
}

// work turns what the hands do at the target into commands.
func (s *Session) work() {
	p := s.Play
	me := p.me()
	p.aimAt = s.target()
	p.aim = grid.TileAt(p.aimAt)
	pointer := !s.Ui.PointerTaken() || !s.In.Pointing
	held := me.Inventory[min(int(me.Slot), item.InventorySlots-1)]
	p.digAt(p.aim, s.In.Held(input.Dig), s.In.Pressed(input.Dig), pointer)
	if !s.build(held, pointer) {
		s.place(held, pointer)
	} else {
		s.renderer.ClearGhost()
	}
	s.throw(me.Slot, pointer)
	switch {
	case !s.In.Pressed(input.Use):
	case p.outlined() != nil:
		p.Issue(command.Command{Kind: command.Erase, Tile: p.aim})
	default:
		t, _ := p.usable(p.aim)
		p.Issue(command.Command{Kind: command.Use, Tile: t})
	}
	if s.In.Pressed(input.Kick) {
		p.Issue(command.Command{Kind: command.Kick, Dir: p.toward(1)})
	}
	if s.In.Pressed(input.PickUp) {
		p.pickUp()
	}
	if s.In.Pressed(input.Drop) && held.Count > 0 {
		p.Issue(command.Command{Kind: command.Drop, Slot: me.Slot, Count: 1})
	}
	s.zoom()
}

// place shows what would be placed where, and places it.
func (s *Session) place(held item.Stack, pointer bool) {
	p := s.Play
	b := p.View.World.Body(p.View.Me.Body)
	why := p.View.World.Fits(b, p.aim, held.Kind)
	switch near := p.aim.Centre().Sub(b.Pos).Near(world.Reach); {
	case !pointer || b.Flags&entity.Carrying != 0:
		s.renderer.ClearGhost()
	case held.Count == 0 || why == event.TooFar || p.digging:
		s.renderer.SetGhost(p.aim, item.None, near, why.String())
	case why != event.NoReason:
		s.renderer.SetGhost(p.aim, item.None, false, why.String())
	default:
		s.renderer.SetGhost(p.aim, held.Kind, true, "")
	}
	if !s.In.Held(input.Place) || !pointer || p.ticks < p.placed+placeEvery {
		return
	}
	if s.In.Pressed(input.Place) || why == event.NoReason {
		p.placed = p.ticks
		p.Issue(command.Command{Kind: command.Place, Tile: p.aim, Slot: p.View.Me.Slot})
	}
}

// throw winds up while the button is held, and throws when it is let go.
func (s *Session) throw(slot uint8, pointer bool) {
	p := s.Play
	if s.In.Pressed(input.Throw) && pointer {
		p.wound = p.ticks
	}
	s.renderer.ClearArc()
	if p.wound == 0 {
		return
	}
	if !s.In.Released(input.Throw) {
		s.showArc(slot)
		return
	}
	force := leastThrow + (1-leastThrow)*p.wind()
	p.wound = 0
	p.Issue(command.Command{Kind: command.Throw, Dir: p.toward(force), Slot: slot})
}

// showArc shows which way a throw would take that is let go now.
func (s *Session) showArc(slot uint8) {
	p := s.Play
	b := p.body()
	if b == nil {
		return
	}
	kind := entity.PlacedAs(p.View.Me.Inventory[min(int(slot), item.InventorySlots-1)].Kind)
	if o := p.View.World.Body(b.Body.Other); b.Body.Flags&entity.Carrying != 0 && o != nil {
		kind = o.Kind
	}
	v, lift := act.Toss(kind, p.toward(leastThrow+(1-leastThrow)*p.wind()))
	s.renderer.SetArc(b.Pos, v, lift)
}

// digAt digs a tile while the button is held, and goes on with the next when the cursor moves there:
// from block to block, or from ground to ground, never from a felled tree into the meadow.
func (p *Playing) digAt(t grid.Tile, held, pressed, pointer bool) {
	if !held || pressed && !pointer {
		p.stopDigging()
		p.dig = grid.Tile{}
		return
	}
	if p.digging && p.dig == t || !pointer {
		return
	}
	_, b, _, ok := p.View.World.TileAt(t)
	block := b != tile.NoBlock
	switch {
	case pressed:
		p.blocks = block
	case !p.digging && p.dig == (grid.Tile{}):
		return // the button went down over the interface
	case !ok || block != p.blocks || !t.Centre().Sub(p.body().Pos).Near(world.Reach):
		return
	}
	p.digging, p.dig = true, t
	p.Issue(command.Command{Kind: command.Dig, Tile: t})
}

// pickUp lays down what is carried, or takes up the nearest loose body.
func (p *Playing) pickUp() {
	b := p.body()
	if b == nil {
		return
	}
	if b.Body.Flags&entity.Carrying != 0 {
		p.Issue(command.Command{Kind: command.Throw, Dir: p.toward(0)})
		return
	}
	if id := p.nearestLoose(b.Pos); id != 0 {
		p.Issue(command.Command{Kind: command.PickUp, Entity: id})
	}
}

// nearestLoose returns the crate or ball nearest to a place, within reach of a hand.
func (p *Playing) nearestLoose(at fixed.Vec) game.EntityID {
	best, id := world.LiftReach, game.EntityID(0)
	for i := range p.View.Bodies {
		o := &p.View.Bodies[i]
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
func (s *Session) zoom() {
	if s.In.Pressed(input.ZoomIn) {
		s.renderer.Camera().ZoomBy(-1)
	}
	if s.In.Pressed(input.ZoomOut) {
		s.renderer.Camera().ZoomBy(1)
	}
}

// endWords says why a world ended.
func (s *Session) endWords(err error) string {
	if err == nil {
		return s.words.Get("note.world_left")
	}
	return s.words.Fill("note.world_ended", "why", err.Error())
}
