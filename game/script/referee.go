package script

import (
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/script/star"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Things of a match make and move what is in its arena. The rights of the world do not concern them: all of
// them are of the match.

// Bodies are the bodies that spawn makes beside the things of the match, by their names.
var Bodies = []entity.Kind{entity.Crate, entity.Ball, entity.Cart, entity.Hen, entity.Sheep}

// rulings are the effects of a match's scripts.
func rulings() []star.Function {
	return []star.Function{
		function("spawn", "what, x, y, [props]", 40, func(c *star.Call, r *run) value.Value {
			e := effect{kind: spawn, text: c.Text(0, blueprint.MaxTitle), to: spot(c, 1)}
			if c.Has(3) && !c.Arg(3).IsNone() {
				if c.Arg(3).Kind() != value.KindDict {
					c.Refuse("props are a dict from keys of properties to values")
				}
				e.value = c.Bytes(3, state.Max)
			}
			return r.add(c, e)
		}),
		function("remove", "what", 20, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: remove, who: c.Thing(0)})
		}),
		function("place", "who, x, y", 20, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: set, who: c.Thing(0), to: spot(c, 1)})
		}),
		function("outfit", "who, item, n", 12, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: outfit, who: c.Thing(0), item: itemOf(c, c.Text(1, 32)), n: c.Int(2, 0, 99)})
		}),
		function("fill", "x, y, w, h, what, [heading]", 40, func(c *star.Call, r *run) value.Value {
			w, h := c.Int(2, 1, 1<<10), c.Int(3, 1, 1<<10)
			e := effect{kind: fill, to: spot(c, 0), n: w<<16 | h, text: c.Text(4, 32)}
			if _, _, ok := stuffOf(e.text); !ok {
				c.Refuse("there is no ground or block %q; write one as tile answers it, or nothing", e.text)
			}
			if c.Has(5) {
				e.who = uint64(c.Int(5, 0, 3))
			}
			return r.add(c, e)
		}),
		function("state", "name", 8, func(c *star.Call, r *run) value.Value {
			name := c.Text(0, 32)
			if !slices.Contains(r.court().States, name) {
				c.Refuse("there is no state %q; declare it by [[state]] in engine.toml", name)
			}
			return r.add(c, effect{kind: enter, text: name})
		}),
		function("finish", "result", 40, func(c *star.Call, r *run) value.Value {
			if c.Arg(0).Kind() != value.KindDict {
				c.Refuse("a result is a dict, such as {\"winner\": \"red\"}")
			}
			return r.add(c, effect{kind: finish, value: r.json(c, c.Arg(0))})
		}),
	}
}

// stuffOf returns the ground or block of a name.
func stuffOf(name string) (g tile.Ground, b tile.Block, ok bool) {
	if name == "nothing" {
		return tile.NoGround, tile.NoBlock, true
	}
	for g = tile.NoGround + 1; g < tile.GroundCount; g++ {
		if g.String() == name {
			return g, tile.NoBlock, true
		}
	}
	for b = tile.NoBlock + 1; b < tile.BlockCount; b++ {
		if b.String() == name && b != tile.Gadget && b != tile.PistonHead && b != tile.Portal && b != tile.Flood {
			return tile.NoGround, b, true
		}
	}
	return 0, 0, false
}

// presides reports whether a thing is the referee of a match.
func (m *Machines) presides(x *thing.Thing) bool { return m.court != nil && m.court.Referee == x.ID }

// rule lets an effect of a match's thing happen.
func (g *merger) rule(e *effect) event.Reason {
	court := g.m.court
	if court == nil || g.next.Owner != court.Author {
		return event.NotAllowed
	}
	switch e.kind {
	case spawn:
		return g.spawn(e)
	case remove:
		return g.remove(game.EntityID(e.who))
	case set:
		return g.place(e)
	case outfit:
		return g.outfit(e)
	case fill:
		return g.fill(e)
	case gather, pen, fear:
		return g.herd(e)
	}
	switch {
	case !g.m.presides(&g.next):
		return event.NotAllowed
	case e.kind == enter:
		return court.Enter(e.text)
	}
	return court.Finish(e.value)
}

// spawn makes a thing of the match, or a body.
func (g *merger) spawn(e *effect) event.Reason {
	i := g.i
	if len(i.Space.Bodies())+i.Things.Count() >= MaxSpawned {
		return event.NoRoom
	}
	t := tileAt(e.to.X, e.to.Y)
	if i.Land.Active(t.Region()) == nil {
		return event.TooFar
	}
	id := i.NewThingID(uint64(g.next.ID), uint64(i.Clock), 0x737061776e)
	if k := slices.IndexFunc(Bodies, func(k entity.Kind) bool { return k.String() == e.text }); k >= 0 {
		kind := Bodies[k]
		if !physics.Free(&i.Land, kind, e.to) {
			return event.Blocked
		}
		i.Space.Insert(entity.Body{ID: id, Kind: kind, Pos: e.to, Born: i.Clock})
		return event.NoReason
	}
	of := i.Blueprints.Find(blueprint.IDOf(g.m.court.Author, e.text))
	if of == nil || of.Shape.Form == blueprint.Land || of.ID == g.ofReferee() {
		return event.NoBlueprint
	}
	return g.make(of, id, e)
}

