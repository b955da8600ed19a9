package script

import (
	"strings"
	"unicode/utf8"

	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
)

// kind is a kind of effect. Its word is what on_refused is told.
type kind uint8

const (
	say kind = iota
	show
	light
	frame
	openMe
	sound
	after
	cancel
	publish
	send
	push
	shove
	teleport
	heal
	hurt
	freeze
	give
	take
	menu
	travel
	inform // tell in the words of scripts
	glide
	snare
	thaw
	emote
	keep
	build
	dig
	spawn // the kinds of a match's scripts
	remove
	set
	outfit
	fill
	enter
	finish
	gather
	pen
	fear
	kindCount
)

var kindNames = [kindCount]string{"say", "show", "light", "frame", "open_me", "sound", "after", "cancel", "publish", "send", "push",
	"shove", "teleport", "heal", "hurt", "freeze", "give", "take", "menu", "travel", "tell", "glide",
	"snare", "thaw", "emote", "store", "build", "dig", "spawn", "remove", "place", "outfit", "fill", "state", "finish", "flock", "pen", "fear"}

// effect is a change that a run asks for.
type effect struct {
	kind  kind
	n     int64
	to    fixed.Vec
	who   uint64 // a player or a thing
	item  item.Kind
	text  string
	value []byte
}

// add adds an effect of a run.
func (r *run) add(c *star.Call, e effect) value.Value {
	most := MaxEffects
	if r.most > 0 {
		most = r.most
	}
	if len(r.effects) >= most {
		c.Refuse("a handler has at most %d effects; do the rest in a later event", most)
	}
	c.Alloc(64 + int64(len(e.text)+len(e.value)))
	r.effects = append(r.effects, e)
	return value.None
}

// words returns a text that people read.
func words(c *star.Call, n, most int) string {
	s := c.Text(n, most)
	if !blueprint.IsText(s, most, false) || !utf8.ValidString(s) {
		c.Refuse("the text must be one line of plain characters; take out line feeds and control characters")
	}
	return s
}

// ownEffects change the thing itself.
func ownEffects() []star.Function {
	text := func(k kind, most int) func(c *star.Call, r *run) value.Value {
		return func(c *star.Call, r *run) value.Value { return r.add(c, effect{kind: k, text: words(c, 0, most)}) }
	}
	return []star.Function{
		function("say", "text", 8, text(say, MaxText)),
		function("show", "text", 8, text(show, blueprint.MaxLabel)),
		function("sound", "name", 8, text(sound, 32)),
		function("light", "level", 8, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: light, n: min(max(int64(c.Number(0)>>fixed.Bits), 0), 15)})
		}),
		function("frame", "number", 8, func(c *star.Call, r *run) value.Value { return r.add(c, effect{kind: frame, n: c.Int(0, 0, 255)}) }),
		function("open_me", "open", 8, func(c *star.Call, r *run) value.Value {
			n := int64(0)
			if c.Truth(0) {
				n = 1
			}
			return r.add(c, effect{kind: openMe, n: n})
		}),
		function("after", "ticks, name", 8, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: after, n: max(int64(c.Number(0)>>fixed.Bits), 1), text: words(c, 1, thing.MaxName)})
		}),
		function("cancel", "name", 8, text(cancel, thing.MaxName)),
		function("publish", "channel, value", 16, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: publish, text: words(c, 0, thing.MaxName), value: c.Bytes(1, thing.MaxValue)})
		}),
		function("send", "thing, channel, value", 16, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: send, who: c.Thing(0), text: words(c, 1, thing.MaxName), value: c.Bytes(2, thing.MaxValue)})
		}),
		function("tell", "channel, value, [who]", 16, func(c *star.Call, r *run) value.Value { return r.inform(c) }),
		function("push", "dx, dy", 8, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: push, to: speed(c, 0)})
		}),
	}
}

// MaxTells is the most tells of a run: view halves show what a thing is, and need no film of it.
const MaxTells = 8

// inform tells the view halves something: those of all that see the thing, or that of one player.
func (r *run) inform(c *star.Call) value.Value {
	e := effect{kind: inform, text: words(c, 0, thing.MaxName), value: c.Bytes(1, thing.MaxValue)}
	if c.Has(2) && !c.Arg(2).IsNone() {
		e.who = c.Thing(2)
	}
	n := 0
	for k := range r.effects {
		n += one(r.effects[k].kind == inform)
	}
	if n >= MaxTells {
		c.Refuse("a handler tells at most %d things; tell a list, or the rest in a later event", MaxTells)
	}
	return r.add(c, e)
}

// maxSpeed bounds pushes, in tiles per second.
const maxSpeed fixed.Q = 12 * fixed.One

func speed(c *star.Call, n int) fixed.Vec {
	return fixed.Vec{X: min(max(c.Number(n), -maxSpeed), maxSpeed), Y: min(max(c.Number(n+1), -maxSpeed), maxSpeed)}
}

// effectsOnOthers change players; what the thing's owner may not do is refused.
func effectsOnOthers() []star.Function {
	count := func(k kind) func(c *star.Call, r *run) value.Value {
		return func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: k, who: c.Thing(0), n: c.Int(1, 1, 100)})
		}
	}
	goods := func(k kind) func(c *star.Call, r *run) value.Value {
		return func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: k, who: c.Thing(0), item: itemOf(c, c.Text(1, 32)), n: c.Int(2, 1, 99)})
		}
	}
	return []star.Function{
		function("shove", "who, dx, dy", 12, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: shove, who: c.Thing(0), to: speed(c, 1)})
		}),
		function("heal", "who, n", 12, count(heal)),
		function("hurt", "who, n", 12, count(hurt)),
		function("give", "who, item, n", 12, goods(give)),
		function("take", "who, item, n", 12, goods(take)),
		function("menu", "who, title, options", 16, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: menu, who: c.Thing(0), text: words(c, 1, MaxText) + options(c)})
		}),
		function("travel", "who, world", 12, func(c *star.Call, r *run) value.Value {
			return r.add(c, effect{kind: travel, who: c.Thing(0), text: words(c, 1, MaxWorld)})
		}),
	}
}

// MaxOptions is the most options of a menu, MaxOption the most bytes of one.
const MaxOptions, MaxOption = 6, 40

// options returns the options of a menu, each with a line feed before it.
func options(c *star.Call) string {
	var s strings.Builder
	if c.Arg(2).Kind() != value.KindList {
		c.Refuse("the options of a menu are a list of texts")
	}
	it := value.Visit(c.Meter(), c.Arg(2))
	for n := 0; ; n++ {
		v, more := it.Next()
		if !more {
			break
		}
		t, ok := v.AsText()
		if n >= MaxOptions || !ok || t == "" || !blueprint.IsText(t, MaxOption, false) {
			c.Refuse("a menu has at most %d options, each a text of at most %d bytes", MaxOptions, MaxOption)
		}
		s.WriteString("\n" + t)
	}
	it.End()
	return s.String()
}

// tileAt returns the tile of a place, in tiles; one that is far out of the world is none of its tiles.
func tileAt(x, y fixed.Q) grid.Tile {
	const most = 1 << 24 * fixed.One
	return grid.TileAt(fixed.Vec{X: min(max(x, -most), most), Y: min(max(y, -most), most)})
}
