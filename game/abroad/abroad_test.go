package abroad

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/grid"
)

// full is a table with everything that there can be.
func full() (t Table) {
	t.Tell(7)
	t.Hear(9, []Note{{Seat: 1, Name: entity.NameOf("Ada")}, {Seat: 4, Need: Out, At: grid.Tile{X: -3, Y: 5}}})
	t.Hear(3, []Note{{Seat: 2, Look: entity.Look{Skin: 1, Hat: 6}, Pins: [entity.MostPins]entity.Pin{{Tile: grid.Tile{X: 8}, Sign: 2}}, Need: Lost, Until: 99}})
	return t
}

// TestHear: the newest list of an island holds, an empty one takes it away, and beyond the bound nobody is
// heard. A copy stays as it was.
func TestHear(t *testing.T) {
	x := full()
	c := x
	x.Hear(9, []Note{{Seat: 5}})
	x.Hear(3, nil)
	x.Shift(4)
	var seats []entity.Seat
	x.All(func(n *Note) { seats = append(seats, n.Seat) })
	if len(seats) != 1 || seats[0] != 5 {
		t.Errorf("seats %v", seats)
	}
	want := full()
	if c.Diff(&want) != "" || string(c.Append(nil)) != string(want.Append(nil)) {
		t.Error("a copy has changed")
	}
	for n := range uint64(MostLists + 9) {
		x.Hear(100+n, []Note{{Seat: 1}})
	}
	if len(x.lists) != MostLists {
		t.Errorf("%d lists", len(x.lists))
	}
	x.Keep(func(uint64) bool { return false })
	if x.Retell(); !x.Empty() {
		t.Error("an empty table is not empty")
	}
}

// FuzzRead: bytes of a table are refused, or are those of what was read.
func FuzzRead(f *testing.F) {
	x := full()
	f.Add(x.Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		var x Table
		if x.Read(data) == nil && string(x.Append(nil)) != string(data) {
			t.Errorf("%x is read as %+v", data, x)
		}
	})
}
