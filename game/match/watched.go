package match

import (
	"manyhold/game"
	"manyhold/game/island"
	"manyhold/game/script"
	"manyhold/game/script/star/state"
	"manyhold/game/store"
	"manyhold/game/thing"
)

// WatchKey is the key under which a referee keeps whom viewers are to look at: a player, a thing or a body.
const WatchKey = "watch"

// Watched returns the body that the referee of a match wants viewers to look at, 0 for none.
func Watched(w *island.Island) game.EntityID {
	x := w.Things.Find(thing.Referee)
	if x == nil {
		return 0
	}
	data := w.Stores.Get(x.Of, WatchKey)
	if len(data) == 0 {
		return 0
	}
	v, err := state.Read(data, store.MaxValue)
	if err != nil {
		return 0
	}
	id, ok := v.AsThing()
	if !ok {
		return 0
	}
	for k := range w.Roster.Here {
		if p := &w.Roster.Here[k]; script.PlayerID(p.Key) == id {
			return p.Body
		}
	}
	if x := w.Things.Find(game.EntityID(id)); x != nil {
		return x.Body
	}
	return game.EntityID(id)
}
