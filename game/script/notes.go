package script

import (
	"strings"

	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// Totals are what the scripts of a state have cost since it was made or restored.
type Totals struct {
	Steps int64 // of all runs whose outcome counted
	Bytes int64 // the most that one run allocated
}

// Note is what the author of a script wants to know and no state holds: a fault with its words and calls, or
// an effect that was refused.
type Note struct {
	Thing  game.EntityID
	Fault  *value.Fault // nil: Effect was refused
	Effect string
	Why    event.Reason
}

// Count returns the totals of a state.
func Count(i *world.State) Totals { return of(i).totals }

// Notes returns the notes of the last tick. They are valid until the next one.
func Notes(i *world.State) []Note { return of(i).notes }

// count adds what a job took.
func (m *Machines) count(j *job) {
	m.totals.Steps += j.steps
	m.totals.Bytes = max(m.totals.Bytes, j.bytes)
}

// Told returns what a host half told its view halves with an event ThingTold: the channel, and the value,
// which is frozen. ok is false for another event.
func Told(e *event.Event) (channel string, v value.Value, ok bool) {
	channel, data, ok := strings.Cut(e.Text, "\n")
	if !ok || channel == "" || len(data) > thing.MaxValue {
		return "", value.None, false
	}
	v, err := state.Read([]byte(data), thing.MaxValue)
	return channel, v, err == nil
}
