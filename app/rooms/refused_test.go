package rooms

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/room"
)

// TestRefused: a packet for a past generation, for one far ahead, a second one, and one of a player without a
// seat are dropped, and counted on every node by the name of the reason. The match goes on.
func TestRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newMatch(t, 1, 3, true, lan)
		pass(time.Second)
		viewer := x.players[2]
		viewer.send(room.Packet{Kind: room.Leave})
		viewer.send(room.Packet{Kind: room.Watch})
		p := x.players[1]
		open := p.room.View().Generation
		for _, c := range []struct {
			by   *player
			p    room.Packet
			want room.Why
		}{
			{p, room.Packet{Kind: room.Play, Header: room.Header{Generation: open - 5}}, room.OldGeneration},
			{p, room.Packet{Kind: room.Play, Header: room.Header{Generation: open + 500}}, room.FarGeneration},
			{p, room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)}, room.NotHalted},
			{p, room.Packet{Kind: room.Sit, Number: 5}, room.WrongPhase},
			{viewer, room.Packet{Kind: room.Play, Header: room.Header{Generation: open + 2}, Body: []byte("me, too")}, room.NotSeated},
		} {
			var refused *room.Refusal
			if err := c.by.room.Send(t.Context(), c.p); !errors.As(err, &refused) || refused.Why != c.want {
				t.Errorf("%s: %v, want %s", c.p.Kind, err, c.want)
			}
			for _, o := range x.players {
				o.await("the count", func(v *View) bool { return v.Refused[c.want.String()] > 0 })
			}
		}
		x.players = x.players[:2]
		x.goesOn()
	})
}

// TestFirstCome: two players take the same seat at once. The first one has it, and the other is told who.
func TestFirstCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newNodes(t, 1, 3, false, lan)
		answers := make(chan error, 2)
		for _, p := range x.players[1:] {
			go func() {
				answers <- p.room.Send(t.Context(), room.Packet{Kind: room.Sit, Number: 1, Text: map[byte]string{2: "Bo", 3: "Cy"}[p.n]})
			}()
		}
		var refused *room.Refusal
		for range 2 {
			if err := <-answers; err != nil && !errors.As(err, &refused) {
				t.Fatal(err)
			}
		}
		if s := x.players[0].room.View().Seats[0]; refused == nil || refused.Why != room.SeatTaken || refused.Error() != "seat taken: "+s.Name+" has it" {
			t.Errorf("%v; the seat has %q", refused, s.Name)
		}
	})
}

// TestWholeConfiguration: a configuration of 4,096 bytes reaches all with its first change, and a late comer;
// one byte more is refused.
func TestWholeConfiguration(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTable(t, 1, 2, false, lan)
		p := x.players[1]
		config := make([]byte, room.MaxConfig)
		for k := range config {
			config[k] = byte(k % 251)
		}
		for at := 0; at < len(config); at += room.MaxBody {
			p.send(room.Packet{Kind: room.Draft, Number: uint32(at), Body: config[at:min(at+room.MaxBody, len(config))]})
		}
		var refused *room.Refusal
		if err := p.room.Send(t.Context(), room.Packet{Kind: room.Draft, Number: room.MaxConfig, Body: []byte{1}}); !errors.As(err, &refused) || refused.Why != room.TooLong {
			t.Errorf("a byte more: %v", err)
		}
		p.send(room.Packet{Kind: room.Configure})
		late := &player{t: t, n: 9, pair: pairOf(9), dir: t.TempDir(), net: x.net}
		late.start()
		x.players = append(x.players, late)
		x.connect()
		var err error
		if late.room, err = late.Join(x.id); err != nil {
			t.Fatal(err)
		}
		for _, o := range x.players {
			v := o.await("the configuration", func(v *View) bool { return v.Version == 1 })
			if string(v.Config) != string(config) {
				t.Errorf("player %d has another configuration, of %d bytes", o.n, len(v.Config))
			}
		}
	})
}
