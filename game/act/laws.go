package act

import (
	"manyhold/game/codec"
	"manyhold/game/event"
	"manyhold/game/world"
)

// LawNamed returns the law of that name.
func LawNamed(name string) (l world.Law, ok bool) {
	for l := range world.LawCount {
		if world.LawNames[l] == name {
			return l, true
		}
	}
	return 0, false
}

// Enact lets an ordinance hold from now on, and tells what is new by it.
func Enact(i *world.State, o world.Ordinance) {
	laws := i.Code.Laws
	rank, named := i.Code.Named(o.Subject)
	muted := i.Code.MutedUntil(o.Subject) > i.Clock
	i.Code.Put(o)
	for l := range world.LawCount {
		if i.Code.Laws.Has(l) != laws.Has(l) {
			i.Tell(event.Ruled, nil, i.SpawnTile, int32(l), int32(codec.Bit(i.Code.Laws.Has(l))))
		}
	}
	p := i.Roster.ByKey(o.Subject)
	if !o.Topic.AboutPlayer() || p == nil {
		return
	}
	if now, by := i.Code.Named(o.Subject); now != rank || by != named {
		if !by {
			now = 0xff
		}
		i.Tell(event.Granted, p, i.SpawnTile, int32(int8(now)), 0)
	}
	if now := i.Code.MutedUntil(o.Subject) > i.Clock; now != muted {
		i.Tell(event.Hushed, p, i.SpawnTile, int32(codec.Bit(now)), 0)
	}
}
