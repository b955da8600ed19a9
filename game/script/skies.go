package script

import (
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/weather"
)

// skies ask what is overhead.
func skies() []star.Function {
	return []star.Function{
		function("weather", "x, y", 20, func(c *star.Call, r *run) value.Value {
			w := weather.At(r.i.Gen.Seed, r.i.Clock, tileAt(c.Number(0), c.Number(1)))
			d := value.NewDict(c.Meter())
			part := func(name string, n int64) {
				d.Put(c.Meter(), value.String(name), value.Number(fixed.Q(n)<<fixed.Bits/weather.Full))
			}
			part("rain", int64(w.Rain))
			part("storm", int64(w.Storm))
			part("fog", int64(w.Fog))
			part("wind", int64(w.Wind))
			return value.Of(d)
		}),
		function("daylight", "", 4, func(_ *star.Call, r *run) value.Value { return value.Number(daylight(r.i.Clock)) }),
	}
}

// daylight returns how light it is: 1 by day, 0 by night, and between them in the hour from five to six in
// the morning and in that from seven to eight in the evening. A world begins at eight in the morning.
func daylight(now game.Tick) fixed.Q {
	const hour = game.TicksPerDay / 24
	t := int64((now + game.TicksPerDay/3) % game.TicksPerDay)
	up, down := t-5*hour, 20*hour-t
	return min(max(fixed.Q(min(up, down))<<fixed.Bits/hour, 0), fixed.One)
}
