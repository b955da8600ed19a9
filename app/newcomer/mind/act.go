package mind

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// act is something that the player does for a while: a step of it is made each turn until it is over.
type act interface {
	step(p *Player) (over bool)
}

// digging digs a tile until what it is changes.
type digging struct {
	at    grid.Tile
	ready game.Tick
	since game.Tick
	seq   uint64
	was   tile.Block
	on    tile.Ground
}

func (d *digging) step(p *Player) bool {
	c := p.Memory.At(d.at)
	if d.ready == 0 {
		p.halt()
		d.ready = p.Now + reaction
	}
	if p.Now < d.ready {
		return false
	}
	if d.since == 0 {
		d.since, d.was, d.on = p.Now, c.Block, c.Ground
		d.seq = p.ask(command.Command{Kind: command.Dig, Tile: d.at})
		return false
	}
	switch {
	case p.refused(d.seq) != event.NoReason:
		p.vain[d.at] += 3
		return true
	case c.Block != d.was || c.Ground != d.on:
		delete(p.vain, d.at)
		return true
	case p.Now > d.since+15*game.TicksPerSecond:
		p.vain[d.at] += 3
		return true
	}
	return false
}

// once asks for one thing and waits for a moment, so that its effect is seen.
type once struct {
	delay  game.Tick         // until it is asked for
	begun  game.Tick         // when the player began to prepare it
	urgent bool              // for its life: no alarm keeps it from that
	first  []command.Command // what is asked for just before
	cmd    command.Command
	since  game.Tick
	wait   game.Tick
	seq    uint64
	then   func(p *Player, why event.Reason)
}

func (o *once) step(p *Player) bool {
	if o.begun == 0 {
		p.halt()
		o.begun = p.Now
	}
	if p.Now < o.begun+o.delay {
		return false
	}
	if o.since == 0 {
		for _, c := range o.first {
			p.ask(c)
		}
		o.since, o.seq = p.Now, p.ask(o.cmd)
		return false
	}
	why := p.refused(o.seq)
	if why == event.NoReason && p.Now < o.since+max(o.wait, 18) {
		return false
	}
	if o.then != nil {
		o.then(p, why)
	}
	return true
}

// using uses what is on a tile.
func using(t grid.Tile) *once { return &once{cmd: command.Command{Kind: command.Use, Tile: t}} }

// placing places an item on a tile, from the hand as the keys do: it is in hand from then on, and whatever
// was there is not. A place that is refused is not tried for long.
func (p *hands) placing(k item.Kind, t grid.Tile) act {
	slot, ok := p.slot(k)
	if !ok {
		return nil
	}
	a := p.using(slot, t)
	a.then = func(p *Player, why event.Reason) {
		if why != event.NoReason {
			p.vain[t] += 2
		}
	}
	return a
}

// using takes the item of a slot in hand, and uses it on a tile.
func (p *hands) using(slot uint8, t grid.Tile) *once {
	delay := p.reachFor(slot)
	slot, first := p.inHand(slot)
	return &once{delay: delay, first: first, cmd: command.Command{Kind: command.Place, Tile: t, Slot: slot}}
}

// inHand returns what takes the item of a slot in hand, and the slot where it is then.
func (p *hands) inHand(slot uint8) (uint8, []command.Command) {
	switch {
	case slot == p.Slot:
		return slot, nil
	case slot < item.HotbarSlots:
		return slot, []command.Command{{Kind: command.Select, Slot: slot}}
	}
	return p.Slot, []command.Command{{Kind: command.Swap, Slot: slot, Slot2: p.Slot}}
}

// reachFor returns how long it takes to have the item of a slot in hand: the bag is a panel.
func (p *hands) reachFor(slot uint8) game.Tick {
	if slot < item.HotbarSlots {
		return 0
	}
	return rummages
}

// waiting lets time pass.
type waiting struct{ ticks, until game.Tick }

func (w *waiting) step(p *Player) bool {
	if w.until == 0 {
		p.halt()
		w.until = p.Now + w.ticks
	}
	return p.Now >= w.until
}

// pushing holds a direction until something is so, at most for some time.
type pushing struct {
	dir   fixed.SVec
	most  game.Tick
	until func(p *Player) bool
	since game.Tick
}

func (h *pushing) step(p *Player) bool {
	if h.since == 0 {
		h.since = p.Now
		p.dir = fixed.SVec{X: 1}
		p.head(h.dir)
	}
	if p.Now > h.since+h.most || h.until != nil && h.until(p) {
		p.halt()
		return true
	}
	return false
}

// walking goes to a tile by what is known of the land, and digs and builds where the manner says so.
type walking struct {
	to     grid.Tile
	there  func(grid.Tile) bool
	manner manner
	limit  game.Tick // after which the player thinks again

	path  []grid.Tile
	since game.Tick
	began game.Tick // of the present tile
	plan  game.Tick
	stuck int
	last  fixed.Vec
	does  act // digging or building on the way
	fails int
}

