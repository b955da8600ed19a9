package federation_test

import (
	"bytes"
	"errors"
	"testing"

	"manyhold/game"
	"manyhold/game/abroad"
	"manyhold/game/annals"
	"manyhold/game/claim"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/lights"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// correspondents returns home and a child.
func correspondents(t testing.TB) (f *rig.Fleet, home, child *rig.Ship) {
	f = rig.NewFleet(t, nil)
	f.SpreadOut(2, 10)
	return f, f.Home(), f.Carve(f.Home(), 77, 2)
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
	offer := func(next *turn.Builder, seq uint64, want bool) {
		t.Helper()
		taken, err := next.Deliver(77, seq, list[min(seq, 4)-1])
		if err != nil || taken != want {
			t.Fatalf("parcel %d: taken %v, %v", seq, taken, err)
		}
	}
	next := home.Begin(3)
	offer(next, 2, false)
	offer(next, 1, true)
	offer(next, 1, true)
	offer(next, 2, false) // the turn is full
	built := rig.Reparsed(t, next.Turn())
	if len(built.Records) != 1 {
		t.Error("a parcel is in the turn twice")
	}
	if home.Step(built); home.Expect(77) != 2 {
		t.Fatalf("expects %d", home.Expect(77))
	}
	if home.Step(built); home.Expect(77) != 2 {
		t.Fatalf("the same turn again: expects %d", home.Expect(77))
	}
	for seq := uint64(2); seq <= 4; seq++ {
		next := home.Begin(3)
		offer(next, seq-1, true)
		offer(next, seq+1, false)
		offer(next, seq, true)
		home.Step(next.Turn())
	}
	if home.Expect(77) != 5 || len(home.Mail.Inboxes) != 1 || len(home.Mail.Inboxes[0].Partial) != 0 {
		t.Errorf("expects %d", home.Expect(77))
	}
	next = child.Begin(3)
	if _, err := next.Acknowledge(world.Home, 6); !errors.Is(err, turn.ErrMalformed) {
		t.Errorf("what was never sent is acknowledged: %v", err)
	}
	for range 2 {
		if taken, err := next.Acknowledge(world.Home, 5); err != nil || !taken {
			t.Fatal(err)
		}
	}
	if built = rig.Reparsed(t, next.Turn()); len(built.Records) != 1 {
		t.Error("an acknowledgement is in the turn twice")
	}
	if child.Step(built); len(child.Towards(nil)) != 0 || len(child.Parcels(world.Home, 1, nil)) != 0 {
		t.Error("what was acknowledged is still there")
	}
}

// TestMailLeavesRoomForCommands: a turn takes the parcels that fit, and the rest comes with the next.
func TestMailLeavesRoomForCommands(t *testing.T) {
	_, home, child := correspondents(t)
	federation.Send(&child.Island.State, world.Home, bytes.Repeat([]byte{0}, 1000))
	p := child.Parcels(world.Home, 1, nil)
	next := home.Begin(3)
	_, _ = next.Deliver(77, 1, p[0])
	taken, err := next.Append(rig.Key(1), home.Sequence(rig.Key(1))+1, command.Append(nil, command.Command{Kind: command.Say, Text: "with the post"}))
	if err != nil || !taken {
		t.Fatal(err)
	}
	if home.Step(next.Turn()); home.Expect(77) != 2 || len(home.Chat.Log) != 1 {
		t.Errorf("expects %d, %d lines of chat", home.Expect(77), len(home.Chat.Log))
	}
}

// TestAFullOutboxKeepsTheLand: home keeps land that it cannot send, and gives it when there is room.
func TestAFullOutboxKeepsTheLand(t *testing.T) {
	f, home, child := correspondents(t)
	for federation.RoomToSend(&home.Island.State, 77, 100) {
		federation.Send(&home.Island.State, 77, bytes.Repeat([]byte{0}, 100))
	}
	home.Save()
	at := grid.Region{X: 300, Y: 300}
	federation.Grant(&home.Island.State, 77, at)
	if !home.Register.Owns(at) {
		t.Fatal("land was given without room for it")
	}
	home.Save()
	for len(home.Towards(nil)) > 0 {
		f.Step(3, nil)
	}
	federation.Grant(&home.Island.State, 77, at)
	home.Save()
	for len(home.Towards(nil)) > 0 {
		f.Step(3, nil)
	}
	if home.Register.Owns(at) || !child.Register.Owns(at) {
		t.Error("land does not arrive when there is room")
	}
}

// handoff returns that of player 2 of an island to another one, as player n with a seat, if n is not 2.
func handoff(s *rig.Ship, n int, seat entity.Seat) []byte {
	p := *s.Roster.ByKey(rig.Key(2))
	b := *s.Space.Body(p.Body)
	p.Key, p.Seat, b.Seat = rig.Key(n), seat, seat
	b.ID += game.EntityID(n)
	b.Pos, p.Body = s.SpawnTile.Centre(), b.ID
	m := encoding.AppendBody(codec.U8(codec.U64(nil, uint64(s.Clock)), 1), &b)
	m = encoding.AppendPlayer(codec.U8(codec.Uvarint(m, 0), 1), &p)
	return codec.Uvarint(m, 0)
}

// TestNobodyComesUnknown: home takes in only players that it knows to be on another island, with their seats,
// alone or as a pair. The state stays one that can be restored.
func TestNobodyComesUnknown(t *testing.T) {
	_, home, child := correspondents(t)
	seat := child.Roster.ByKey(rig.Key(2)).Seat
	one := func(n int, seat entity.Seat) []byte {
		return append([]byte{uint8(federation.CrossLetter)}, handoff(child, n, seat)...)
	}
	pair := func(a, b []byte) []byte { return codec.Blob(codec.Blob([]byte{uint8(federation.PairLetter)}, a), b) }
	for name, m := range map[string][]byte{
		"a stranger":                         one(9, 9),
		"a stranger with the greatest seat":  one(9, 1<<16-1),
		"a stranger with another one's seat": one(9, seat),
		"a player with another seat":         one(2, 9),
		"two strangers":                      pair(handoff(child, 9, 9), handoff(child, 10, 10)),
		"a player of this island":            one(1, 9),
	} {
		i := new(island.Island)
		if err := i.Restore(home.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		if federation.Receive(&i.State, 77, m); i.Digest() != home.Digest() {
			t.Errorf("%s comes", name)
		}
		if err := new(island.Island).Restore(i.Snapshot(nil)); err != nil {
			t.Errorf("after %s: %v", name, err)
		}
	}
	federation.Receive(&home.State, 77, pair(handoff(child, 2, seat), handoff(child, 9, 9)))
	if home.Roster.BySeat(seat) == nil || home.Roster.BySeat(9) != nil {
		t.Error("of a pair of a player and a stranger the player does not come alone")
	}
	rig.Livable(t, home.Island)
}

// FuzzMessage lets any bytes be a message from home to a child and back.
func FuzzMessage(f *testing.F) {
	g, home, child := correspondents(f)
	homeSnapshot, childSnapshot := home.Snapshot(nil), child.Snapshot(nil)
	f.Add(uint8(0), federation.AppendMoved(78, 77))
	f.Add(uint8(0), codec.U16([]byte{uint8(federation.BorderLetter)}, 3))
	f.Add(uint8(1), federation.AppendPlaces(codec.U16([]byte{uint8(federation.AskLetter)}, 1), []grid.Region{{X: 1, Y: 1}, {X: 40, Y: 40}}))
	f.Add(uint8(0), codec.U64(world.AppendPlace([]byte{uint8(federation.HeldLetter)}, grid.Region{X: 9}), 79))
	if leases := child.Register.Leases; len(leases) > 0 { // land that goes back with a claim
		at := leases[0].At
		c := claim.Claim{Plot: claim.Plot{At: at.Tile(0), W: 4, H: 4}, ID: 5, Owner: rig.Key(2), Friends: []game.PlayerID{rig.Key(1)}}
		back := codec.Uvarint(world.AppendPlace([]byte{uint8(federation.BackLetter)}, at), leases[0].Number)
		f.Add(uint8(1), claim.AppendList(back, []claim.Claim{c}))
	}
	var lit lights.Table
	lit.Light(3, lights.Entry{At: terrain.Lights(home.Gen.Seed)[3], Since: 5, Seat: 1})
	f.Add(uint8(1), lit.Append(codec.U64([]byte{uint8(federation.LightsLetter)}, 5)))
	var first annals.Table
	first.Note(3, annals.Entry{Since: 5, Name: entity.NameOf("Ada")})
	f.Add(uint8(1), first.Append(codec.U64([]byte{uint8(federation.AnnalsLetter)}, 5)))
	f.Add(uint8(1), abroad.AppendNotes(codec.U64([]byte{uint8(federation.PeopleLetter)}, 5), []abroad.Note{{Seat: 2, Need: abroad.Lost, Until: 99, Pins: [entity.MostPins]entity.Pin{{Sign: 1}}}}))
	f.Add(uint8(1), append([]byte{uint8(federation.CrossLetter)}, handoff(child, 2, 2)...))
	f.Add(uint8(1), codec.Blob(codec.Blob([]byte{uint8(federation.PairLetter)}, handoff(child, 2, 2)), handoff(child, 9, 9)))
	for range 30 {
		child.Drag(2, 0, 30)
		g.Step(6, nil)
		for _, s := range g.Ships {
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
		rig.Livable(t, i)
	})
}
