package views

import (
	"manyhold/app/view"
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

// deeds runs what the viewer did.
func (v *Views) deeds(s *Scene) {
	for _, x := range v.seen {
		for len(x.deeds) > 0 && x.runs() && !v.left.spent() {
			d := x.deeds[0]
			x.deeds = x.deeds[1:]
			if d.click != nil {
				v.call(s, x, view.OnClick, true, d.click...)
			} else if d.key == "" {
				v.call(s, x, view.OnUse, true)
			} else {
				v.call(s, x, view.OnWidget, true, value.String(d.key), d.value)
			}
		}
	}
}

// tells runs what host halves told.
func (v *Views) tells(s *Scene) {
	for _, x := range v.seen {
		for len(x.told) > 0 && x.runs() && !v.left.spent() {
			t := x.told[0]
			x.told = x.told[1:]
			x.rest = 0
			v.call(s, x, view.OnTold, false, value.String(t.channel), t.value)
		}
	}
}

// frames runs on_frame of the things in turn, from the one on that had to wait in the last tick.
func (v *Views) frames(s *Scene) {
	n := len(v.seen)
	first := 0
	for k, x := range v.seen {
		if x.id == v.turn {
			first = k
		}
	}
	v.turn = 0
	for k := range n {
		x := v.seen[(first+k)%n]
		if !x.runs() || x.rest > v.now || !x.program.Has(view.OnFrame) {
			continue
		}
		if v.left.spent() {
			v.turn = x.id
			return
		}
		v.call(s, x, view.OnFrame, false, value.Number(fixed.Q(float64(v.now-x.began)*tick*fixed.One)))
	}
}

func (x *seen) runs() bool { return x.program != nil && x.fault == nil }

// call runs a handler and carries out what it wants.
func (v *Views) call(s *Scene, x *seen, handler string, own bool, args ...value.Value) {
	if !x.program.Has(handler) {
		return
	}
	v.reader.Look(s.State, x.thing)
	r := &v.run
	r.Out.Reset()
	*r = view.Run{Reader: &v.reader, State: s.State, Thing: x.thing, Entry: x.entry, Shaders: x.program.shaders, Viewer: s.Viewer, Deed: own,
		Framed: handler == view.OnFrame, Open: v.panel.of == x.id, Seconds: float64(v.now-x.began) * tick, Art: v.hooks.Art, Sparks: x.sparks, Frozen: x.frozen, Out: r.Out}
	v.args = append(append(v.args[:0], value.Thing(uint64(x.id))), args...)
	out := v.machine.Call(star.Run{Program: x.program.Program, Handler: handler, Self: uint64(x.id), Args: v.args,
		State: x.local, Limits: star.RunLimits, Context: r})
	v.left.steps -= out.Steps
	v.left.bytes -= out.Bytes
	x.frozen = r.Frozen
	if out.Fault != nil {
		v.stop(x, faultOf(out.Fault))
		return
	}
	x.local = out.State
	v.take(x, r)
}

// take carries out what a run wants.
func (v *Views) take(x *seen, r *view.Run) {
	o := &r.Out
	if r.Framed {
		x.shapes = append(x.shapes[:0], o.Shapes...)
	}
	if o.Rest > 0 {
		x.rest = v.now + uint64(o.Rest*game.TicksPerSecond)
	}
	if len(o.Bursts) > 0 {
		room := v.room()
		for k := range o.Bursts {
			room = x.sparks.Throw(&o.Bursts[k], room)
		}
	}
	for _, p := range o.Sprays {
		x.sparks.Spray(p)
	}
	for _, name := range o.Sounds {
		if v.hooks.Sound != nil && v.now >= x.sounded {
			x.sounded = v.now + soundEvery
			v.hooks.Sound(x.thing, x.entry, name)
		}
	}
	for _, words := range o.Asks {
		v.asks.put(x.id, words)
	}
	switch {
	case o.Closed:
		v.panel.shut(x.id)
	case o.Panel != nil:
		v.panel.show(x.id, o.Panel)
	}
}

// room returns how many more sparks there may be.
func (v *Views) room() int {
	n := MaxSparks
	for _, x := range v.seen {
		n -= len(x.sparks.List)
	}
	return max(n, 0)
}
