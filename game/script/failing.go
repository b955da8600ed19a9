package script

import (
	"strings"

	"manyhold/game/event"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// fail notes a fault. The third within FaultTime stops the script.
func (g *merger) fail() {
	h := &g.next.Health
	if h.Count == 0 || h.Since+FaultTime <= g.i.Clock {
		h.Count, h.Since = 0, g.i.Clock
	}
	h.Count++
	h.Last = thing.Fault{Kind: uint8(g.j.fault.Kind), Line: short(g.j.fault.At.Line), Column: short(g.j.fault.At.Col), Tick: g.i.Clock}
	if h.Count >= Faults {
		h.Stopped = true
		g.next.Inbox, g.next.Timers = nil, nil
	}
}

// mostCalls is how many calls an event names that tells of a fault.
const mostCalls = 6

// faulted tells of a fault, with its words and calls.
func faulted(i *world.State, x *thing.Thing, f *value.Fault) {
	var words strings.Builder
	words.WriteString(strings.ReplaceAll(f.Why, "\n", " "))
	for k := range f.Stack[:min(len(f.Stack), mostCalls)] {
		words.WriteString("\n" + f.Stack[k].Name + " " + f.Stack[k].At.String())
	}
	tell(i, x, event.Event{Kind: event.ThingFailed, A: int32(x.Health.Last.Kind), B: int32(x.Health.Last.Line), Seq: uint64(one(x.Health.Stopped)), Text: words.String()})
}