// ofReferee is the blueprint of the referee: there is one thing of it.
func (g *merger) ofReferee() blueprint.ID {
	if x := g.i.Things.Find(g.m.court.Referee); x != nil {
		return x.Of
	}
	return 0
}

// make makes a thing of the match.
func (g *merger) make(of *blueprint.Entry, id game.EntityID, e *effect) event.Reason {
	i, t := g.i, tileAt(e.to.X, e.to.Y)
	kind := world.BodyOf(of.Shape.Form)
	switch {
	case kind != entity.NoKind && !physics.Free(&i.Land, kind, e.to):
		return event.Blocked
	case of.Shape.Form == blueprint.Area && i.Things.Area(t) != nil:
		return event.Blocked
	case len(i.ThingsIn(t.Region())) >= thing.MaxIn && kind == entity.NoKind:
		return event.NoRoom
	case of.Shape.Form == blueprint.Block:
		if why := living.FreeForGadget(i, t); why != event.NoReason {
			return why
		}
	}
	x := living.Fresh(&thing.Thing{ID: id, At: t, Owner: g.next.Owner}, of)
	if !setProps(x, of, e.value) {
		return event.BadText
	}
	if kind != entity.NoKind {
		x.Body, x.At = id, grid.Tile{}
		i.Space.Insert(entity.Body{ID: id, Kind: kind, Pos: e.to, Born: i.Clock, Stuff: entity.StuffOf(x.Shape.Mass, x.Shape.Bounce), Make: x.Shape.Make})
	}
	living.SetThing(i, x)
	i.Happened = append(i.Happened, event.Event{Kind: event.ThingPut, Tick: i.Clock, Pos: t.Centre(), Tile: t, Entity: id, A: int32(x.Shape.Form), Text: of.Name()})
	living.QueueEvent(i, id, thing.Event{Kind: thing.OnBorn, By: g.next.ID})
	return event.NoReason
}

// setProps sets properties of a thing to the values of an encoded dict. It reports whether all fit.
func setProps(x *thing.Thing, of *blueprint.Entry, data []byte) bool {
	if len(data) == 0 {
		return true
	}
	v, err := state.Read(data, state.Max)
	if err != nil {
		return false
	}
	d, _ := v.Ref().(*value.Dict)
	good := d != nil
	if good {
		d.Each(func(k, v value.Value) bool {
			key, _ := k.AsText()
			p := of.Prop(key)
			if good = p != nil; good {
				var set blueprint.Value
				if text, is := v.AsText(); is {
					set.Text = text
				} else if yes, is := v.AsBool(); is {
					set.Number = fixed.Q(one(yes)) << fixed.Bits
				} else if v.IsNumber() {
					set.Number = fixed.Q(v.Units())
				}
				if good = p.Fits(set); good {
					x.Set(p, set)
				}
			}
			return good
		})
	}
	return good
}

// remove takes a thing of the match away, or a loose body.
func (g *merger) remove(id game.EntityID) event.Reason {
	i := g.i
	if x := i.Things.Find(id); x != nil {
		if x.ID == g.next.ID || g.m.presides(x) {
			return event.NotAllowed
		}
		living.RemoveThing(i, x)
		return event.NoReason
	}
	b := i.Space.Body(id)
	switch {
	case b == nil:
		return event.NothingThere
	case b.Kind == entity.Player || b.Kind.Pinned():
		return event.NotAllowed
	}
	if carrier := i.Space.Body(b.Other); carrier != nil && b.Flags&entity.Carried != 0 {
		living.Release(i, carrier)
		b = i.Space.Body(id)
	}
	i.Ledger.Destroyed[b.Stack.Kind] += uint64(b.Stack.Count)
	i.RemoveBody(id)
	return event.NoReason
}

