package main

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/net/key"
)

// TestElsewhere: who is awake on other islands is known with name and look, in order of seat; who is here or asleep,
// or has no key that can be read, is not.
func TestElsewhere(t *testing.T) {
	a, b, c := key.Generate().ID(), key.Generate().ID(), key.Generate().ID()
	far := peopleOf(&islandCounts{people: []person{
		{a, "Ada", 7, entity.Look{Hat: 3}, true}, {b, "Bo", 2, entity.Look{Hair: 1}, true}, {c, "Cy", 1, entity.Look{}, false},
	}})
	far = append(far, personStatus{Key: "nobody", Name: "Di", Seat: 4})
	st := &status{Islands: []islandStatus{{Here: true, People: []personStatus{{Key: c.String(), Name: "Cy", Seat: 1}}}, {People: far}}}
	list := elsewhere(nil, st)
	if len(list) != 2 || list[0].Seat != 2 || list[1].Name.String() != "Ada" || list[1].Look.Hat != 3 || list[0].Look.Hair != 1 {
		t.Errorf("elsewhere: %+v", list)
	}
	if again := elsewhere(list, &status{}); len(again) != 0 {
		t.Errorf("nobody is anywhere, but %+v", again)
	}
}
