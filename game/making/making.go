// Package making is what players do with the things of makers: they place, move and take them away, set their
// properties, let them be of another blueprint, and ask their scripts. The table of things is package thing;
// package living keeps things, tiles and bodies together.
//
// A thing comes with the children that its blueprint names (those of children do not come), and they go with
// it. All of them stand in one region. A child of a ball or box is one, too, and is a part of it: see
// living.Follow.
package making

import (
	"strconv"
	"strings"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// askReach is how far from a thing its properties are set and its script is asked, in tiles.
const askReach = 8 * fixed.One

// MaxAsk is the most bytes of what a view half asks.
const MaxAsk = 180

// Do executes one of the commands about things.
func Do(i *world.State, p *entity.PlayerState, b *entity.Body, c *command.Command) event.Reason {
	switch c.Kind {
	case command.Put:
		return Put(i, p, b, blueprint.ID(c.Entity), c.Tile)
	case command.PutAway:
		return PutAway(i, p, b, c.Entity)
	case command.Adjust:
		return Adjust(i, p, b, c.Entity, c.Text)
	case command.Relink:
		return Relink(i, p, b, c.Entity, c.Text)
	case command.Shift:
		return Shift(i, p, b, c.Entity, c.Tile)
	}
	return Ask(i, p, b, c.Entity, c.Text)
}

// piece is a thing to be placed.
type piece struct {
	of *blueprint.Entry
	at grid.Tile
}

// pieces returns what is to be placed for a thing, the thing itself first.
func pieces(i *world.State, of blueprint.ID, t grid.Tile) (list []piece, why event.Reason) {
	e := i.Blueprints.Find(of)
	switch {
	case e == nil:
		return nil, event.NoBlueprint
	case e.Has(blueprint.Withdrawn):
		return nil, event.Withdrawn
	case e.Shape.Form == blueprint.Land:
		return nil, event.WrongItem
	}
	list = append(list, piece{e, t})
	for _, c := range e.Childs {
		p := piece{i.Blueprints.Find(c.Of), t.Add(int32(c.X), int32(c.Y))}
		switch {
		case p.of == nil:
			return nil, event.NoBlueprint
		case p.of.Has(blueprint.Withdrawn):
			return nil, event.Withdrawn
		case p.of.Shape.Form == blueprint.Land:
			return nil, event.WrongItem
		case p.at.Region() != t.Region():
			return nil, event.TooFar
		case world.BodyOf(e.Shape.Form) != entity.NoKind && world.BodyOf(p.of.Shape.Form) == entity.NoKind:
			return nil, event.WrongItem // it could not follow
		}
		list = append(list, p)
	}
	return list, event.NoReason
}

// Fits says why a player cannot place a thing of a blueprint on a tile, if there is a reason. The window asks
// it, too.
func Fits(i *world.State, p *entity.PlayerState, b *entity.Body, of blueprint.ID, t grid.Tile) event.Reason {
	_, why := fits(i, p, b, of, t)
	return why
}

func fits(i *world.State, p *entity.PlayerState, b *entity.Body, of blueprint.ID, t grid.Tile) ([]piece, event.Reason) {
	if i.Land.Active(t.Region()) == nil || !living.Within(b, t) {
		return nil, event.TooFar
	}
	if b.Flags&entity.Carrying != 0 {
		return nil, event.HandsFull
	}
	list, why := pieces(i, of, t)
	if why != event.NoReason {
		return nil, why
	}
	for n := range list {
		if why := fitsPiece(i, p, &list[n], list[:n]); why != event.NoReason {
			return nil, why
		}
	}
	most := thing.MaxOf
	if i.Rank(p) >= rights.Keeper {
		most = thing.MaxOfKeeper
	}
	if len(i.ThingsIn(t.Region()))+len(list) > thing.MaxIn || !i.Space.Room(t.Region(), len(list)) || ThingsOf(i, p.Key)+len(list) > most {
		return nil, event.NoRoom
	}
	return list, event.NoReason
}

// fitsPiece says why a piece cannot stand where it should, beside those before it.
func fitsPiece(i *world.State, p *entity.PlayerState, x *piece, before []piece) event.Reason {
	s := &x.of.Shape
	for dy := range max(s.Height, 1) {
		for dx := range max(s.Width, 1) {
			if why := act.Permitted(i, p, rights.Build, x.at.Add(int32(dx), int32(dy))); why != event.NoReason {
				return why
			}
		}
	}
	for k := range before {
		o := &before[k]
		if o.at == x.at && (o.of.Shape.Form == blueprint.Area) == (s.Form == blueprint.Area) {
			return event.Blocked
		}
	}
	switch s.Form {
	case blueprint.Block:
		return living.FreeForGadget(i, x.at)
	case blueprint.Area:
		if i.Things.Area(x.at) != nil {
			return event.Blocked
		}
		return event.NoReason
	}
	return act.FitsBody(i, x.at, world.BodyOf(s.Form))
}

// Put places a thing of a blueprint on a tile.
func Put(i *world.State, p *entity.PlayerState, b *entity.Body, of blueprint.ID, t grid.Tile) event.Reason {
	list, why := fits(i, p, b, of, t)
	if why != event.NoReason {
		return why
	}
	parent := game.EntityID(0)
	for n := range list {
		id := i.NewThingID(act.KeyHash(p.Key), p.LastSeq, uint64(n))
		place(i, p, &list[n], id, parent, list[0].at)
		if n == 0 {
			parent = id
		}
	}
	living.Act(i, p, entity.Placing)
	return event.NoReason
}

// place makes one thing.
func place(i *world.State, p *entity.PlayerState, at *piece, id, parent game.EntityID, from grid.Tile) {
	x := living.Fresh(&thing.Thing{ID: id, At: at.at, Parent: parent, Owner: p.Key}, at.of)
	if k := world.BodyOf(x.Shape.Form); k != entity.NoKind {
		x.Body, x.At = id, grid.Tile{}
		flags := entity.Flags(0)
		if i.Space.Body(parent) != nil {
			x.Off = thing.Offset{X: int8(at.at.X - from.X), Y: int8(at.at.Y - from.Y)}
			flags = entity.Mounted | entity.Resting
		}
		body := entity.Body{ID: id, Flags: flags, Kind: k, Pos: at.at.Centre(), Born: i.Clock, Stuff: entity.StuffOf(x.Shape.Mass, x.Shape.Bounce), Make: x.Shape.Make}
		i.Space.Insert(body)
		living.NoteBody(i, diary.SetDown, &body)
	}
	living.SetThing(i, x)
	i.Happened = append(i.Happened, event.Event{Kind: event.ThingPut, Tick: i.Clock, Seat: p.Seat, Pos: at.at.Centre(), Tile: at.at,
		Entity: id, A: int32(x.Shape.Form), Text: at.of.Name()})
	living.QueueEvent(i, id, thing.Event{Kind: thing.OnBorn, Who: p.Key})
}

// PutAway takes a thing away, with its children. A child goes with its parent.
func PutAway(i *world.State, p *entity.PlayerState, b *entity.Body, id game.EntityID) event.Reason {
	x := i.Things.Find(id)
	switch {
	case x == nil:
		return event.NothingThere
	case !living.Within(b, i.ThingPlace(x)):
		return event.TooFar
	}
	if parent := i.Things.Find(x.Parent); parent != nil {
		x = parent
		if why := act.Permitted(i, p, rights.Build, i.ThingPlace(x)); why != event.NoReason {
			return why
		}
	}
	if why := act.MayMove(i, p, x); why != event.NoReason {
		return why
	}
	living.RemoveThing(i, x)
	living.Act(i, p, entity.Using)
	return event.NoReason
}

// Text returns the text of the command Adjust that sets a property: key, "=", and the value; a number in
// units of 1/65536. ok is false if it is too long.
func Text(p *blueprint.Prop, v blueprint.Value, most int) (text string, ok bool) {
	text = p.Key + "=" + v.Text
	switch p.Field {
	case blueprint.Number, blueprint.Range, blueprint.Toggle, blueprint.Colour:
		text = p.Key + "=" + strconv.FormatInt(int64(v.Number), 10)
	}
	return text, len(text) <= most
}

// Value reads what Text returned, for the properties of a blueprint. It returns nil for a property that there
// is not or a value that does not fit it.
func Value(b *blueprint.Blueprint, text string) (p *blueprint.Prop, v blueprint.Value) {
	key, value, ok := strings.Cut(text, "=")
	if p = b.Prop(key); p == nil || !ok {
		return nil, v
	}
	switch p.Field {
	case blueprint.Number, blueprint.Range, blueprint.Toggle, blueprint.Colour:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != value {
			return nil, v
		}
		v.Number = fixed.Q(n)
	default:
		v.Text = value
	}
	if !p.Fits(v) {
		return nil, v
	}
	return p, v
}

// MayAdjust says why a player may not set the properties of a thing, if there is a reason: its owner,
// keepers, and the owner and friends of the claim on which it is may, and nobody may where the blueprint is
// frozen.
func MayAdjust(i *world.State, p *entity.PlayerState, x *thing.Thing) event.Reason {
	e := i.Blueprints.Find(x.Of)
	switch {
	case e == nil:
		return event.NoBlueprint
	case e.Has(blueprint.Frozen):
		return event.NotAllowed
	case p.Key == x.Owner || i.Rank(p) >= rights.Keeper || ours(i.Claims.At(i.ThingPlace(x)), p):
		return event.NoReason
	}
	return event.NotAllowed
}

// ours reports whether a claim is a player's or a friend's.
func ours(c *claim.Claim, p *entity.PlayerState) bool {
	return c != nil && (c.Owner == p.Key || c.Befriended(p.Key))
}

// Adjust sets a property of a thing, by the words of Text. A button is pressed.
func Adjust(i *world.State, p *entity.PlayerState, b *entity.Body, id game.EntityID, text string) event.Reason {
	x, why := reached(i, b, id)
	if why == event.NoReason {
		why = MayAdjust(i, p, x)
	}
	if why != event.NoReason {
		return why
	}
	prop, v := Value(i.Blueprints.Find(x.Of).Blueprint, text)
	if prop == nil {
		return event.BadText
	}
	if prop.Field != blueprint.Button {
		i.Things.Change(id, func(x *thing.Thing) { x.Set(prop, v) })
	}
	told(i, p, x)
	living.QueueEvent(i, id, thing.Event{Kind: thing.OnProp, Who: p.Key, Name: prop.Key})
	return event.NoReason
}

// told tells that a thing was changed by a player.
func told(i *world.State, p *entity.PlayerState, x *thing.Thing) {
	at := i.ThingPlace(x)
	i.Happened = append(i.Happened, event.Event{Kind: event.ThingChanged, Tick: i.Clock, Seat: p.Seat, Pos: at.Centre(), Tile: at,
		Entity: x.ID, A: int32(x.Shape.Form)})
}

// reached returns the thing of an ID that is near enough to be spoken to.
func reached(i *world.State, b *entity.Body, id game.EntityID) (*thing.Thing, event.Reason) {
	x := i.Things.Find(id)
	switch {
	case x == nil:
		return nil, event.NothingThere
	case id != thing.Referee && !i.ThingPlace(x).Centre().Sub(b.Pos).Near(askReach):
		return nil, event.TooFar
	}
	return x, event.NoReason
}

// Named returns the text by which the command Relink names a blueprint.
func Named(of blueprint.ID) string { return strconv.FormatUint(uint64(of), 16) }

// MayRelink says why a player may not let a thing be of another blueprint, if there is a reason: scripts act
// with the rights of the owner, so only the owner and keepers give a thing another one.
func MayRelink(i *world.State, p *entity.PlayerState, x *thing.Thing) event.Reason {
	if p.Key != x.Owner && i.Rank(p) < rights.Keeper {
		return event.NotAllowed
	}
	return event.NoReason
}

// Relink lets a thing be one of another blueprint, whose form must be the same: so a copy of a blueprint that
// is changed on its own gets the thing that it was made for. Settings that fit are kept, and so is the state.
func Relink(i *world.State, p *entity.PlayerState, b *entity.Body, id game.EntityID, text string) event.Reason {
	x, why := reached(i, b, id)
	if why == event.NoReason {
		why = MayRelink(i, p, x)
	}
	if why != event.NoReason {
		return why
	}
	n, err := strconv.ParseUint(text, 16, 64)
	e := i.Blueprints.Find(blueprint.ID(n))
	switch {
	case err != nil || e == nil || Named(e.ID) != text:
		return event.NoBlueprint
	case e.Has(blueprint.Withdrawn):
		return event.Withdrawn
	case e.Shape.Form != x.Shape.Form || e.Shape.Form == blueprint.Land:
		return event.WrongItem
	case e.ID == x.Of:
		return event.NoReason
	}
	i.Things.Change(id, func(x *thing.Thing) { x.Of, x.Made = e.ID, 0 })
	living.Rebuild(i, i.Things.Find(id))
	return event.NoReason
}

// Ask lets the view half of a player's machine ask the script of a thing.
func Ask(i *world.State, p *entity.PlayerState, b *entity.Body, id game.EntityID, text string) event.Reason {
	x, why := reached(i, b, id)
	switch {
	case why != event.NoReason:
		return why
	case len(text) > MaxAsk || text == "":
		return event.BadText
	case !living.Scripted(i, x):
		if x.Health.Stopped {
			return event.Faulty
		}
		return event.NothingThere
	}
	living.QueueEvent(i, id, thing.Event{Kind: thing.OnAsk, Who: p.Key, Value: []byte(text)})
	return event.NoReason
}

// ThingsOf counts the things of an owner on the island, asleep or awake.
func ThingsOf(i *world.State, owner game.PlayerID) int {
	n := i.Things.Of(owner)
	for k := range i.Dormant.List {
		for _, t := range i.Dormant.List[k].Owners {
			if t.Owner == owner {
				n += t.N
			}
		}
	}
	return n
}
