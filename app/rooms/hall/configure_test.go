package hall

import (
	"encoding/json"
	"testing"
	"time"

	"manyhold/app/rooms"
	"manyhold/net/link/memory"
)

// TestCreateConfigured: a room has its first configuration from the beginning, and its founder has no seat on
// the way to it. A player who sits down while the room is founded stays there.
func TestCreateConfigured(t *testing.T) {
	pair(t, func(t *testing.T, _ *memory.Network, a, _ *peer) {
		created := make(chan error)
		go func() {
			_, err := a.Create(t.Context(), Order{Engine: "toy", Config: json.RawMessage(`{"size": 3}`)})
			created <- err
		}()
		var r *rooms.Room
		for r == nil || r.View() == nil {
			if list := a.in.Rooms(); len(list) > 0 {
				r = list[0]
			}
			pass(time.Millisecond)
		}
		if v := r.View(); v.Version != 1 || string(v.Config) != `{"size":3}` {
			t.Errorf("the room begins with configuration %d, %s", v.Version, v.Config)
		}
		if s, err := a.Join(t.Context(), r.ID().String(), "red", ""); err != nil || s.Mine != "red" {
			t.Fatalf("%+v, %v", s, err)
		}
		if err := <-created; err != nil {
			t.Fatal(err)
		}
		pass(3 * time.Second)
		if v := r.View(); seated(a.Me(), v) != 0 {
			t.Errorf("the seat is lost: %+v", v.Seats)
		}
	})
}
