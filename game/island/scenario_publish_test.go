package island_test

import (
	"bytes"
	"crypto/ed25519"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// maker is the key of maker n. Makers need no body in the world, and keys that sign.
func maker(n byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, ed25519.SeedSize))
}

// makerID is the player of that key.
func makerID(n byte) (id game.PlayerID) {
	copy(id[:], maker(n).Public().(ed25519.PublicKey))
	return id
}

// lantern is a version of a blueprint of a maker, signed by another one as package net/key does.
func lantern(version uint32, author, editor byte, source string) (*blueprint.Blueprint, []byte) {
	b := &blueprint.Blueprint{Author: makerID(author), Editor: makerID(editor), Version: version, By: "ann", Title: "Lantern", Licence: "MIT", Host: source}
	message := []byte("manyhold\x00\x12manyhold blueprint")
	copy(b.Seal[:], ed25519.Sign(maker(editor), blueprint.Unsealed(message, b)))
	return b, blueprint.Append(nil, b)
}

// ranked gives a maker a rank.
func ranked(s *rig.Stage, n byte, r rights.Rank) {
	s.Decide(world.Ordinance{Topic: world.OfRank, Subject: makerID(n), Value: uint64(r)})
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
	s := rig.NewStage(t).Enter(1)
	ranked(s, 1, rights.Builder)
	ranked(s, 2, rights.Builder)
	source := strings.Repeat("x = 1\n", 100)
	b, data := lantern(1, 1, 1, source)
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
	next, nextData := lantern(2, 1, 1, source+"#")
	if e := published(t, s, next, nextData); e == nil || e.Kind != event.Published || e.A != 2 || len(s.Blueprints.List()) != 1 {
		t.Fatalf("%+v", e)
	}
	theirs, theirData := lantern(3, 1, 2, source)
	if published(t, s, theirs, theirData) != nil {
		t.Error("a builder publishes another's blueprint")
	}
}

// TestUnpublished: the rules count when the last piece comes. A turn that first takes the editor's rank away
// brings a version that is not admitted.
func TestUnpublished(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	ranked(s, 2, rights.Visitor)
	b, data := lantern(1, 2, 2, "")
	if s.Building().Publish(b, data, 100) {
		t.Fatal("an honest leader takes what a visitor publishes")
	}
	ranked(s, 2, rights.Builder)
	for at := 0; at < len(data); at += 100 {
		last := at+100 >= len(data)
		if last && !s.Building().Proclaim(world.Ordinance{Topic: world.OfRank, Subject: makerID(2), Value: uint64(rights.Visitor), Word: s.Word() + 9}) {
			t.Fatal("no ordinance")
		}
		if !s.Building().Publish(b, data, 100) {
			t.Fatal("no next piece")
		}
		s.Run(game.TicksPerTurn)
		if e := s.Saw(event.Unpublished); (e != nil) != last || e != nil && (event.Reason(e.B) != event.NotAllowed || e.Text != "ann/Lantern") {
			t.Fatalf("at %d: %+v", at, e)
		}
	}
	if s.Blueprints.Sum() != 0 || s.Saw(event.Published) != nil {
		t.Error("something is left of it")
	}
}
