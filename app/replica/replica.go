// Package replica makes a game/island.Island the machine that net/host replicates: it lends the island's
// methods the types of net/host/machine, which game does not know.
package replica

import (
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/island"
	"manyhold/game/turn"
	"manyhold/game/world"
	"manyhold/net/charter"
	"manyhold/net/host/machine"
	"manyhold/net/key"
)

// Island is an island as a machine.
type Island struct{ *island.Island }

// New returns an empty island, for a state to be restored into.
func New() Island { return Island{new(island.Island)} }

// Of returns the island of a machine of this package; nil for no machine.
func Of(m machine.Machine) *island.Island {
	if m == nil {
		return nil
	}
	return m.(Island).Island
}

// builder is a turn of an island under construction, as a machine.Builder.
type builder struct{ *turn.Builder }

// Turn is machine.Builder's.
func (b builder) Turn() machine.Turn { return b.Builder.Turn() }

// Proclaim is machine.Builder's.
func (b builder) Proclaim(o charter.Ordinance) bool {
	return b.Builder.Proclaim(world.Ordinance{Topic: world.Topic(o.Topic), Subject: game.PlayerID(o.Subject), Value: o.Value, Word: o.Word})
}

// Publish is machine.Builder's.
func (b builder) Publish(data []byte, room int) bool {
	p, err := blueprint.Decode(data)
	return err == nil && b.Builder.Publish(p, data, room)
}

// BlueprintSum is machine.Library's.
func (i Island) BlueprintSum() uint64 { return i.Island.Blueprints.Sum() }

// Blueprints is machine.Library's.
func (i Island) Blueprints(f func(id uint64, hash [32]byte, data []byte)) {
	for _, e := range i.Island.Blueprints.List() {
		f(uint64(e.ID), e.Hash, e.Bytes)
	}
}

// Version is machine.Library's.
func (i Island) Version(id uint64) (hash [32]byte) {
	if e := i.Island.Blueprints.Find(blueprint.ID(id)); e != nil {
		hash = e.Hash
	}
	return hash
}

// Refuses is machine.Library's.
func (i Island) Refuses(data []byte) error {
	p, err := blueprint.Decode(data)
	if err != nil {
		return err
	}
	hash := blueprint.HashOf(data)
	if e := i.Island.Blueprints.Find(p.ID()); e != nil && e.Hash == hash {
		return nil
	}
	if why := act.Admits(&i.State, p, hash, len(data)); why != event.NoReason {
		return Refusal(why)
	}
	return nil
}

// Refusal is the reason why an island refuses a blueprint, as an error.
type Refusal event.Reason

func (r Refusal) Error() string { return event.Reason(r).String() }

// Ordinances is machine.Machine's.
func (i Island) Ordinances(dst []charter.Ordinance) []charter.Ordinance {
	for _, o := range i.Code.List() {
		dst = append(dst, charter.Ordinance{Topic: charter.Topic(o.Topic), Subject: key.ID(o.Subject), Value: o.Value, Word: o.Word})
	}
	return dst
}

// OrdinanceSum is machine.Machine's.
func (i Island) OrdinanceSum() uint64 { return i.Code.Sum() }

// Begin is machine.Machine's.
func (i Island) Begin(ticks uint8) machine.Builder { return builder{i.Island.Begin(ticks)} }

// Parse is machine.Machine's.
func (Island) Parse(body []byte) (machine.Turn, error) {
	t, err := turn.Parse(body)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Commands is machine.Machine's.
func (i Island) Commands(t machine.Turn, f func(author [32]byte, seq uint64, body []byte)) {
	i.Island.Commands(t.(*turn.Turn), f)
}

// Delivers is machine.Machine's.
func (Island) Delivers(t machine.Turn) bool {
	for k := range t.(*turn.Turn).Records {
		if t.(*turn.Turn).Records[k].Kind == turn.Parcel {
			return true
		}
	}
	return false
}

// Another is machine.Machine's.
func (Island) Another() machine.Machine { return New() }

// Ticks is machine.Machine's.
func (Island) Ticks(t machine.Turn) uint8 { return t.(*turn.Turn).Ticks }

// Departs is machine.Machine's.
func (i Island) Departs(t machine.Turn, f func(author [32]byte)) {
	for k := range t.(*turn.Turn).Records {
		r := &t.(*turn.Turn).Records[k]
		if r.Kind != turn.Command || r.Seq != 0 {
			continue
		}
		if p := i.Roster.BySeat(r.Seat); p != nil {
			f(p.Key)
		}
	}
}

// Step is machine.Machine's.
func (i Island) Step(t machine.Turn) { i.Island.Step(t.(*turn.Turn)) }