// puzzledFor is for how long a player looks at what is in its way before it tries something else.
const puzzledFor = 4 * game.TicksPerSecond

// replanEvery is how often a way is thought about anew at least.
const replanEvery = 10 * game.TicksPerSecond

func (w *walking) step(p *Player) bool {
	if w.since == 0 {
		w.since, w.began, w.last = p.Now, p.Now, p.Pos
	}
	if w.does != nil {
		if !w.does.step(p) {
			return false
		}
		w.does, w.path, w.began = nil, nil, p.Now
	}
	if w.there(p.Here) && p.inMiddle(p.Here) {
		p.halt()
		p.shut = 0
		return true
	}
	if p.Now > w.since+w.limit && w.limit > 0 {
		p.halt()
		return true
	}
	w.manner.tier = p.tier()
	if len(w.path) == 0 || p.Now > w.plan+replanEvery || w.barred(p) {
		if !w.search(p) {
			p.halt()
			return true
		}
	}
	for len(w.path) > 0 && p.inMiddle(w.path[0]) {
		w.path, w.began = w.path[1:], p.Now
	}
	if len(w.path) == 0 {
		return false
	}
	next := w.path[0]
	if work := w.work(p, next); work != nil {
		w.does = work
		return w.does.step(p)
	}
	if p.Now > w.began+3*game.TicksPerSecond { // something unseen is in the way: push past it
		w.began, w.path = p.Now, nil
		if w.stuck++; w.stuck > 5 {
			p.halt()
			p.vain[w.to]++
			return true
		}
		p.vain[next]++
		s := steps[(uint64(p.Now)+uint64(w.stuck)*3)%8]
		w.does = &pushing{dir: fixed.SVec{X: fixed.S(s.X) * fixed.One, Y: fixed.S(s.Y) * fixed.One}.Clamp(fixed.One), most: 30}
		return false
	}
	if p.gazing() {
		p.halt()
		w.began = p.Now
		return false
	}
	p.headTo(next)
	return false
}

// search plans the way; ok is false if there is none.
func (w *walking) search(p *Player) (ok bool) {
	path, whole := p.route.find(p.Memory, p.Here, w.to, &w.manner, w.there)
	w.path, w.plan = path, p.Now
	if !whole && len(path) < 3 {
		p.puzzled = p.Now + puzzledFor
		p.shut++
	}
	if len(path) == 0 {
		if !p.inMiddle(p.Here) {
			w.path = []grid.Tile{p.Here}
			w.fails++
			return w.fails < 4
		}
		if !whole {
			p.vain[w.to]++
		}
		return false
	}
	if !whole && len(path) < 3 {
		if w.fails++; w.fails > 1 {
			p.vain[w.to]++
			return false
		}
	}
	return true
}

// barred reports whether the way as it is known now is shut within sight.
func (w *walking) barred(p *Player) bool {
	for k, t := range w.path {
		if k > 14 {
			return false
		}
		if _, _, ok := w.manner.cost(p.Memory, t); !ok {
			return true
		}
	}
	return false
}

// work returns what is to be done before a tile of the way is entered.
func (w *walking) work(p *Player, t grid.Tile) act {
	c := p.Memory.At(t)
	if !c.Seen {
		return nil
	}
	switch g := c.Ground.Info(); {
	case tile.Solid(c.Block, c.State):
		return &digging{at: t}
	case c.Ground == tile.Water && w.manner.build && p.count(item.Earth) > 0:
		return p.placing(item.Earth, t)
	case g.SideOn && !footing(p.Memory, t) && w.manner.build:
		return p.placing(item.Ladder, t)
	}
	return nil
}

// headTo turns the player towards the middle of a tile.
func (p *hands) headTo(t grid.Tile) {
	d := t.Centre().Sub(p.Pos)
	dir := fixed.SVec{X: sign(d.X), Y: sign(d.Y)}
	if dir.X != 0 && dir.Y != 0 {
		dir.X, dir.Y = dir.X.Mul(46341), dir.Y.Mul(46341) // 1/√2
	}
	p.head(dir)
}

// head holds the keys of a direction.
func (p *hands) head(dir fixed.SVec) {
	if dir != p.dir {
		p.dir = dir
		p.ask(command.Command{Kind: command.Move, Dir: dir, Face: face(dir)})
	}
}

// halt lets all keys go.
func (p *hands) halt() { p.head(fixed.SVec{}) }

const arrival = fixed.One / 4

// inMiddle reports whether the player stands about in the middle of a tile.
func (p *hands) inMiddle(t grid.Tile) bool {
	d := p.Pos.Sub(t.Centre())
	return d.X.Abs() < arrival && d.Y.Abs() < arrival
}

func sign(d fixed.Q) fixed.S {
	switch {
	case d > arrival/2:
		return fixed.One
	case d < -arrival/2:
		return -fixed.One
	}
	return 0
}

// holdsEmbers reports whether the player carries embers.
func (p *hands) holdsEmbers() bool { return p.Holds == entity.Ember }
