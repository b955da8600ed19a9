package island_test

import (
	"bytes"
	"errors"
	"testing"

	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/world"
)

// correspondents returns home and a child.
func correspondents(t testing.TB) (f *fleet, home, child *ship) {
	f = newFleet(t, nil)
	f.spreadOut(2, 10)
	return f, f.home(), f.carve(f.home(), 77, 2)
}

// TestParcelsArriveOnceAndInOrder offers them doubled, out of order, and again after they were taken.
func TestParcelsArriveOnceAndInOrder(t *testing.T) {
	_, home, child := correspondents(t)
	at := grid.Region{X: 500, Y: 500}
	data := bytes.Repeat([]byte{9}, 700)
	federation.Send(&child.Island.State, world.Home, append(codec.Uvarint(world.AppendPlace([]byte{uint8(federation.BackLetter)}, at), 5), data...))
	list := child.Parcels(world.Home, 1, nil)
	if len(list) != 4 || len(child.Parcels(world.Home, 3, nil)) != 2 || len(child.Parcels(world.Home, 9, nil)) != 0 {
		t.Fatalf("%d parcels", len(list))
	}
	offer := func(turn []byte, seq uint64, want bool) []byte {
		t.Helper()
		out, taken, err := home.Deliver(turn, 77, seq, list[min(seq, 4)-1])
		if err != nil || taken != want {
			t.Fatalf("parcel %d: taken %v, %v", seq, taken, err)
		}
		return out
	}
	turn := offer(nil, 2, false)
	turn = offer(turn, 1, true)
	if n := len(turn); len(offer(turn, 1, true)) != n {
		t.Error("a parcel is in the turn twice")
	}
	turn = offer(turn, 2, false) // the turn is full
	if err := home.Step(turn); err != nil || home.Expect(77) != 2 {
		t.Fatalf("expects %d: %v", home.Expect(77), err)
	}
	if err := home.Step(turn); err != nil || home.Expect(77) != 2 {
		t.Fatalf("the same turn again: expects %d, %v", home.Expect(77), err)
	}
	for seq := uint64(2); seq <= 4; seq++ {
		offer(nil, seq-1, true)
		offer(nil, seq+1, false)
		if err := home.Step(offer(nil, seq, true)); err != nil {
			t.Fatal(err)
		}
	}
	if home.Expect(77) != 5 || len(home.Mail.Inboxes) != 1 || len(home.Mail.Inboxes[0].Partial) != 0 {
		t.Errorf("expects %d", home.Expect(77))
	}
	turn, taken, err := child.Acknowledge(nil, world.Home, 5)
	if err != nil || !taken {
		t.Fatal(err)
	}
	if _, _, err := child.Acknowledge(nil, world.Home, 6); !errors.Is(err, world.ErrTurn) {
		t.Errorf("what was never sent is acknowledged: %v", err)
	}
	if err := child.Step(turn); err != nil || len(child.Towards(nil)) != 0 || len(child.Parcels(world.Home, 1, nil)) != 0 {
		t.Errorf("what was acknowledged is still there: %v", err)
	}
}

// TestMailLeavesRoomForCommands: a turn takes the parcels that fit, and the rest comes with the next.
func TestMailLeavesRoomForCommands(t *testing.T) {
	_, home, child := correspondents(t)
	federation.Send(&child.Island.State, world.Home, bytes.Repeat([]byte{0}, 1000))
	p := child.Parcels(world.Home, 1, nil)
	turn, _, _ := home.Deliver(nil, 77, 1, p[0])
	out, taken, err := home.Append(turn, key(1), home.Sequence(key(1))+1, command.Append(nil, command.Command{Kind: command.Say, Text: "with the post"}))
	if err != nil || !taken {
		t.Fatal(err)
	}
	if err := home.Step(out); err != nil || home.Expect(77) != 2 || len(home.Chat.Log) != 1 {
		t.Errorf("expects %d, %d lines of chat: %v", home.Expect(77), len(home.Chat.Log), err)
	}
}

// TestAFullOutboxKeepsTheLand: home keeps land that it cannot send, and gives it when there is room.
func TestAFullOutboxKeepsTheLand(t *testing.T) {
	f, home, child := correspondents(t)
	for federation.RoomToSend(&home.Island.State, 77, 100) {
		federation.Send(&home.Island.State, 77, bytes.Repeat([]byte{0}, 100))
	}
	home.save()
	at := grid.Region{X: 300, Y: 300}
	federation.Grant(&home.Island.State, 77, at)
	if !home.Register.Owns(at) {
		t.Fatal("land was given without room for it")
	}
	home.save()
	for len(home.Towards(nil)) > 0 {
		f.step(3, nil)
	}
	federation.Grant(&home.Island.State, 77, at)
	home.save()
	for len(home.Towards(nil)) > 0 {
		f.step(3, nil)
	}
	if home.Register.Owns(at) || !child.Register.Owns(at) {
		t.Error("land does not arrive when there is room")
	}
}

// FuzzMessage lets any bytes be a message from home to a child and back.
func FuzzMessage(f *testing.F) {
	g, home, child := correspondents(f)
	homeSnapshot, childSnapshot := home.Snapshot(nil), child.Snapshot(nil)
	f.Add(uint8(0), federation.AppendMoved(78, 77))
	f.Add(uint8(0), codec.U16([]byte{uint8(federation.BorderLetter)}, 3))
	f.Add(uint8(1), federation.AppendPlaces(codec.U16([]byte{uint8(federation.AskLetter)}, 1), []grid.Region{{X: 1, Y: 1}, {X: 40, Y: 40}}))
	f.Add(uint8(0), codec.U64(world.AppendPlace([]byte{uint8(federation.HeldLetter)}, grid.Region{X: 9}), 79))
	for range 30 {
		child.drag(2, 0, 30)
		g.step(6, nil)
		for _, s := range g.ships {
			for _, o := range s.Mail.Outboxes {
				var m []byte
				for _, p := range o.List {
					if m = append(m, p[1:]...); p[0] == 1 {
						f.Add(uint8(s.Self()), m)
						m = nil
					}
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, who uint8, m []byte) {
		from, snapshot := uint64(world.Home), childSnapshot
		if who%3 > 0 {
			from, snapshot = uint64(who%3)+76, homeSnapshot
		}
		i := new(island.Island)
		if err := i.Restore(snapshot); err != nil {
			t.Fatal(err)
		}
		federation.Receive(&i.State, from, m)
		livable(t, i)
	})
}
