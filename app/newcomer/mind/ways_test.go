package mind

import (
	"testing"

	"manyhold/app/newcomer/senses"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// TestOtherOre: a newcomer follows the arrow to the mountain; when it has found no way for a while it looks
// in the panel for other ore. Where that leads nowhere it explores, and thinks of the mountain now and then.
func TestOtherOre(t *testing.T) {
	p, _, _ := paced()
	m := grid.Tile{X: -250, Y: 150}
	p.Bag[0] = item.Stack{Kind: item.StonePick, Count: 1}
	p.tried.mountain = m
	there := func(a act) bool {
		w, walks := a.(*walking)
		return walks && w.to == m
	}
	if !there(p.seek(item.RawCopper)) {
		t.Error("it does not set out for the mountain")
	}
	p.Now += detour - 1
	if !there(p.seek(item.RawCopper)) {
		t.Error("it has given the mountain up too soon")
	}
	p.Now++
	if a, ok := p.seek(item.RawCopper).(*consulting); !ok {
		t.Errorf("it does not look in the panel, but %T", a)
	}
	p.lead.dir, p.lead.legs = 0, leadLeg // east
	if w, ok := p.seek(item.RawCopper).(*walking); !ok || w.to != p.Here.Add(leadLeg, 0) {
		t.Errorf("it does not follow the panel, but %+v", w)
	}
	p.lead.after = p.Now + mountainTime
	straight := 0
	for range 8 {
		if there(p.seek(item.RawCopper)) {
			straight++
		}
	}
	if straight != 2 {
		t.Errorf("it tries the mountain in %d of 8", straight)
	}
}

// TestClearsTheStones: whatever stands where one goes into a stone is dug away before the embers are taken,
// because nobody digs with embers in hand; and only that.
func TestClearsTheStones(t *testing.T) {
	at, stone, hearth := grid.Tile{X: 20, Y: 20}, grid.Tile{X: 29, Y: 20}, grid.Tile{X: 27, Y: 28}
	before := grid.Tile{X: 30, Y: 20}
	for _, x := range []struct {
		name  string
		block tile.Block
		on    grid.Tile
		far   bool
		vain  int
		want  grid.Tile // what it digs or goes to; else it goes to the hearth
	}{
		{name: "a boulder before the stone", block: tile.Boulder, on: before, want: before},
		{name: "far away", block: tile.Boulder, on: before, far: true, want: before},
		{name: "in vain before", block: tile.Boulder, on: before, vain: 3},
		{name: "a wall that stays", block: tile.VaultWall, on: before},
		{name: "a mushroom", block: tile.Mushroom, on: before},
		{name: "a boulder beside", block: tile.Boulder, on: before.Add(0, 2)},
	} {
		p, _, _ := paced()
		p.Here = grid.Tile{X: 31, Y: 21}
		if x.far {
			p.Here = grid.Tile{X: 26, Y: 31}
		}
		p.Pos = p.Here.Centre()
		p.Bag[0] = item.Stack{Kind: item.StonePick, Count: 1}
		for dy := int32(-12); dy <= 12; dy++ {
			for dx := int32(-12); dx <= 12; dx++ {
				p.Memory.Note(at.Add(dx, dy), senses.Cell{Ground: tile.Grass, Seen: true})
			}
		}
		p.Memory.Note(stone, senses.Cell{Ground: tile.Grass, Block: tile.StandingStone, Seen: true})
		p.Memory.Note(hearth, senses.Cell{Ground: tile.Grass, Block: tile.Hearth, Seen: true})
		p.Memory.Note(x.on, senses.Cell{Ground: tile.Grass, Block: x.block, Seen: true})
		p.vain[x.on] = x.vain
		s := p.survey(at)
		want := x.want
		if want == (grid.Tile{}) {
			want = hearth
		}
		got := grid.Tile{}
		switch a := (tower{p}).passage(at, &s).(type) {
		case *digging:
			got = a.at
		case *walking:
			got = a.to
		}
		if got != want {
			t.Errorf("%s: it is at %v, want %v", x.name, got, want)
		}
	}
}
