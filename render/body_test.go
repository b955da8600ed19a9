package render

import (
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// TestWhoIsFrozenIsSeen: a frozen or numb player is blue and has a snowball over the head; others have none.
func TestWhoIsFrozenIsSeen(t *testing.T) {
	r := newRenderer(t, "simple")
	p := newPainted(1, tile.Snow)
	s := &Scene{World: p, Tick: 12 * game.TicksPerDay / 24}
	p.person(s, 0.5, 0.5, 64, entity.Look{})
	frozen := p.person(s, 2.5, 0.5, 64, entity.Look{Skin: 1, Hair: 1, HairColour: 2, Shirt: 1, Hat: 1}).ID
	numb := p.person(s, 4.5, 0.5, 64, entity.Look{Skin: 2, Hair: 3, HairColour: 3, Shirt: 2, Trousers: 2}).ID
	for n, under := range []map[game.EntityID]act.Effect{nil, {frozen: act.Frozen}, {frozen: act.Frozen, numb: act.Numb}} {
		p.effects = under
		m := shoot(t, r, s, 480, 270, 3)
		if got := len(drawn(r, r.atlas.Icons[item.Snowball])); got != n {
			t.Errorf("%d are frozen or numb, %d snowballs stand over heads", n, got)
		}
		write(t, m, "frozen")
	}
}
