package trial

import (
	"fmt"
	"strings"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

// look is what can be seen of the thing.
type look struct {
	here    bool
	label   string
	light   uint8
	frame   uint8
	open    bool
	stopped bool
	at      grid.Tile
}

func (w *theWorld) lookAt() (l look) {
	if x := w.Things.Find(thingID); x != nil {
		l = look{true, x.Label, x.Light, x.Frame, x.Open, x.Health.Stopped, w.ThingPlace(x)}
	}
	return l
}

func (w *theWorld) bodyOf(a *actor) (b body) {
	p := w.Roster.ByKey(a.key)
	if p == nil {
		return b
	}
	if x := w.Space.Body(p.Body); x != nil {
		b.pos = x.Pos
	}
	b.health = p.Health
	for _, s := range p.Inventory {
		b.items[s.Kind] += int(s.Count)
	}
	return b
}

// watch adds lines for what the last tick did.
func (w *theWorld) watch() {
	for k := range w.Happened {
		w.happened(&w.Happened[k])
	}
	w.changed()
	for _, a := range w.cast {
		w.changedFor(a)
	}
	for _, n := range script.Notes(&w.State) {
		if n.Thing == thingID {
			w.noted(&n)
		}
	}
	now := w.lookAt()
	if now.stopped && !w.was.stopped {
		w.say("its script is stopped")
	}
	w.was = now
}

// nameOf returns the name of the player of a seat.
func (w *theWorld) nameOf(s entity.Seat) string {
	if p := w.Roster.BySeat(s); p != nil {
		return p.Name.String()
	}
	return "nobody"
}

func (w *theWorld) happened(e *event.Event) {
	if e.Kind == event.Refused {
		w.say("%s is refused: %s", w.nameOf(e.Seat), event.Reason(e.A))
		return
	}
	if e.Entity != thingID {
		return
	}
	switch e.Kind {
	case event.ThingSaid:
		w.say("it says %q", e.Text)
	case event.ThingSounded:
		w.say("it plays %q", e.Text)
	case event.ThingAsked:
		title, options, _ := strings.Cut(e.Text, "\n")
		w.say("it asks %s %q: %s", w.nameOf(e.Seat), title, strings.ReplaceAll(options, "\n", ", "))
	case event.ThingTold:
		to := ""
		if e.Seat != 0 {
			to = w.nameOf(e.Seat) + " "
		}
		if channel, v, ok := script.Told(e); ok {
			w.say("it tells %s%q %s", to, channel, written(v))
		}
	case event.ThingOffered:
		w.say("it offers %s a journey to %q", w.nameOf(e.Seat), e.Text)
	}
}

// written writes a value as a script would.
func written(v value.Value) string {
	var m value.Meter
	m.Begin(star.RunLimits)
	text, _ := value.Str(&m, v, true).AsText()
	return text
}

// changed tells what is new of the thing.
func (w *theWorld) changed() {
	was, now := &w.was, w.lookAt()
	if !now.here {
		if was.here {
			w.say("it is gone")
		}
		return
	}
	if now.label != was.label {
		w.say("it shows %q", now.label)
	}
	if now.light != was.light {
		w.say("its light is %d", now.light)
	}
	if now.frame != was.frame {
		w.say("its frame is %d", now.frame)
	}
	if now.open != was.open {
		w.say("%s", map[bool]string{true: "it opens", false: "it closes"}[now.open])
	}
	if now.at != was.at {
		w.say("it is at %s", w.seen(now.at))
	}
}

// seen writes a tile as seen from where the thing was placed: columns east, rows south.
func (w *theWorld) seen(t grid.Tile) string {
	return fmt.Sprintf("%+d %+d", t.X-w.middle.X, t.Y-w.middle.Y)
}

// leap is how far a player comes by itself in a tick, at most.
const leap = fixed.One / 2

// changedFor tells what is new of a player.
func (w *theWorld) changedFor(a *actor) {
	if !a.arrived {
		return
	}
	was, now := &a.was, w.bodyOf(a)
	if !now.pos.Sub(was.pos).Near(leap) {
		w.say("%s is taken to %s", a.name, w.seen(grid.TileAt(now.pos)))
	}
	if now.health != was.health {
		w.say("%s has health %d", a.name, now.health)
	}
	for k := item.None + 1; k < item.KindCount; k++ {
		if d := now.items[k] - was.items[k]; d > 0 {
			w.say("%s gets %d %s", a.name, d, k)
		} else if d < 0 {
			w.say("%s gives %d %s", a.name, -d, k)
		}
	}
	a.was = now
}

// noted tells of a fault, or of an effect that was refused.
func (w *theWorld) noted(n *script.Note) {
	if n.Fault == nil {
		w.say("%s is refused: %s", n.Effect, n.Why)
		return
	}
	f := Fault{Tick: w.now, Line: int(n.Fault.At.Line), Column: int(n.Fault.At.Col), Why: n.Fault.Why, Calls: calls(n.Fault)}
	w.say("fault at main.star:%d:%d: %s", f.Line, f.Column, f.Why)
	for _, c := range f.Calls {
		w.say("    in %s", c)
	}
	w.result.Faults = append(w.result.Faults, f)
}
