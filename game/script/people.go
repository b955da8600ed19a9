package script

import (
	"slices"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

// Emotes are the emotes in the order of their numbers, from 1 on.
var Emotes = []string{"wave", "heart", "laugh", "cry", "angry", "wow", "sleepy", "yes"}

// usualFreeze is how long freeze holds a player if nothing is said, leastPace the least part of its speed to
// which snare slows one.
const (
	usualFreeze         = 2 * game.TicksPerSecond
	leastPace   fixed.Q = fixed.One / 8
)

// holds are effects that keep a player from moving as it likes, and gestures.
func holds() []star.Function {
	return []star.Function{
		function("freeze", "who, [ticks]", 12, func(c *star.Call, r *run) value.Value {
			n := int64(usualFreeze)
			if c.Has(1) {
				n = c.Int(1, 1, act.HeldMost)
			}
			return r.add(c, effect{kind: freeze, who: c.Thing(0), n: n})
		}),
		function("snare", "who, ticks, part", 12, func(c *star.Call, r *run) value.Value {
			part := c.Number(2)
			if part < leastPace || part > fixed.One {
				c.Refuse("a snare leaves a part of the speed from 0.125 to 1; use freeze to hold somebody")
			}
			return r.add(c, effect{kind: snare, who: c.Thing(0), n: c.Int(1, 1, act.HeldMost), to: fixed.Vec{X: part}})
		}),
		function("thaw", "who", 12, func(c *star.Call, r *run) value.Value { return r.add(c, effect{kind: thaw, who: c.Thing(0)}) }),
		function("emote", "who, name", 12, func(c *star.Call, r *run) value.Value {
			n := slices.Index(Emotes, c.Text(1, 16))
			if n < 0 {
				c.Refuse("there is no such emote; the emotes are %v", Emotes)
			}
			return r.add(c, effect{kind: emote, who: c.Thing(0), n: int64(n) + 1})
		}),
	}
}

// hold lets one of these take effect.
func (g *merger) hold(e *effect, p *entity.PlayerState, b *entity.Body) event.Reason {
	switch e.kind {
	case freeze:
		return act.Restrain(g.i, p, act.Held, int(e.n), 0)
	case snare:
		return act.Restrain(g.i, p, act.Snared, int(e.n), e.to.X.S())
	case thaw:
		return act.Thaw(g.i, p)
	}
	return act.Emote(g.i, p, b, uint8(e.n))
}
