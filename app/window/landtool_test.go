package window

import (
	"testing"

	"manyhold/app/window/land"
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/claim"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/rights"
	gameworld "manyhold/game/world"
	"manyhold/render/ui/model"
)

// TestClaimingByHand: a player draws a rectangle and has it; where another was first, the next free place is
// offered for a while, and a key claims it.
func TestClaimingByHand(t *testing.T) {
	b := newSite(t)
	b.s.world.Code.Put(gameworld.Ordinance{Topic: gameworld.OfRank, Subject: b.s.me, Value: uint64(rights.Keeper), Word: 1})
	here := b.s.world.SpawnTile
	show := func(m *model.Land) {
		b.p.build.Land.Show(m, &b.p.View.World.State, b.p.me(), b.p.aim, b.p.build.Tool == model.ToolClaim, b.p.ticks)
	}
	draw := func(from, to grid.Tile) {
		b.p.build.Tool = model.ToolClaim
		b.p.build.Land.Press(from)
		b.p.aim = to
		var m model.Land
		if show(&m); m.Draft != land.Plot(from, to) {
			t.Errorf("draws %+v", m.Draft)
		}
		c, ok := b.p.build.Land.Release(to)
		if !ok {
			t.Fatal("drew nothing")
		}
		b.p.claim(c)
	}
	draw(here.Add(3, 3), here.Add(-2, -1))
	b.until("the claim", func() bool { return len(b.s.world.Claims.List()) == 1 })
	var m model.Land
	land.Show(&m, &b.p.View.World.State, b.p.me())
	b.until("the claim in view", func() bool {
		land.Show(&m, &b.p.View.World.State, b.p.me())
		return len(m.Claims) == 1
	})
	if c := m.Claims[0]; !c.Mine || c.Owner != "Ada" || c.Plot != land.Plot(here.Add(3, 3), here.Add(-2, -1)) || c.Days != gameworld.ClaimDays || m.Claimed != 1 || m.Tiles != 30 || m.MostClaims != 12 || !m.MayEndAll {
		t.Errorf("shows %+v", m)
	}
	theirs := land.Plot(here.Add(10, 0), here.Add(14, 4))
	b.s.world.Claims.Put(claim.Claim{Plot: theirs, ID: 9, Owner: game.PlayerID{8}})
	b.until("the other's claim in view", func() bool { return b.p.View.World.Claims.Find(9) != nil })
	b.p.aim = here.Add(12, 2)
	if show(&m); m.Why != event.Overlap {
		t.Errorf("the tool says %v of another's land", m.Why)
	}
	draw(here.Add(12, 2), here.Add(16, 3))
	offered := func() bool { return b.p.build.Land.Offered(b.p.ticks).W > 0 }
	b.until("an offer", offered)
	o := b.p.build.Land.Offered(b.p.ticks)
	if o.Tiles() != 10 || o.Meets(theirs) || act.FitsClaim(&b.p.View.World.State, b.p.me(), b.p.View.World.Space.Body(b.p.me().Body), o) != event.NoReason {
		t.Errorf("offered %+v", o)
	}
	b.p.claim(o)
	if b.p.build.Land.Offered(b.p.ticks).W > 0 {
		t.Error("is offered once more while it is claimed")
	}
	b.until("the place that was offered", func() bool { return len(b.s.world.Claims.List()) == 3 })
	draw(here.Add(12, 2), here.Add(16, 3))
	b.until("another offer", offered)
	b.p.ticks += land.OfferTicks
	if b.p.build.Land.Offered(b.p.ticks).W > 0 {
		t.Error("is offered for ever")
	}
}
