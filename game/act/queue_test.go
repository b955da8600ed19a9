package act_test

import (
	"bytes"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/gate"
	"manyhold/game/island"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// full is a world with as many players as strangers fill.
func full(t *testing.T) *rig.Stage {
	return rig.NewStage(t).Enter(world.MaxPlayers - world.KeptPlaces)
}

// asks lets a player of no seat ask to come in.
func asks(s *rig.Stage, players ...int) {
	s.T.Helper()
	for _, n := range players {
		s.Ask(n, command.Command{Kind: command.Enter})
		s.Run(3)
	}
}

// place checks the reason why a player is not in the world, and its place in the queue.
func place(s *rig.Stage, n int, want event.Reason, before int) {
	s.T.Helper()
	if why, ahead := act.Refusal(&s.State, rig.Key(n)); why != want || ahead != before {
		s.T.Errorf("player %d: %v, %d before; want %v, %d", n, why, ahead, want, before)
	}
}

// TestQueueInOrder: players that find the world full enter in the order in which they came, those with a rank
// first, and nobody passes them.
func TestQueueInOrder(t *testing.T) {
	s := full(t)
	place(s, 101, event.NoReason, 0)
	asks(s, 101, 102, 103)
	place(s, 101, event.WorldFull, 0)
	place(s, 102, event.WorldFull, 1)
	place(s, 103, event.WorldFull, 2)
	s.Ask(1, command.Command{Kind: command.Leave})
	s.Run(3)
	asks(s, 104, 103, 102) // there is one free place, and it is not theirs
	place(s, 104, event.WorldFull, 3)
	if p := s.Player(102); p != nil {
		t.Fatal("a player passes another one in the queue")
	}
	asks(s, 101)
	place(s, 101, event.NoReason, 0)
	if p := s.Player(101); p == nil || p.Body == 0 {
		t.Fatal("the first of the queue finds no room")
	}
	place(s, 102, event.WorldFull, 0)
	s.Grant(104, rights.Visitor)
	place(s, 104, event.WorldFull, 0)
	place(s, 102, event.WorldFull, 1)
}

// TestQueueForgets: a player that asks no more loses its place.
func TestQueueForgets(t *testing.T) {
	s := full(t)
	asks(s, 101, 102)
	for range 3 {
		s.Run(int(gate.QueuePatience) / 2)
		asks(s, 102)
	}
	place(s, 101, event.NoReason, 0)
	place(s, 102, event.WorldFull, 0)
	s.Run(int(gate.QueuePatience) + 3)
	if q := s.Gate.Queue(s.Clock); len(q) != 0 {
		t.Errorf("%d wait", len(q))
	}
}

// TestQueueIsBounded: a full queue takes no more strangers, but a player with a rank in place of one.
func TestQueueIsBounded(t *testing.T) {
	s := full(t)
	for n := range gate.MaxQueue + 3 {
		asks(s, 101+n)
	}
	if q := s.Gate.Queue(s.Clock); len(q) != gate.MaxQueue {
		t.Fatalf("%d wait", len(q))
	}
	place(s, 100+gate.MaxQueue+1, event.NoReason, 0)
	for n := range world.KeptPlaces { // these, too
		s.Grant(200+n, rights.Visitor)
		asks(s, 200+n)
	}
	s.Grant(300, rights.Visitor)
	asks(s, 300)
	place(s, 300, event.WorldFull, 0)
	place(s, 100+gate.MaxQueue, event.NoReason, 0)
	place(s, 101, event.WorldFull, 1)
}

// TestQueueOfACrowd: strangers that come too fast wait in order, too.
func TestQueueOfACrowd(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	for s.Gate.Admits(s.Clock) > 0 {
		s.Gate.Take(s.Clock)
	}
	asks(s, 101, 102)
	place(s, 102, event.Crowded, 1)
	for at := game.Tick(0); at < gate.StrangerEvery; at += 60 {
		s.Run(60)
		asks(s, 102, 101)
	}
	if s.Player(101) == nil || s.Player(102) != nil {
		t.Error("the first does not enter first")
	}
	place(s, 102, event.Crowded, 0)
}

// TestQueueIsState: a snapshot has the queue, and so has a copy.
func TestQueueIsState(t *testing.T) {
	s := full(t)
	asks(s, 101, 102)
	again, err := world.DecodeSnapshot(s.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	if why, ahead := act.Refusal(again, rig.Key(102)); why != event.WorldFull || ahead != 1 || !bytes.Equal(again.Snapshot(nil), s.Snapshot(nil)) {
		t.Errorf("%v, %d before", why, ahead)
	}
	// what orders and the window look at is a copy
	var near island.Island
	s.CopyNear(&near, s.SpawnTile)
	asks(s, 103)
	if why, ahead := act.Refusal(&near.State, rig.Key(102)); why != event.WorldFull || ahead != 1 || len(near.Gate.Queue(near.Clock)) != 2 {
		t.Errorf("in a copy: %v, %d before", why, ahead)
	}
}

// TestRefusalOfAPolicy: the policy of entry is the reason before any queue.
func TestRefusalOfAPolicy(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	s.Decide(world.Ordinance{Topic: world.OfEntry, Value: uint64(rights.Invited), Word: 1})
	asks(s, 101)
	place(s, 101, event.NotInvited, 0)
	s.Grant(101, rights.Visitor)
	place(s, 101, event.NoReason, 0)
	s.Decide(world.Ordinance{Topic: world.OfEntry, Value: uint64(rights.Members), Word: 2})
	place(s, 101, event.MembersOnly, 0)
	place(s, 1, event.NoReason, 0)
}
