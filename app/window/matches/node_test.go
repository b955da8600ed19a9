package matches

import (
	"strings"
	"testing"

	"manyhold/app/node"
	"manyhold/app/rooms/afar"
	"manyhold/net/key"
	"manyhold/net/room"
	"manyhold/render/ui/model"
)

// faraway is the node of another process.
type faraway struct {
	node.Backend
	rooms *afar.Hall
}

func (f faraway) RoomsAfar() *afar.Hall { return f.rooms }

// TestDistant: a window that is attached to the node of another process has the board, and says that it
// cannot show the match itself; it opens none.
func TestDistant(t *testing.T) {
	far := afar.New(nil, key.ID{1})
	if o := Of(faraway{rooms: far}, Options{}); o.Hall != far || !o.Distant || o.Engines == nil || o.Client != nil {
		t.Errorf("the options are %+v", o)
	}
	if o := Of(struct{ node.Backend }{}, Options{}); o.Hall != nil || o.Distant {
		t.Errorf("an exhibit has matches: %+v", o)
	}
	x := newTable(t)
	x.d.o.Distant, x.d.o.Client, x.d.o.Results = true, nil, nil
	x.sit(0, 1, "Ada")
	x.asks(model.LookAtMatch{ID: "a"}, "show a")
	x.until("the room", func() bool { return x.m.Room.ID == "a" })
	if !strings.Contains(x.m.Room.Broken, "--attach") || !x.m.Able || len(x.m.Rows) != 1 || !x.m.Rows[0].Here || x.m.Room.Seats[0].Name != "Ada" {
		t.Errorf("the board shows %+v", x.m)
	}
	x.view().Phase = room.Running
	x.tick()
	if x.d.Opening() || x.m.Room.Broken == "" {
		t.Error("a match opens that is executed elsewhere")
	}
	x.view().Phase = room.Ended
	if x.tick(); x.m.Room.Broken != "" {
		t.Errorf("a match that is over: %s", x.m.Room.Broken)
	}
}
