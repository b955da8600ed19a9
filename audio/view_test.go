package audio

import (
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/predict"
)

// A view is heard as the scene that it shows.
func TestFrame(t *testing.T) {
	e := newEar()
	e.SetVolumes(1, 1, 0, 0, 1)
	v := &predict.View{World: new(island.Island), Me: &entity.PlayerState{Seat: 3}, Tick: 100}
	v.Bodies = []predict.Drawn{{Body: entity.Body{ID: 5, Kind: entity.Player, Seat: 3}}, {Body: entity.Body{ID: 6, Kind: entity.Ball}}}
	e.Frame(nil, fixed.Vec{}, nil)
	e.Frame(v, fixed.Vec{}, []event.Event{{Kind: event.Refused, Seat: 3}, {Kind: event.Bounced, Entity: 6, A: 64}})
	if l, r := e.listen(4800); l == 0 || r == 0 || e.Stats().Played != 2 {
		t.Errorf("%v, %v, %+v", l, r, e.Stats())
	}
	if n := len(e.Player.scene.Movers); n != 2 || e.Player.scene.Movers[0].ID != game.EntityID(5) || e.Player.scene.Seat != 3 {
		t.Errorf("the scene is %+v", e.Player.scene)
	}
}
