package trial

import (
	"slices"

	"manyhold/app/maker"
	"manyhold/app/maker/story"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/making"
	"manyhold/game/physics"
	"manyhold/game/script/star"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/tile"
)

// places are where players stand, from the thing's tile: all within reach of it, and outside of an area.
var places = [story.MaxPlayers][2]int32{{-2, 0}, {-2, 1}, {-2, -1}, {-2, 2}, {-2, -2}, {-1, 2}, {-1, -2}, {0, -2}}

// errand is where an actor is on its way.
type errand uint8

const (
	none errand = iota
	there
	staying
	back
)

const (
	walkMost = 90 // ticks of a way
	stay     = 30 // ticks at the thing
)

// actor is a player of the story.
type actor struct {
	key     game.PlayerID
	name    string
	home    grid.Tile
	arrived bool
	errand  errand
	since   uint32 // the tick in which this part of the errand began
	was     body
}

// body is what was seen of a player.
type body struct {
	pos    fixed.Vec
	health uint8
	items  [item.KindCount]int
}

// enter lets a player come into the world.
func (w *theWorld) enter(name string) {
	a := &actor{key: exhibit.CastKey(len(w.cast) + 1), name: name}
	p := places[len(w.cast)%len(places)]
	a.home = w.middle.Add(p[0], p[1])
	w.cast = append(w.cast, a)
	w.ask(a, command.Command{Kind: command.Enter, Text: name})
	w.say("%s enters", name)
}

func (w *theWorld) body(a *actor) *entity.Body {
	if p := w.Roster.ByKey(a.key); p != nil {
		return w.Space.Body(p.Body)
	}
	return nil
}

// arrive brings a player that has entered to its place.
func (a *actor) arrive(w *theWorld) {
	b := w.body(a)
	if a.arrived || b == nil {
		return
	}
	k, _ := w.Space.Find(b.ID)
	from := b.Pos
	b.Pos, b.Vel = a.home.Centre(), fixed.SVec{}
	w.Space.Moved(k, from)
	a.arrived, a.was = true, w.bodyOf(a)
}

// act lets a player do what the story says.
func (w *theWorld) act(a *actor, s *story.Step) {
	x := w.Things.Find(thingID)
	if x == nil {
		w.say("(the thing is gone)")
		return
	}
	switch s.Kind {
	case story.Use:
		w.say("%s uses it", a.name)
		w.ask(a, command.Command{Kind: command.Use, Tile: w.ThingPlace(x)})
	case story.Touch:
		w.say("%s walks up to it", a.name)
		a.errand, a.since = there, w.now
	case story.Say:
		w.say("%s says %q", a.name, s.Text)
		w.ask(a, command.Command{Kind: command.Say, Text: s.Text})
	case story.Answer:
		w.say("%s answers %q", a.name, s.Text)
		w.ask(a, command.Command{Kind: command.Ask, Entity: thingID, Text: s.Text})
	case story.Hold:
		w.hold(a, item.Named(s.Text))
	case story.Prop:
		w.prop(a, x, s.Key, s.Text)
	}
}

// prop lets the owner change a property.
func (w *theWorld) prop(a *actor, x *thing.Thing, key, text string) {
	p := w.Blueprints.Find(x.Of).Prop(key)
	if p == nil {
		w.say("(there is no property %s)", key)
		return
	}
	v, err := maker.ParseValue(p, text)
	if err != nil {
		w.say("(%s: %v)", key, err)
		return
	}
	words, ok := making.Text(p, v, command.MaxText)
	if !ok {
		w.say("(%s: the value is too long)", key)
		return
	}
	if p.Field == blueprint.Button {
		w.say("%s presses %s", a.name, key)
	} else {
		w.say("%s sets %s to %s", a.name, key, text)
	}
	w.ask(a, command.Command{Kind: command.Adjust, Entity: thingID, Text: words})
}

// handful is how many of an item a player or a chest gets.
const handful = 9

