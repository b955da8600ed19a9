package window

import (
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/claim"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/rights"
	gameworld "manyhold/game/world"
	"manyhold/render/ui/model"
)

// TestPlots: the rectangle between two tiles is the same from every corner, and no larger than a claim may be.
func TestPlots(t *testing.T) {
	a, b := grid.Tile{X: -5, Y: 9}, grid.Tile{X: 6, Y: 2}
	want := claim.Plot{At: grid.Tile{X: -5, Y: 2}, W: 12, H: 8}
	for _, p := range []claim.Plot{plot(a, b), plot(b, a), plot(grid.Tile{X: -5, Y: 2}, grid.Tile{X: 6, Y: 9})} {
		if p != want {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
	for _, far := range []grid.Tile{{X: 500, Y: -500}, {X: -500, Y: 500}} {
		if p := plot(a, far); p.W != claim.MaxSide || p.H != claim.MaxSide || !p.Has(a) || !p.Valid() {
			t.Errorf("to %v: %+v", far, p)
		}
	}
}

// TestClaimingByHand: a player draws a rectangle and has it; where another was first, the next free place is
// offered for a while, and a key claims it.
func TestClaimingByHand(t *testing.T) {
	b := newSite(t)
	b.s.world.Code.Put(gameworld.Ordinance{Topic: gameworld.OfRank, Subject: b.s.me, Value: uint64(rights.Keeper), Word: 1})
	here := b.s.world.SpawnTile
	draw := func(from, to grid.Tile) {
		b.p.build.Tool = model.ToolClaim
		b.p.survey.press(from)
		b.p.aim = to
		var m model.Land
		if b.p.showDraft(&m); m.Draft != plot(from, to) {
			t.Errorf("draws %+v", m.Draft)
		}
		c, ok := b.p.survey.release(to)
		if !ok {
			t.Fatal("drew nothing")
		}
		b.p.ask(c)
	}
	draw(here.Add(3, 3), here.Add(-2, -1))
	b.until("the claim", func() bool { return len(b.s.world.Claims.List()) == 1 })
	var m model.Land
	showLand(&m, &b.p.View.World.State, b.p.me())
	b.until("the claim in view", func() bool {
		showLand(&m, &b.p.View.World.State, b.p.me())
		return len(m.Claims) == 1
	})
	if c := m.Claims[0]; !c.Mine || c.Owner != "Ada" || c.Plot != plot(here.Add(3, 3), here.Add(-2, -1)) || c.Days != gameworld.ClaimDays || m.Claimed != 1 || m.Tiles != 30 || m.MostClaims != 12 || !m.MayEndAll {
		t.Errorf("shows %+v", m)
	}
	theirs := plot(here.Add(10, 0), here.Add(14, 4))
	b.s.world.Claims.Put(claim.Claim{Plot: theirs, ID: 9, Owner: game.PlayerID{8}})
	b.until("the other's claim in view", func() bool { return b.p.View.World.Claims.Find(9) != nil })
	b.p.aim = here.Add(12, 2)
	if b.p.showDraft(&m); m.Why != event.Overlap {
		t.Errorf("the tool says %v of another's land", m.Why)
	}
	draw(here.Add(12, 2), here.Add(16, 3))
	offered := func() bool { return b.p.offered().W > 0 }
	b.until("an offer", offered)
	o := b.p.offered()
	if o.Tiles() != 10 || o.Meets(theirs) || act.FitsClaim(&b.p.View.World.State, b.p.me(), b.p.View.World.Space.Body(b.p.me().Body), o) != event.NoReason {
		t.Errorf("offered %+v", o)
	}
	b.p.ask(o)
	if b.p.offered().W > 0 {
		t.Error("is offered once more while it is claimed")
	}
	b.until("the place that was offered", func() bool { return len(b.s.world.Claims.List()) == 3 })
	draw(here.Add(12, 2), here.Add(16, 3))
	b.until("another offer", offered)
	b.p.ticks += offerTicks
	if b.p.offered().W > 0 {
		t.Error("is offered for ever")
	}
}
