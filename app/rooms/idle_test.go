package rooms

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/room"
)

// TestIdlePlayer: a player that never gets ready holds the others up for a minute. Then it has no voice, and
// they go on without it: it watches the match that begins.
func TestIdlePlayer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTable(t, 3, 3, false, lan)
		x.ready(x.players[:2]...)
		vote := func(p *player) room.Why {
			var why *room.Refusal
			if err := p.room.Send(t.Context(), room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)}); errors.As(err, &why) {
				return why.Why
			} else if err != nil {
				t.Fatal(err)
			}
			return 0
		}
		idle := x.players[2]
		pass(30 * time.Second)
		if why := vote(x.players[0]); why != room.NotAwaited {
			t.Errorf("a vote after half a minute: %v", why)
		}
		idle.await("its turn to be called slow", func(v *View) bool { return v.Seats[2].HoldsUp() })
		if why := vote(idle); why != room.NotReady {
			t.Errorf("a vote of the player for whom the others wait: %v", why)
		}
		for _, p := range x.players[:2] {
			if why := vote(p); why != 0 {
				t.Errorf("a vote of player %d: %v", p.n, why)
			}
		}
		v := idle.await("the match", func(v *View) bool { return v.Phase == room.Running })
		if v.Seats[2].Taken() || len(v.Viewers) != 1 || v.Viewers[0].Key != room.Key(idle.pair.ID()) {
			t.Errorf("%s; viewers %v", words(v), v.Viewers)
		}
	})
}
