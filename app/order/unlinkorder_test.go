package order

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/grid"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// authored is a blueprint of another author, with the authors before.
func authored(t *testing.T, by int, title string, credits ...blueprint.Credit) blueprint.Entry {
	e := lamp(t, title)
	b := *e.Blueprint
	b.Author, b.Editor, b.By, b.Credits, b.Licence = rig.Key(by), rig.Key(by), "bob", credits, "CC-BY-SA-4.0"
	data := blueprint.Append(nil, &b)
	return blueprint.Entry{Blueprint: &b, ID: b.ID(), Hash: blueprint.HashOf(data), Bytes: data}
}

// TestUnlink: a thing becomes one of the player's own copy, which credits its authors and keeps its licence;
// a copy of one's own blueprint gets another title; and each way in which it cannot be done has its words.
func TestUnlink(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
	act.Enact(&s.State, world.Ordinance{Topic: world.OfRank, Subject: rig.Key(1), Value: uint64(rights.Builder), Word: 9})
	first := blueprint.Credit{Author: rig.Key(3), By: "cy", Title: "Old"}
	theirs := authored(t, 2, "Lamp", first)
	long := lamp(t, strings.Repeat("x", blueprint.MaxTitle))
	var many []blueprint.Credit
	for n := range blueprint.MaxCredits {
		many = append(many, blueprint.Credit{Author: rig.Key(9), By: "x", Title: fmt.Sprint("T", n)})
	}
	crowded := authored(t, 2, "Crowd", many...)
	for _, e := range []blueprint.Entry{theirs, long, crowded} {
		s.Blueprints.Put(e)
	}
	drafts, answers := make(chan []byte), make(chan error)
	h := &Actor{World: s.Island, Me: rig.Key(1), Issue: func(c command.Command) uint64 { return s.Ask(1, c) }}
	publish := func(_ context.Context, draft []byte) (string, error) {
		drafts <- draft
		return "", <-answers
	}
	var copied *blueprint.Blueprint
	do := func(line string, answer error) (string, error) {
		t.Helper()
		o, err := ParseOrder(line)
		if err != nil {
			return "", err
		}
		for range 100 {
			done, said, err := o.Step(h)
			if done || err != nil {
				return said, err
			}
			if u, ok := o.(*unlinkOrder); ok && u.last == nil { // as a node signs it
				b, err := blueprint.Decode(<-drafts)
				if err != nil {
					t.Fatal(err)
				}
				b.Author, b.Editor, b.By = rig.Key(1), rig.Key(1), "ann"
				data := blueprint.Append(nil, b)
				s.Blueprints.Put(blueprint.Entry{Blueprint: b, ID: b.ID(), Hash: blueprint.HashOf(data), Bytes: data})
				copied = b
				answers <- answer
				for done := false; !done && err == nil && u.last == nil; {
					if done, _, err = u.Step(h); done || err != nil {
						return "", err
					}
				}
			}
			s.Run(game.TicksPerTurn)
			h.Events = s.Log
		}
		t.Fatalf("%s does not end", line)
		return "", nil
	}
	put := func(name string, at grid.Tile) string {
		t.Helper()
		if _, err := do(fmt.Sprintf("put %s %d %d", name, at.X, at.Y), nil); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%x", uint64(s.Island.Things.Block(at).ID))
	}
	h.Publish = publish
	id := put("bob/Lamp", s.At(1, 0))
	said, err := do("unlink "+id, nil)
	if x := s.Island.Things.Block(s.At(1, 0)); err != nil || !strings.Contains(said, "your blueprint Lamp now") || x.Of != blueprint.IDOf(rig.Key(1), "Lamp") {
		t.Fatalf("%q, %v, %+v", said, err, x)
	}
	if want := []blueprint.Credit{first, {Author: rig.Key(2), By: "bob", Title: "Lamp"}}; !reflect.DeepEqual(copied.Credits, want) || copied.Licence != "CC-BY-SA-4.0" || copied.Version != 1 {
		t.Errorf("%+v", copied)
	}
	if !reflect.DeepEqual(theirs.Credits, []blueprint.Credit{first}) {
		t.Error("the original changed")
	}
	if said, err = do("unlink "+id, nil); err != nil || copied.Title != "Lamp-2" || len(copied.Credits) != 2 {
		t.Errorf("a copy of one's own: %q, %v, %+v", said, err, copied)
	}
	if _, err = do("unlink "+put("xxxx", s.At(0, 1)), nil); err != nil || copied.Title != strings.Repeat("x", blueprint.MaxTitle-2)+"-2" {
		t.Errorf("a long title: %v, %+v", err, copied)
	}
	for _, c := range []struct {
		line, want string
		answer     error
	}{
		{"unlink", "needs the ID", nil},
		{"unlink lamp", "not the ID of a thing", nil},
		{"unlink 123", "no thing has the ID 123", nil},
		{"unlink " + put("Crowd", s.At(0, -1)), "as many authors as can be named: 8", nil},
		{"unlink " + id, "your rank", errors.New("your rank does not let you")},
	} {
		if said, err := do(c.line, c.answer); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v; want %q", c.line, said, err, c.want)
		}
	}
	s.Things.Change(s.Island.Things.Block(s.At(0, 1)).ID, func(x *thing.Thing) { x.Owner = rig.Key(2) })
	for _, line := range []string{"unlink %x", "props %x seconds=3"} {
		if _, err := do(fmt.Sprintf(line, uint64(s.Island.Things.Block(s.At(0, 1)).ID)), nil); err == nil || !strings.Contains(err.Error(), "another player's") {
			t.Errorf("%s: %v", line, err)
		}
	}
	at := s.At(0, 1)
	if said, err := do(fmt.Sprintf("look %d %d", at.X, at.Y), nil); err != nil || !strings.Contains(said, fmt.Sprintf("xx-2 (%x) on ", uint64(s.Island.Things.Block(at).ID))) {
		t.Errorf("look: %q, %v", said, err)
	}
	if h.Publish = nil; s.Island.Things.Block(s.At(1, 0)).Of != blueprint.IDOf(rig.Key(1), "Lamp-2") {
		t.Error("a refused copy took the thing")
	}
	if _, err := do("unlink "+id, nil); err == nil || !strings.Contains(err.Error(), "no node here") {
		t.Error(err)
	}
}
