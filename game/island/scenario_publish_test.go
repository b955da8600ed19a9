package island_test

import (
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// lantern is a version of a blueprint of player 1, signed by player n.
func lantern(version uint32, n int, source string) (*blueprint.Blueprint, []byte) {
	b := &blueprint.Blueprint{Author: rig.Maker(1), Version: version, By: "ann", Title: "Lantern", Licence: "MIT", Host: source}
	return b, rig.Seal(b, n)
}

// ranked gives the n-th maker a rank.
func ranked(n int, r rights.Rank) world.Ordinance {
	return world.Ordinance{Topic: world.OfRank, Subject: rig.Maker(n), Value: uint64(r)}
}

// published brings a blueprint into the world, a piece each turn, and returns what is said of it.
func published(t *testing.T, s *rig.Stage, b *blueprint.Blueprint, data []byte) *event.Event {
	t.Helper()
	for n := 0; s.Building().Publish(b, data, 100); n++ {
		if n > len(data)/100 {
			t.Fatal("it does not end")
		}
		s.Run(game.TicksPerTurn)
		for _, k := range []event.Kind{event.Published, event.Unpublished} {
			if e := s.Saw(k); e != nil {
				return e
			}
		}
	}
	return nil
}

// TestPublish: a blueprint holds from the turn of its last piece on, and a draft is a part of the state.
func TestPublish(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Decide(ranked(1, rights.Builder)).Decide(ranked(2, rights.Builder))
	source := strings.Repeat("x = 1\n", 100)
	b, data := lantern(1, 1, source)
	if !s.Building().Publish(b, data, 100) {
		t.Fatal("no first piece")
	}
	digest := s.Digest()
	s.Run(game.TicksPerTurn)
	if s.Digest() == digest || len(s.Blueprints.List()) != 0 || s.Blueprints.Sum() == 0 {
		t.Fatal("a draft is no part of the state, or a blueprint")
	}
	e := published(t, s, b, data)
	if e == nil || e.Kind != event.Published || e.A != 1 || e.Text != "ann/Lantern" || s.Blueprints.Find(b.ID()).Hash != b.Sum() {
		t.Fatalf("%+v", e)
	}
	if published(t, s, b, data) != nil {
		t.Error("a version is published twice")
	}
	next, nextData := lantern(2, 1, source+"#")
	if e := published(t, s, next, nextData); e == nil || e.Kind != event.Published || e.A != 2 || len(s.Blueprints.List()) != 1 {
		t.Fatalf("%+v", e)
	}
	theirs, theirData := lantern(3, 2, source)
	if published(t, s, theirs, theirData) != nil {
		t.Error("a builder publishes another's blueprint")
	}
}

// TestUnpublished: the rules count when the last piece comes. A turn that first takes the editor's rank away
// brings a version that is not admitted.
func TestUnpublished(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Decide(ranked(2, rights.Visitor))
	b := &blueprint.Blueprint{Version: 1, By: "eve", Title: "Lantern", Licence: "MIT"}
	data := rig.Seal(b, 2)
	if s.Building().Publish(b, data, 100) {
		t.Fatal("an honest leader takes what a visitor publishes")
	}
	s.Decide(ranked(2, rights.Builder))
	for at := 0; at < len(data); at += 100 {
		last := at+100 >= len(data)
		if last && !s.Building().Proclaim(world.Ordinance{Topic: world.OfRank, Subject: rig.Maker(2), Value: uint64(rights.Visitor), Word: 99}) {
			t.Fatal("no ordinance")
		}
		if !s.Building().Publish(b, data, 100) {
			t.Fatal("no next piece")
		}
		s.Run(game.TicksPerTurn)
		if e := s.Saw(event.Unpublished); (e != nil) != last || e != nil && (event.Reason(e.B) != event.NotAllowed || e.Text != "eve/Lantern") {
			t.Fatalf("at %d: %+v", at, e)
		}
	}
	if s.Blueprints.Sum() != 0 || s.Saw(event.Published) != nil {
		t.Error("something is left of it")
	}
}
