package matches

import (
	"testing"

	"manyhold/app/arena/remote"
	"manyhold/app/node"
	"manyhold/app/rooms/afar"
	"manyhold/app/rooms/hall"
	"manyhold/net/key"
	"manyhold/net/room"
)

// faraway is the node of another process.
type faraway struct {
	node.Backend
	rooms *afar.Hall
}

func (f faraway) RoomsAfar() *afar.Hall        { return f.rooms }
func (f faraway) MatchesAfar() *remote.Matches { return nil }

// TestDistant: a window that is attached to the node of another process has the board and the matches of the
// node; of a room in which the player does not take part it has none.
func TestDistant(t *testing.T) {
	far := afar.New(nil, key.ID{1})
	o := Of(faraway{rooms: far}, Options{})
	if o.Hall != far || o.Engines == nil || o.Client == nil {
		t.Fatalf("the options are %+v", o)
	}
	seats := []hall.Seat{{Seat: "red", Player: key.ID{2}.String(), Name: "Bo"}}
	far.Tell(&hall.State{ID: "a", Engine: "toy", Phase: "running", Seats: seats})
	if v := far.View("a"); v == nil || v.Phase != room.Running || o.Client("a") != nil || o.Client("b") != nil {
		t.Errorf("the room is %+v, and the player has a part in it", v)
	}
	if o := Of(struct{ node.Backend }{}, Options{}); o.Hall != nil || o.Client != nil {
		t.Errorf("an exhibit has matches: %+v", o)
	}
}
