package living

import (
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/physics"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Things, their tiles and their bodies are kept together here. Commands are in package making.

// SetThing puts a thing, new or changed, into the table, and lets its tile show how it is. A block that
// becomes solid where a body stands stays open: opened reports that.
func SetThing(i *world.State, x *thing.Thing) (opened bool) {
	return setThing(i, x, i.Things.Put)
}

// ReplaceThing is SetThing for a sealed thing whose slot is known.
func ReplaceThing(i *world.State, at thing.Slot, s thing.Sealed) (opened bool) {
	return setThing(i, s.Thing(), func(x *thing.Thing) {
		if x != s.Thing() || !i.Things.Replace(at, s) {
			i.Things.Put(x)
		}
	})
}

func setThing(i *world.State, x *thing.Thing, put func(*thing.Thing)) (opened bool) {
	if x.Shape.Form != blueprint.Block {
		put(x)
		return false
	}
	ground, block, state, ok := i.Land.TileAt(x.At)
	if !ok {
		return false
	}
	shut := block != tile.Gadget || state&tile.StateBit0 != 0
	if shut && !x.Passable() && Occupied(i, x.At, true) {
		next := *x
		next.Open, opened = true, true
		x = &next
	}
	put(x)
	if want := world.ThingState(x); block != tile.Gadget || state != want {
		SetTile(i, x.At, ground, tile.Gadget, want)
	}
	return opened
}

// RemoveThing takes a thing away, with its tile or body and with the things whose parent it is.
func RemoveThing(i *world.State, x *thing.Thing) {
	takeThing(i, x)
	if x.Shape.Form != blueprint.Block {
		return
	}
	if ground, block, _, ok := i.Land.TileAt(x.At); ok && block == tile.Gadget {
		SetTile(i, x.At, ground, tile.NoBlock, 0)
	}
}

// takeThing takes a thing out of the table, with its body and its children, and tells its parent.
func takeThing(i *world.State, x *thing.Thing) {
	at := i.ThingPlace(x)
	i.Things.Remove(x)
	if b := i.Space.Body(x.Body); b != nil {
		if carrier := i.Space.Body(b.Other); carrier != nil && b.Flags&entity.Carried != 0 {
			Release(i, carrier)
			b = i.Space.Body(x.Body)
		}
		NoteBody(i, diary.PutAway, b)
		i.RemoveBody(x.Body)
	}
	i.Happened = append(i.Happened, event.Event{Kind: event.ThingGone, Tick: i.Clock, Pos: at.Centre(), Tile: at, Entity: x.ID, A: int32(x.Shape.Form)})
	for _, c := range i.Things.Children(x.ID) {
		RemoveThing(i, c)
	}
	if x.Parent != 0 {
		QueueEvent(i, x.Parent, thing.Event{Kind: thing.OnGone, By: x.ID})
	}
}

// NoteBody notes that a body that can be an item, or that is a maker's thing, was set down or put away where
// it lies.
func NoteBody(i *world.State, k diary.Kind, b *entity.Body) {
	if t := grid.TileAt(b.Pos); (b.Kind.Item() != item.None || b.Kind.Made()) && i.Land.Active(t.Region()) != nil {
		i.NoteChange(t, diary.Entry{Kind: k, Thing: b.Kind, Body: b.ID})
	}
}

// loseGadget takes away the thing on a tile whose block has become another.
func loseGadget(i *world.State, t grid.Tile) {
	if x := i.Things.Block(t); x != nil {
		takeThing(i, x)
	}
}

// Scripted reports whether a thing has a script that runs.
func Scripted(i *world.State, x *thing.Thing) bool {
	b := i.Blueprints.Find(x.Of)
	return b != nil && b.Host != "" && !b.Has(blueprint.Disabled) && !x.Health.Stopped
}

// QueueEvent lets an event wait for the script of a thing, if it has one that runs. The tick is filled in.
func QueueEvent(i *world.State, id game.EntityID, e thing.Event) {
	x := i.Things.Find(id)
	if x == nil || !Scripted(i, x) {
		return
	}
	e.Tick = i.Clock
	i.Things.Change(id, func(x *thing.Thing) { x.Queue(e) })
}

// Rebuild makes a thing anew by the version of its blueprint that holds: its shape and flags, its label and
// light. Settings that the version does not have are dropped, and faults are forgotten. The thing goes if the
// version says that it is unsaved (unless it was unlinked: Made is 0), or if its form needs a place that is
// not free. A thing that would take in land on which its owner may not build, or a body that would have no
// room, keeps its shape instead, and its script is stopped (thing.Fault of kind Unshaped) until the next
// version. It does nothing for a thing that was made by that version, and little when the blueprint was
// withdrawn.
func Rebuild(i *world.State, x *thing.Thing) {
	b := i.Blueprints.Find(x.Of)
	if b == nil || blueprint.MarkOf(b.Hash) == x.Made {
		return
	}
	if b.Has(blueprint.Withdrawn) { // what is there stays as it is
		i.Things.Change(x.ID, func(x *thing.Thing) { x.Made = blueprint.MarkOf(b.Hash) })
		return
	}
	if b.Has(blueprint.Unsaved) && x.Made != 0 || b.Shape.Form != x.Shape.Form && mayTake(i, x, &b.Shape) && !canBecome(i, x, b.Shape.Form) {
		RemoveThing(i, x)
		return
	}
	next := Fresh(x, b)
	if !mayTake(i, x, &b.Shape) || !bodyFits(i, x, b.Shape.Form) {
		next.Shape = x.Shape
		next.Health = thing.Health{Stopped: true, Since: i.Clock, Last: thing.Fault{Kind: thing.Unshaped, Tick: i.Clock}}
		next.Inbox, next.Timers = nil, nil
	}
	next.Settings = slices.DeleteFunc(slices.Clone(x.Settings), func(s blueprint.Setting) bool {
		p := b.Prop(s.Key)
		return p == nil || !p.Fits(s.Value) || s.Value == p.Default
	})
	if x.Shape.Form != next.Shape.Form { // between block and area, or between ball and box
		i.Things.Remove(x)
		if x.Shape.Form == blueprint.Block {
			ground, _, _, _ := i.Land.TileAt(x.At)
			SetTile(i, x.At, ground, tile.NoBlock, 0)
		}
	}
	if body := i.Space.Body(x.Body); body != nil {
		body.Kind, body.Stuff, body.Make = world.BodyOf(next.Shape.Form), entity.StuffOf(next.Shape.Mass, next.Shape.Bounce), next.Shape.Make
		i.Space.Rebuild()
	}
	SetThing(i, next)
	at := i.ThingPlace(next)
	i.Happened = append(i.Happened, event.Event{Kind: event.ThingChanged, Tick: i.Clock, Pos: at.Centre(), Tile: at, Entity: x.ID, A: int32(next.Shape.Form)})
}

// mayTake reports whether the owner of a thing may build on all tiles that the thing would have with a shape
// and does not have yet.
func mayTake(i *world.State, x *thing.Thing, s *blueprint.Shape) bool {
	if !x.Static() || s.Form != blueprint.Block && s.Form != blueprint.Area {
		return true
	}
	rank := i.Code.Rank(x.Owner)
	for dy := range int32(max(s.Height, 1)) {
		for dx := range int32(max(s.Width, 1)) {
			t := x.At.Add(dx, dy)
			// an area that becomes a block takes its tile in earnest
			if x.Contains(t) && x.Shape.Form == s.Form {
				continue
			}
			if May(i, rank, x.Owner, rights.Build, t) != event.NoReason {
				return false
			}
		}
	}
	return true
}

// bodyFits reports whether a body thing has room for another form: no tile is in its way, and no player.
func bodyFits(i *world.State, x *thing.Thing, f blueprint.Form) bool {
	b, kind := i.Space.Body(x.Body), world.BodyOf(f)
	if b == nil || kind == entity.NoKind || kind == b.Kind || b.Flags&entity.Carried != 0 {
		return true
	}
	if !physics.Free(&i.Land, kind, b.Pos) && physics.Free(&i.Land, b.Kind, b.Pos) {
		return false
	}
	half, own := physics.HalfBox(kind), physics.HalfBox(entity.Player)
	for _, k := range i.Space.Around(b.Pos, 2*fixed.One) {
		o := &i.Space.Bodies()[k]
		if d := o.Pos.Sub(b.Pos); o.Kind == entity.Player && d.X.Abs() < half.X+own.X && d.Y.Abs() < half.Y+own.Y {
			return false
		}
	}
	return true
}

// Fresh returns a copy of a thing as a version makes it.
func Fresh(x *thing.Thing, b *blueprint.Entry) *thing.Thing {
	next := *x
	next.Of, next.Made, next.Shape, next.Locked = b.ID, blueprint.MarkOf(b.Hash), b.Shape, b.Has(blueprint.Locked)
	next.Label, next.Light, next.Frame, next.Health = b.Label, b.Light, 0, thing.Health{}
	return &next
}

// canBecome reports whether a thing can have another form.
func canBecome(i *world.State, x *thing.Thing, f blueprint.Form) bool {
	switch {
	case !x.Static():
		return f == blueprint.Ball || f == blueprint.Box
	case f == blueprint.Area:
		return i.Things.Area(x.At) == nil
	case f == blueprint.Block:
		return FreeForGadget(i, x.At) == event.NoReason
	}
	return false
}

// FreeForGadget says why no block thing can stand on a tile, if there is a reason.
func FreeForGadget(i *world.State, t grid.Tile) event.Reason {
	ground, block, _, ok := i.Land.TileAt(t)
	switch {
	case !ok:
		return event.TooFar
	case block != tile.NoBlock && !block.Info().Soft, Occupied(i, t, false):
		return event.Blocked
	case ground.Info().Liquid || ground == tile.Pit:
		return event.WrongItem
	}
	return event.NoReason
}

// RebuildIn rebuilds the things of a region that were made by another version than the one that holds.
func RebuildIn(i *world.State, at grid.Region) { rebuild(i, i.ThingsIn(at)) }

// RebuildAll rebuilds all such things of the active regions.
func RebuildAll(i *world.State) { rebuild(i, i.Things.List()) }

func rebuild(i *world.State, list []*thing.Thing) {
	for _, x := range list {
		if i.Things.Find(x.ID) == x { // it has not gone with its parent
			Rebuild(i, x)
		}
	}
}

// ThingNear returns the body thing of lowest ID whose middle lies on a tile, nil if there is none.
func ThingNear(i *world.State, t grid.Tile) *thing.Thing {
	for _, k := range i.Space.Around(t.Centre(), fixed.One/2) {
		if b := &i.Space.Bodies()[k]; b.Kind.Made() && grid.TileAt(b.Pos) == t {
			return i.Things.OfBody(b.ID)
		}
	}
	return nil
}
