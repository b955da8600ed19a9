package script

import (
	"slices"
	"strings"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/random"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// run is what the host's functions know of the run that calls them.
type run struct {
	i       *world.State // read-only
	m       *Machines
	x       *thing.Thing
	effects []effect
	most    int // effects; 0: MaxEffects
	randoms uint64
	reads   bool // it is a Reader's
	filled  bool // the index of a Reader is as it was at the tick at
	at      game.Tick
}

// attributes are the names of the attributes of things, bodies and players.
var attributes = []string{"x", "y", "kind", "name", "owner", "here", "health", "held", "rank"}

// Host is the library of host halves: all that a script can name of the world.
var Host = star.NewLibrary(functions(), constants, star.Attributes{Names: attributes, Get: attribute})

// constants are those of all libraries.
var constants = []star.Constant{
	{Name: "SECOND", Value: value.Int(game.TicksPerSecond)},
	{Name: "MINUTE", Value: value.Int(60 * game.TicksPerSecond)},
	{Name: "DAY", Value: value.Int(game.TicksPerDay)},
}

// runOf returns the run of a call.
func runOf(c *star.Call) *run {
	if r, ok := c.Context().(*run); ok {
		if r.i == nil {
			c.Refuse("there is no world yet; validate sees the configuration and the seats alone")
		}
		return r
	}
	return &c.Context().(interface{ Reads() *Reader }).Reads().run
}

// Reader answers the questions of a script that only reads: a view half. The context of its runs has a method
// Reads that returns it. It is for one goroutine, which has the state for itself.
type Reader struct{ run }

// nearAge is for how many ticks a Reader answers near by the same index.
const nearAge = game.TicksPerSecond / 10

// Look lets the questions of the next runs be about a thing of a state, which do not change meanwhile.
func (r *Reader) Look(i *world.State, x *thing.Thing) {
	if r.m == nil {
		r.m = &Machines{}
	}
	r.i, r.x, r.reads = i, x, true
}

// Questions are the functions and attributes by which a view half asks about the world: those of the host
// half without chance, which is the same for all there.
func Questions() ([]star.Function, star.Attributes) {
	list := slices.DeleteFunc(questions(), func(f star.Function) bool { return f.Name == "chance" })
	return list, star.Attributes{Names: slices.Clone(attributes), Get: attribute}
}

// usesNear reports whether a source may ask what is near.
func usesNear(source string) bool {
	return strings.Contains(source, "near") || strings.Contains(source, "ray") || strings.Contains(source, "overlap")
}

// function makes a function of the host; see star.NewFunction.
func function(name, params string, steps int64, do func(c *star.Call, r *run) value.Value) star.Function {
	return star.NewFunction(name, params, steps, func(c *star.Call) value.Value { return do(c, runOf(c)) })
}

func functions() []star.Function {
	return slices.Concat(questions(), ownEffects(), effectsOnOthers(), senses(), moves(), holds(), keeping(), buildings(), skies())
}

// questions ask the world.
func questions() []star.Function {
	return []star.Function{
		function("now", "", 1, func(_ *star.Call, r *run) value.Value { return value.Int(int64(r.i.Clock)) }),
		function("chance", "n", 2, func(c *star.Call, r *run) value.Value {
			n := c.Int(0, 1, 1<<30)
			r.randoms++
			return value.Int(int64(random.Below(random.Hash(r.i.Gen.Seed, uint64(r.i.Clock), uint64(r.x.ID), 0x73637269<<16|r.randoms), uint32(n))))
		}),
		function("near", "kind, radius", 20, func(c *star.Call, r *run) value.Value {
			kind, radius := c.Text(0, 64), c.Number(1)
			if radius < 0 || radius > NearMost*fixed.One {
				c.Refuse("near looks at most %d tiles far; give a smaller radius", NearMost)
			}
			c.Charge(4 * (int64(radius>>fixed.Bits) + 1))
			if r.reads && (!r.filled || r.i.Clock < r.at || r.i.Clock >= r.at+nearAge) {
				r.m.near.fill(r.i) // only when a Reader is asked, and not in each tick
				r.at, r.filled = r.i.Clock, true
			}
			return c.Things(r.m.near.find(r.place(), radius, kind, r.x.ID, c.Charge))
		}),
		function("info", "thing, name", 4, func(c *star.Call, r *run) value.Value {
			name := c.Text(1, 32)
			if !slices.Contains(attributes, name) {
				c.Refuse("things have no %q; they have x, y, kind, name, owner, here, health, held and rank", name)
			}
			return attribute(c, c.Thing(0), name)
		}),
		function("friends", "a, b", 8, func(c *star.Call, r *run) value.Value { return value.Bool(r.friends(c.Thing(0), c.Thing(1))) }),
		function("tile", "x, y", 4, func(c *star.Call, r *run) value.Value {
			t := tileAt(c.Number(0), c.Number(1))
			k, ok := r.i.Land.Find(t.Region())
			if !ok {
				return value.None
			}
			tiles := &r.i.Land.Regions[k].Tiles
			if b := tiles.Block[t.Index()]; b != 0 {
				return c.String(b.String())
			}
			return c.String(tiles.Ground[t.Index()].String())
		}),
		function("prop", "key", 4, func(c *star.Call, r *run) value.Value { return r.prop(c, c.Text(0, 32)) }),
		function("count", "item", 8, func(c *star.Call, r *run) value.Value {
			_, slots := r.chest()
			kind := itemOf(c, c.Text(0, 32))
			n := 0
			for k := range slots {
				if slots[k].Kind == kind {
					n += int(slots[k].Count)
				}
			}
			return value.Int(int64(n))
		}),
	}
}

// place is the middle of the thing.
func (r *run) place() fixed.Vec {
	if b := r.i.Space.Body(r.x.Body); b != nil {
		return b.Pos
	}
	return r.x.At.Centre()
}

// prop returns the value that the thing has for a property.
func (r *run) prop(c *star.Call, key string) value.Value {
	e := r.i.Blueprints.Find(r.x.Of)
	p := e.Prop(key)
	if p == nil {
		c.Refuse("the blueprint has no property %q; declare it in blueprint.toml", key)
	}
	switch v := r.x.Value(p); p.Field {
	case blueprint.Toggle:
		return value.Bool(v.Number != 0)
	case blueprint.Number, blueprint.Range, blueprint.Colour:
		return value.Number(v.Number)
	default:
		return c.String(v.Text)
	}
}

// friends reports whether two players are friends: the same one, or friends of the claim on which the thing
// is when one of them has it.
func (r *run) friends(a, b uint64) bool {
	if a == b {
		return true
	}
	c := r.i.Claims.At(r.i.ThingPlace(r.x))
	if c == nil {
		return false
	}
	is := func(id uint64) bool {
		if PlayerID(c.Owner) == id {
			return true
		}
		return slices.ContainsFunc(c.Friends, func(f game.PlayerID) bool { return PlayerID(f) == id })
	}
	return is(a) && is(b)
}

// player returns the player of a handle that is in the world.
func player(i *world.State, id uint64) *entity.PlayerState {
	for k := range i.Roster.Here {
		if p := &i.Roster.Here[k]; PlayerID(p.Key) == id {
			return p
		}
	}
	return nil
}

// attribute returns an attribute of a thing, a body or a player; None if there is none.
func attribute(c *star.Call, id uint64, name string) value.Value {
	r := runOf(c)
	if p := player(r.i, id); p != nil {
		return r.ofPlayer(c, p, name)
	}
	x := r.i.Things.Find(game.EntityID(id))
	b := r.i.Space.Body(game.EntityID(id))
	if x == nil && b == nil {
		if name == "here" {
			return value.Bool(false)
		}
		return value.None
	}
	var at fixed.Vec
	if b != nil {
		at = b.Pos
	} else {
		at = x.At.Centre()
	}
	switch name {
	case "x":
		return value.Number(at.X)
	case "y":
		return value.Number(at.Y)
	case "here":
		return value.Bool(true)
	case "kind":
		if x != nil {
			return value.String("thing")
		}
		return c.String(b.Kind.String())
	case "name":
		if x != nil {
			if e := r.i.Blueprints.Find(x.Of); e != nil {
				return c.String(e.Title)
			}
		}
	case "owner":
		if x != nil {
			return value.Thing(PlayerID(x.Owner))
		}
	}
	return value.None
}

func (r *run) ofPlayer(c *star.Call, p *entity.PlayerState, name string) value.Value {
	b := r.i.Space.Body(p.Body)
	switch name {
	case "name":
		return c.String(p.Name.String())
	case "kind":
		return value.String("player")
	case "owner":
		return value.Thing(PlayerID(p.Key))
	case "here":
		return value.Bool(b != nil && b.Flags&entity.Asleep == 0)
	case "health":
		return value.Int(int64(p.Health))
	case "rank":
		return c.String(r.i.Rank(p).String())
	case "held":
		if s := p.Inventory[p.Slot]; s.Count > 0 {
			return c.String(s.Kind.String())
		}
		return value.None
	}
	if b == nil {
		return value.None
	}
	if name == "x" {
		return value.Number(b.Pos.X)
	}
	return value.Number(b.Pos.Y)
}

// itemOf returns the kind of an item by its name.
func itemOf(c *star.Call, name string) item.Kind {
	k := item.Named(name)
	if k == item.None {
		c.Refuse("nothing is called %q; write the name of an item as the bag shows it, in lower case", name)
	}
	return k
}

// chest returns the chest beside the thing: north, east, south or west of it, in this order.
func (r *run) chest() (at grid.Tile, slots []item.Stack) { return chestBeside(r.i, r.x) }

func chestBeside(i *world.State, x *thing.Thing) (at grid.Tile, slots []item.Stack) {
	for _, d := range [...][2]int32{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
		at = i.ThingPlace(x).Add(d[0], d[1])
		if s := i.Chests.Slots(at); s != nil {
			return at, s[:]
		}
	}
	return at, nil
}