// place puts a player, a thing with a body or another body at a place, however far that is.
func (g *merger) place(e *effect) event.Reason {
	i := g.i
	t := tileAt(e.to.X, e.to.Y)
	if i.Land.Active(t.Region()) == nil {
		return event.TooFar
	}
	var by thing.Event
	id := game.EntityID(e.who)
	if p := player(i, e.who); p != nil {
		living.Unload(i, p)
		id, by = p.Body, thing.Event{Who: p.Key, By: g.next.ID}
	} else {
		by = thing.Event{By: id}
	}
	k, ok := i.Space.Find(id)
	if !ok || id == 0 {
		return event.NothingThere
	}
	if b := &i.Space.Bodies()[k]; b.Flags&entity.Borne != 0 || b.Kind.Pinned() || !physics.Free(&i.Land, b.Kind, e.to) {
		return event.Blocked
	}
	g.moved([]game.EntityID{id}, by, func() {
		living.EndGlide(i, id)
		b := &i.Space.Bodies()[k]
		from := b.Pos
		b.Pos, b.Vel, b.Z, b.VZ, b.Spin = e.to, fixed.SVec{}, 0, 0, 0
		i.Space.Moved(k, from)
		i.Space.Wake(k)
		living.FollowOne(i, id)
	})
	if p := player(i, e.who); p != nil {
		p.Last, p.Move, i.Moved = e.to, fixed.SVec{}, true
		if p.Action == entity.Digging {
			living.Act(i, p, entity.Idle)
		}
	}
	return event.NoReason
}

// outfit gives a player items out of nothing, or takes all of a kind away.
func (g *merger) outfit(e *effect) event.Reason {
	p := player(g.i, e.who)
	if p == nil {
		return event.NothingThere
	}
	if e.n == 0 {
		for k := range p.Inventory {
			if s := &p.Inventory[k]; s.Kind == e.item && s.Count > 0 {
				g.i.Ledger.Destroyed[s.Kind] += uint64(s.Count)
				*s = item.Stack{}
			}
		}
		return event.NoReason
	}
	stack := item.Stack{Kind: e.item, Count: uint8(e.n)}
	if item.Room(p.Inventory[:], stack) < stack.Count {
		return event.NoRoom
	}
	item.Add(p.Inventory[:], stack)
	g.i.Ledger.Created[e.item] += uint64(e.n)
	return event.NoReason
}

// fill makes a rectangle of tiles of the arena of a ground or a block.
func (g *merger) fill(e *effect) event.Reason {
	w, h := int32(e.n>>16), int32(e.n&0xffff)
	from, court := tileAt(e.to.X, e.to.Y), g.m.court
	if from.X < 0 || from.Y < 0 || from.X+w > court.Width || from.Y+h > court.Height {
		return event.TooFar
	}
	if g.m.filledAt != g.i.Clock {
		g.m.filledAt, g.m.filled = g.i.Clock, 0
	}
	if g.m.filled += int(w * h); g.m.filled > MaxFilled {
		return event.TooSoon
	}
	ground, block, _ := stuffOf(e.text)
	heading := uint8(0)
	if block != tile.NoBlock && tile.Oriented(block) {
		heading = tile.Heading(e.who).Facing(0)
	}
	why := event.NoReason
	for y := range h {
		for x := range w {
			if o := g.i.Things.Block(from.Add(x, y)); o != nil && o.ID == g.next.ID {
				why = event.Blocked // it stands there itself
				continue
			}
			if r := LayTile(g.i, from.Add(x, y), ground, block, heading); r != event.NoReason {
				why = r
			}
		}
	}
	return why
}

// LayTile makes a tile of a ground, or sets a block up on it; neither clears it. A chest is an empty one. A
// solid block is refused where somebody stands.
func LayTile(i *world.State, t grid.Tile, ground tile.Ground, block tile.Block, state uint8) event.Reason {
	was, over, depth, ok := i.Land.TileAt(t)
	if !ok {
		return event.TooFar
	}
	if ground == tile.NoGround {
		ground = was
	}
	if block.Info().Solid && living.Occupied(i, t, true) {
		return event.Blocked
	}
	if over == tile.Flood {
		i.Ledger.Destroyed[item.Water] += uint64(depth)
	}
	if slots := i.Chests.Slots(t); slots != nil {
		for _, s := range slots {
			i.Ledger.Destroyed[s.Kind] += uint64(s.Count)
		}
		i.Chests.Remove(t)
	}
	if block == tile.Chest {
		if !i.Chests.Room(t.Region()) {
			return event.NoRoom
		}
		i.Chests.Add(t)
	}
	living.SetTile(i, t, ground, block, state)
	return event.NoReason
}

// proxy is the thing for which a bot asks: it is where its player is, and reads what the referee stores.
func proxy(i *world.State, p *entity.PlayerState) *thing.Thing {
	x := &thing.Thing{ID: p.Body, Body: p.Body, Owner: p.Key}
	if m := of(i); m.court != nil {
		if referee := i.Things.Find(m.court.Referee); referee != nil {
			x.Of = referee.Of
		}
	}
	return x
}
