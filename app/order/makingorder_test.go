package order

import (
	"strconv"
	"strings"
	"testing"

	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// lamp is a blueprint that an island knows.
func lamp(t *testing.T, title string) blueprint.Entry {
	b := &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: 3, By: "ann", Title: title, Licence: "CC0-1.0",
		Shape: blueprint.Shape{Form: blueprint.Block, Solid: true}, Props: []blueprint.Prop{
			{Key: "glow", Field: blueprint.Number, Max: 9 * fixed.One}, {Key: "on", Field: blueprint.Toggle}, {Key: "words", Field: blueprint.Line}}}
	if err := b.Check(); err != nil {
		t.Fatal(err)
	}
	data := blueprint.Append(nil, b)
	return blueprint.Entry{Blueprint: b, ID: b.ID(), Hash: blueprint.HashOf(data), Bytes: data}
}

// TestThingsByOrders places a thing, sets its properties, and puts it away, all by words.
func TestThingsByOrders(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
	act.Enact(&s.State, world.Ordinance{Topic: world.OfRank, Subject: rig.Key(1), Value: uint64(rights.Builder), Word: 9})
	s.Blueprints.Put(lamp(t, "Lamp"))
	s.Blueprints.Put(lamp(t, "Lamp-post"))
	s.Blueprints.Put(lamp(t, "Goal"))
	do := doing(t, s)
	id := ""
	for _, c := range []struct{ order, says, wrong string }{
		{"blueprints", "ann/Lamp-post, version 3, block, by ann, CC0-1.0", ""},
		{"things", "no things", ""},
		{"put lam ~1 ~0", "", "say which"},
		{"put Lamp ~1 ~0", "put ann/Lamp at", ""},
		{"put go ~2 ~0", "put ann/Goal at", ""},
		{"put ann/lamp-p ~2 ~0", "", "in the way"},
		{"put torch 2 ~1 ~0", "", "nothing is there"},
		{"put nothing ~1 ~1", "", "no blueprint"},
		{"things", "ann/Lamp at", ""},
		{"props ID", "glow=0\non=false\nwords=", ""},
		{"props ID glow=2.5", "set glow=2.5", ""},
		{"props ID on=on", "set on=on", ""},
		{"props ID words=a = b", "set words=a = b", ""},
		{"props ID glow=10", "", "from 0 to 9"},
		{"props ID none=1", "", "no property"},
		{"props ID", "glow=2.5\non=true\nwords=a = b", ""},
		{"move ID ~2 ~1", "moved to", ""},
		{"move ID ~1 ~0", "moved to", ""},
		{"move ID ~1 ~0", "moved to", ""},
		{"move ID ~30 ~0", "", "too far"},
		{"move ID ~2 ~0", "", "in the way"},
		{"move ID 3", "", "and a tile"},
		{"putaway ID", "put away", ""},
		{"putaway ID", "", "nothing is there"},
		{"putaway", "", "needs the ID"},
	} {
		for _, x := range s.Island.Things.List() {
			if e := s.Island.Blueprints.Find(x.Of); e == nil || e.Title != "Lamp" {
				continue
			}
			id = strconv.FormatUint(uint64(x.ID), 16)
		}
		said, err := do(strings.ReplaceAll(c.order, "ID", id))
		switch {
		case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%s: %q, %v; want the error %q", c.order, said, err, c.wrong)
		case c.wrong == "" && (err != nil || !strings.Contains(said, c.says)):
			t.Errorf("%s: %q, %v; want %q", c.order, said, err, c.says)
		}
	}
}
