package rooms

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/room"
	"manyhold/net/wire"
)

// changed returns a message of a room with other signatures of all commands in it.
func changed(b []byte) []byte {
	const head = 10 // of the lobby: two kinds, and the room
	var f message.Frame
	if len(b) < head+2 || wire.Kind(b[head]) != wire.Frame || f.Decode(b[head:]) != nil {
		return b
	}
	b = bytes.Clone(b)
	for k := range f.Commands {
		b[bytes.Index(b, f.Commands[k].Signature[:])+5] ^= 1
	}
	return b
}

// TestForged: packets whose signature was changed on their way to the host of the room are dropped there, and
// counted. Nothing of them is in a master; the match goes on with what
// arrives whole.
func TestForged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newMatch(t, 1, 3, false, lan)
		pass(5 * time.Second)
		host := x.host()
		from := x.players[0]
		if from == host {
			from = x.players[1]
		}
		forged := func() uint64 { return host.room.host.Status().Counters[counter.CommandsForged] }
		if n := forged(); n != 0 {
			t.Fatalf("%d forged packets in an honest match", n)
		}
		refused := host.room.View().Refused
		id := from.pair.ID()
		host.forger.Store(&id)
		first, _ := host.latest()
		pass(3 * time.Second / 2) // a peer that is heard nothing of for two seconds asks others to pass its packets on
		last, _ := host.latest()
		host.forger.Store(nil)
		clicked := map[bool]int{}
		host.mu.Lock()
		for g := first + room.Ahead; g <= last; g++ {
			m, err := room.ParseMaster(uint32(g), host.log[g-1])
			if err != nil {
				t.Error(err)
			}
			for _, in := range m.Inputs {
				clicked[in.Seat == from.n-1]++
			}
		}
		host.mu.Unlock()
		if clicked[true] > 0 || clicked[false] == 0 {
			t.Errorf("%d inputs of forged packets, %d of others", clicked[true], clicked[false])
		}
		n := forged()
		if n < 10 {
			t.Errorf("%d forged packets were counted", n)
		}
		pass(3 * time.Second)
		if again := forged(); again > n+2 { // what was under way
			t.Errorf("%d more forged packets of an honest player", again-n)
		}
		t.Logf("%d forged packets were dropped; refused %v before, %v after", n, refused, host.room.View().Refused)
		x.equal()
		x.goesOn()
	})
}
