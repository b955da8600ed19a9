package node

import (
	"testing"

	"manyhold/app/status"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/net/key"
)

// TestElsewhere: awake players on other islands are known with name and look, in order of seat; players that
// are here or asleep, or have an unreadable key, are left out.
func TestElsewhere(t *testing.T) {
	a, b, c := key.Generate().ID(), key.Generate().ID(), key.Generate().ID()
	far := peopleOf(&islandCounts{people: []person{
		{key: a, name: "Ada", seat: 7, look: entity.Look{Hat: 3}, here: true, body: 9, at: grid.Tile{X: -300, Y: 4}},
		{key: b, name: "Bo", seat: 2, look: entity.Look{Hair: 1}, here: true}, {key: c, name: "Cy", seat: 1},
	}})
	far = append(far, status.PersonStatus{Key: "nobody", Name: "Di", Seat: 4})
	st := &status.Status{Islands: []status.IslandStatus{{Here: true, People: []status.PersonStatus{{Key: c.String(), Name: "Cy", Seat: 1}}}, {People: far}}}
	list := PlayersElsewhere(nil, st)
	if len(list) != 2 || list[0].Seat != 2 || list[1].Name.String() != "Ada" || list[1].Look.Hat != 3 || list[0].Look.Hair != 1 ||
		list[1].Body != 9 || grid.TileAt(list[1].Last) != (grid.Tile{X: -300, Y: 4}) {
		t.Errorf("elsewhere: %+v", list)
	}
	if again := PlayersElsewhere(list, &status.Status{}); len(again) != 0 {
		t.Errorf("nobody is anywhere, but %+v", again)
	}
}
