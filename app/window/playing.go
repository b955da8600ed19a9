package window

import (
	"time"

	"manyhold/app/feed"
	"manyhold/app/node"
	"manyhold/app/order"
	"manyhold/app/status"
	"manyhold/app/window/build"
	"manyhold/app/window/gallery"
	"manyhold/app/window/inspect"
	"manyhold/app/window/jukebox"
	"manyhold/app/window/showroom"
	"manyhold/app/window/together"
	"manyhold/audio"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/predict"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/input"
	"manyhold/render"
	"manyhold/render/ui/model"
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
)

// Playing is a world seen through the window: the node that serves it, the prediction that runs ahead of it,
// and the state of the hands. It needs no session, so that tests and attached windows use it alone.
type Playing struct {
	node    node.Backend
	Predict *predict.Predictor
	View    *predict.View
	Hand    order.Actor // for orders given from outside
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
	net     networkModel
	build   build.Builder
	finds   discoveries
	inspect inspect.Inspector
	theme   audio.Theme // of the place where the player is
	beheld  beheld
	heard   uint64 // serial of the last thing shown that was said to the whole world
}

// beheld is what the player sees besides the island: the land behind the portal near it, and pictures.
type beheld struct {
	vistas  [grid.Scenes]render.Vista
	arena   render.Vista     // of a match, seen through the board
	behind  feed.Sights      // what vistas show
	gallery *gallery.Gallery // pictures of makers' things
	jukebox *jukebox.Jukebox // and their sounds
}

// NewPlaying begins with the first confirmed state.
func NewPlaying(n node.Backend, first *feed.Confirmed) *Playing {
	p := &Playing{node: n, beheld: beheld{gallery: gallery.New(n.Assets()), jukebox: jukebox.New(n.Assets())}, Predict: predict.New(n.Player()), began: time.Now()}
	p.Hand = order.Actor{Me: n.Player(), Issue: func(c command.Command) uint64 { return p.Issue(c) }, Shout: n.Shout, Charter: n.Charter, Door: n.Door, Room: n.RoomAct, Publish: n.Publish, Status: n.Status, Heard: func() []status.ShoutStatus { return p.net.shouts }, Lights: func() []grid.Tile { return p.net.beacons },
		Elsewhere: func() []entity.PlayerState { return p.net.elsewhere }}
	p.Confirm(first)
	p.View = p.Predict.View(fixed.One)
	return p
}

// Issue numbers and stamps a command of the player, predicts it and sends it.
func (p *Playing) Issue(c command.Command) uint64 {
	seq, tick := p.Predict.Command(c)
	c.Tick = tick
	p.node.SendPredicted(seq, c)
	return seq
}

// Confirm takes a confirmed state over and gives the old buffer back.
func (p *Playing) Confirm(c *feed.Confirmed) {
	p.Hand.World, p.Hand.Events = c.World, c.Events
	p.Hand.Inside = p.node.Inspect()
	p.Predict.Steer(c.Ahead)
	if old := p.Predict.Confirm(c.World, c.Events); old != nil {
		c.World = old
	} else {
		c.World = new(island.Island)
	}
	if p.View != nil && (p.me() != nil || barred(p)) { // at a closed door, orders knock, or fail with the reason
		p.node.Orders().Step(&p.Hand)
	}
	p.node.Copies().Give(c)
}

// me returns the player as predicted, nil while it is not in the world.
func (p *Playing) me() *entity.PlayerState {
	if p.View == nil || p.View.Me == nil || p.View.Me.Body == 0 {
		return nil
	}
	if b := p.View.World.Space.Body(p.View.Me.Body); b == nil || b.Flags&entity.Asleep != 0 {
		return nil
	}
	return p.View.Me
}

// rankOf returns a player's rank in the world, and whether it is muted.
func (p *Playing) rankOf(id game.PlayerID) (rights.Rank, bool) {
	w := p.View.World
	return w.Code.Rank(id), w.Code.MutedUntil(id) > w.Clock
}

// here returns the tile where the player is; the spawn while it is not in the world.
func (p *Playing) here() grid.Tile {
	if b := p.body(); b != nil {
		return grid.TileAt(b.Pos)
	}
	return p.View.World.SpawnTile
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

func (p *Playing) stopDigging() {
	if p.digging {
		p.digging = false
		p.Issue(command.Command{Kind: command.StopDig})
	}
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

// pickUp lays down the carried body, or takes up the nearest loose one.
func (p *Playing) pickUp() {
	b := p.body()
	if b == nil {
		return
	}
	if b.Body.Flags&entity.Carrying != 0 {
		p.Issue(command.Command{Kind: command.Throw, Dir: p.toward(0)})
		return
	}
	me := p.me()
	if me == nil {
		return
	}
	offer, other := together.Offer(&p.View.World.State, me, &b.Body)
	id := p.nearestLoose(b.Pos)
	if offer.Kind != model.NoCarry && (offer.Kind != model.CarryAsk || id == 0) { // a friend who did not ask comes after things
		p.Issue(command.Command{Kind: command.Carry, Entity: other})
		return
	}
	if id != 0 {
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
func (s *session) zoom() {
	if s.in.Pressed(input.ZoomIn) {
		s.renderer.Camera().ZoomBy(-1)
	}
	if s.in.Pressed(input.ZoomOut) {
		s.renderer.Camera().ZoomBy(1)
	}
}

// shown returns the exhibition that one plays in, nil in any other world.
func (p *Playing) shown() *showroom.Exhibition {
	x, _ := p.node.(*showroom.Exhibition)
	return x
}

// still reports whether the player is in a paused exhibition.
func (p *Playing) still() bool {
	x := p.shown()
	return x != nil && x.Lead.Still()
}

// receive takes over the newest confirmed state, if there is a new one, and returns by how many ticks it is
// later.
func (p *Playing) receive() (come game.Tick) {
	if c := p.node.Copies().Take(); c != nil {
		come = c.World.Clock - p.Hand.World.Clock
		p.Confirm(c)
	}
	return come
}

// advance lets prediction go on by a tick of the window; in an exhibition that is paused, by those of the
// turns that came.
func (p *Playing) advance(come game.Tick) {
	if !p.still() {
		come = 1
	}
	for range come {
		p.Predict.Advance()
	}
}