// hold gives a player items and has it take them into its hand.
func (w *theWorld) hold(a *actor, k item.Kind) {
	p := w.Roster.ByKey(a.key)
	if !w.fill(p.Inventory[:], k) {
		w.say("(%s has no room for %s)", a.name, k)
		return
	}
	n := slices.IndexFunc(p.Inventory[:], func(s item.Stack) bool { return s.Kind == k })
	p.Inventory[0], p.Inventory[n] = p.Inventory[n], p.Inventory[0]
	w.ask(a, command.Command{Kind: command.Select})
	a.was = w.bodyOf(a)
	w.say("%s holds %d %s", a.name, handful, k)
}

// fill puts a handful of items into slots, if there is room. They count as created.
func (w *theWorld) fill(slots []item.Stack, k item.Kind) bool {
	s := item.Stack{Kind: k, Count: handful}
	if item.Room(slots, s) < handful {
		return false
	}
	item.Add(slots, s)
	w.Ledger.Created[k] += handful
	return true
}

// stock puts items into the chest in the north of the thing, and makes the chest if there is none.
func (w *theWorld) stock(k item.Kind) {
	at := w.middle.Add(0, -1)
	slots := w.Chests.Slots(at)
	if slots == nil {
		living.SetTile(&w.State, at, tile.Grass, tile.Chest, 0)
		w.Chests.Add(at)
		slots = w.Chests.Slots(at)
	}
	if !w.fill(slots[:], k) {
		w.say("(the chest has no room for %s)", k)
		return
	}
	w.say("the chest beside it gets %d %s", handful, k)
}

// signal lets the signal on the tile of a block change.
func (w *theWorld) signal(on bool) {
	words := map[bool]string{false: "off", true: "on"}[on]
	if x := w.Things.Find(thingID); x == nil || x.Shape.Form != blueprint.Block {
		w.say("(only a block has a signal)")
		return
	}
	w.say("the signal goes %s", words)
	var m value.Meter
	m.Begin(star.RunLimits)
	living.QueueEvent(&w.State, thingID, thing.Event{Kind: thing.OnSignal, Value: state.Encode(&m, nil, value.Bool(on), thing.MaxValue)})
}

// walk lets a player go on with its errand.
func (a *actor) walk(w *theWorld) {
	b := w.body(a)
	if a.errand == none || b == nil {
		return
	}
	to := a.home.Centre()
	x := w.Things.Find(thingID)
	if a.errand == there && x != nil {
		to = w.ThingPlace(x).Centre()
		if at := w.Space.Body(x.Body); at != nil {
			to = at.Pos
		}
	}
	over := w.now-a.since >= walkMost
	switch a.errand {
	case there:
		if x == nil || over || w.near(x, b.Pos) {
			a.next(staying, w.now)
			w.ask(a, command.Command{Kind: command.Move})
			return
		}
	case staying:
		if w.now-a.since >= stay {
			a.next(back, w.now)
		}
		return
	case back:
		if over || b.Pos.Sub(to).Near(fixed.One/4) {
			a.next(none, w.now)
			w.ask(a, command.Command{Kind: command.Move})
			return
		}
	}
	dir := to.Sub(b.Pos).S().Unit()
	w.ask(a, command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)})
}

func (a *actor) next(e errand, now uint32) { a.errand, a.since = e, now }

// atIt is how near a walker comes to the side of a thing: less than scripts ask for a touch.
const atIt = fixed.One / 16

// near reports whether a walker has come to a thing: to its side, or into its area.
func (w *theWorld) near(x *thing.Thing, at fixed.Vec) bool {
	to, half := x.At.Centre(), fixed.Vec{X: fixed.One / 2, Y: fixed.One / 2}
	if x.Shape.Form == blueprint.Area {
		return grid.TileAt(at) == x.At
	}
	if b := w.Space.Body(x.Body); b != nil {
		to, half = b.Pos, physics.HalfBox(b.Kind)
	}
	d, own := at.Sub(to), physics.HalfBox(entity.Player)
	return d.X.Abs() <= half.X+own.X+atIt && d.Y.Abs() <= half.Y+own.Y+atIt
}
