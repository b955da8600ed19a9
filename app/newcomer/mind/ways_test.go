package mind

import (
	"slices"
	"testing"

	"manyhold/app/newcomer/senses"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/goal"
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

// TestFriendsShareTheLamps: of friends who keep a watch, each sees to the lamps that nobody is nearer to; who
// stands beside another one goes to the lamp that is farthest from all. Alone one sees to all of them.
func TestFriendsShareTheLamps(t *testing.T) {
	lamps := []grid.Tile{{X: 0, Y: 0}, {X: 12, Y: 0}, {X: 0, Y: 12}, {X: 12, Y: 12}}
	friend := func(seat entity.Seat, x, y int32, flags entity.Flags) entity.Body {
		return entity.Body{ID: game.EntityID(seat), Kind: entity.Player, Seat: seat, Pos: grid.Tile{X: x, Y: y}.Centre(), Flags: flags}
	}
	for name, x := range map[string]struct {
		here    grid.Tile
		friends []entity.Body
		want    []grid.Tile
	}{
		"alone":                      {grid.Tile{X: 1, Y: 1}, nil, lamps},
		"beside a creature":          {grid.Tile{X: 1, Y: 1}, []entity.Body{{ID: 9, Kind: entity.Shade}}, lamps},
		"a friend at another lamp":   {grid.Tile{X: 1, Y: 1}, []entity.Body{friend(1, 11, 11, 0)}, lamps[:1]},
		"a friend with a later seat": {grid.Tile{X: 1, Y: 1}, []entity.Body{friend(9, 1, 1, 0)}, lamps},
		"one with an earlier seat":   {grid.Tile{X: 1, Y: 1}, []entity.Body{friend(1, 1, 1, 0)}, lamps[1:2]},
		"one who is knocked out":     {grid.Tile{X: 1, Y: 1}, []entity.Body{friend(1, 1, 1, entity.Asleep)}, lamps},
		"at each of three another":   {grid.Tile{X: 6, Y: 6}, []entity.Body{friend(1, 0, 1, 0), friend(2, 11, 0, 0), friend(3, 1, 12, 0)}, lamps[3:]},
	} {
		p, _, _ := paced()
		p.Here, p.Pos, p.Seat, p.Bodies = x.here, x.here.Centre(), 5, x.friends
		if got := p.share(lamps); !slices.Equal(got, x.want) {
			t.Errorf("%s: it sees to %v, want %v", name, got, x.want)
		}
	}
}

// TestErrandsEndWithTheirTower: what a tower asked for is fetched while that tower is the goal, and forgotten
// when a friend has lit it.
func TestErrandsEndWithTheirTower(t *testing.T) {
	for _, lit := range []bool{false, true} {
		p, _, _ := paced()
		p.tried.tower, p.Arrow, p.Goal, p.Aimed = grid.Tile{X: 90, Y: 9}, grid.Tile{X: 90, Y: 9}, goal.First+4, true
		p.errand = item.Stack{Kind: item.Pump, Count: 1}
		if lit {
			p.Arrow, p.Goal = grid.Tile{X: 9, Y: 90}, goal.First+5
		}
		if a := p.errands(); (a == nil) != lit || (p.errand.Count == 0) != lit {
			t.Errorf("lit: %v; it is at %T with the errand %v", lit, a, p.errand)
		}
	}
}
