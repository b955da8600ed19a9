package window

import (
	"slices"
	"time"

	"manyhold/app/feed"
	"manyhold/app/window/goals"
	"manyhold/app/window/inspect"
	"manyhold/app/window/together"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// boardEvery is how often the notice board is written anew, in ticks.
const boardEvery = 30

// fill shows the player's world.
func (v *play) fill(m *model.Model) {
	s, p := v.s, v.p
	m.Phase = model.Playing
	if p.net.links == nil {
		p.net.links, p.net.rankings = p.net.linkOf, p.rankOf
	}
	m.Game.LinkOf, m.Game.RankOf = p.net.links, p.net.rankings
	showWorld(m, &s.scene, p.View.World)
	m.Game.Me = p.me()
	if name := p.node.WorldName(); name != "" {
		m.Game.Name = name
	}
	shown := p.shown() != nil
	m.Scene = model.SceneView{On: shown, Paused: p.still()}
	m.HUD.Hints = s.id.Conf.Settings.Player.Hints && !shown
	m.HUD.Guide = !shown && goals.Fresh(p.me(), p.View.Tick)
	m.HUD.Aim = v.aimView()
	m.HUD.Plate = p.finds.Plate(s.words, p.View.World, p.aim)
	m.Build.Plan = m.Build.Plan[:0]
	if m.Game.Me != nil {
		m.Build.Plan = p.build.Show(m.Build.Plan, p.site(), p.aim, !s.ui.Captures())
	}
	v.guide.Fill(&m.HUD, &p.View.World.State, p.me(), shown || !s.id.Conf.Settings.Player.Goals)
	m.HUD.Inspect.On = false
	if p.build.Tool == model.ToolInspect && !s.ui.Captures() && m.Game.Me != nil {
		inspect.Look(&m.HUD.Inspect, &p.View.World.State, p.me(), p.aim)
	}
	v.things.fill(m, p)
	if p.ticks%boardEvery == 0 || m.HUD.Board.PlaceName == nil {
		together.Board(&m.HUD.Board, &p.View.World.State, p.me(), p.here(), func(t grid.Tile) string { return p.finds.PlaceName(s.words, t) })
	}
	p.inspect.Fill(&m.Revert, &p.View.World.State, p.me())
	m.Build.Tool, m.Build.Stamped = p.build.Tool, p.build.Stamped()
	m.HUD.Recording, m.HUD.RecordedSecs = p.node.Recorder().Recording()
	p.net.read(p)
	m.Net, m.Share.Invite = p.net.view, p.net.invite
	m.Door = v.entry.Door(p.net.page.Status())
	m.Door.Made = v.office.Made()
	atDoor(v, m)
	if p.net.page.Fill(m, s.words, s.id.Dir); m.Page.Title != "" {
		m.Game.Name = m.Page.Title
	}
	fillMap(v, m)
	p.net.hand.Fill(&m.ByHand, s.words, p.node.ByHand())
	m.Game.Attached, m.Game.Visiting, m.Game.Usurped, m.Game.Tyrant = s.id.Attached, false, p.net.usurped, p.net.tyrant
	for _, text := range p.net.toasts {
		s.ui.Lane().News(text)
		s.ui.Tell(text)
	}
	p.net.toasts = p.net.toasts[:0]
	v.hearShouts()
	v.fillTravel()
	v.bouts.fill(m)
	m.Net.Lead = int(p.View.Lead)
	if m.Net.Banner == "" && time.Now().Before(p.net.until) {
		m.Net.Banner = p.net.banner
	}
}

// fillTravel lists the worlds within travel from this one, while the list is open.
func (v *play) fillTravel() {
	s, p := v.s, v.p
	m := &s.model
	m.Game.BackTo = ""
	if s.travel.from != nil {
		m.Game.BackTo = s.travel.from.name
	}
	if !s.ui.Travelling() {
		s.worlds.travelled = false
		return
	}
	if !s.worlds.travelled { // the list of files is read once
		s.worlds.travelled, s.worlds.kept = true, nil
		if list, err := admin.List(s.id.Dir); err == nil {
			slices.SortFunc(list, func(a, b store.Info) int { return b.Modified.Compare(a.Modified) })
			s.worlds.kept = &list
		}
	}
	m.Title.Worlds = m.Title.Worlds[:0]
	here := p.net.world
	for _, a := range s.offers() {
		id := store.WorldID(a.World).String()
		if a.World != [32]byte{} && id != here && !listed(m, id) {
			m.Title.Worlds = append(m.Title.Worlds, offerOf(s, &a))
		}
	}
	if s.worlds.kept == nil {
		return
	}
	for _, w := range *s.worlds.kept {
		if id := w.ID.String(); w.Problem == "" && id != here && !listed(m, id) {
			m.Title.Worlds = append(m.Title.Worlds, keptOffer(s, &w))
		}
	}
}

// aimView returns the thing at the target that the player would use or take.
func (v *play) aimView() model.Aim {
	p := v.p
	b := p.body()
	if b == nil || p.me() == nil {
		return model.Aim{}
	}
	if b.Body.Flags&entity.Riding != 0 {
		return model.Aim{At: fixed.Vec{X: b.Pos.X, Y: b.Pos.Y - fixed.One}, Body: entity.Cart, Carried: true, Ride: true}
	}
	if b.Body.Flags&entity.Carrying != 0 {
		if o := p.View.World.Space.Body(b.Body.Other); o != nil {
			return model.Aim{At: fixed.Vec{X: b.Pos.X, Y: b.Pos.Y - 2*fixed.One}, Body: o.Kind, Carried: true, Wind: p.wind()}
		}
	}
	offer, other := together.Offer(&p.View.World.State, p.me(), &b.Body)
	if offer.Kind != model.NoCarry && offer.Kind != model.CarryAsk {
		return model.Aim{At: fixed.Vec{X: b.Pos.X, Y: b.Pos.Y - fixed.One}, Carry: offer}
	}
	if p.wound > 0 {
		return model.Aim{At: fixed.Vec{X: b.Pos.X, Y: b.Pos.Y - 2*fixed.One}, Carried: true, Wind: p.wind()}
	}
	if a := p.outlineAim(); a.Outline != item.None {
		return a
	}
	if t, ok := p.usable(p.aim); ok && p.cartOn(t) {
		return model.Aim{At: t.Centre(), Body: entity.Cart, Ride: true}
	} else if ok && p.fallen(t) {
		return model.Aim{At: t.Centre(), Body: entity.Player}
	} else if ok {
		if x, e := p.prompt(t); x != nil {
			a := v.things.hold.Aim(x, e, t)
			a.Why = p.forbids(rights.Use, t)
			return a
		}
		_, block, state, _ := p.View.World.TileAt(t)
		a := model.Aim{At: t.Centre(), Block: block, State: state, Why: p.forbids(rights.Use, t)}
		if block == tile.StandingStone || block == tile.Portal {
			next, opens := act.StoneTurns(t, block, state)
			a.Turns, a.Closes = next, !opens
			a.At.Y -= fixed.One / 2 // they are tall
		}
		return a
	}
	if id := p.nearestLoose(b.Pos); id != 0 {
		if o := p.View.World.Space.Body(id); o != nil {
			return model.Aim{At: o.Pos, Body: o.Kind, Why: p.forbids(rights.Take, grid.TileAt(o.Pos))}
		}
	}
	if offer.Kind == model.CarryAsk {
		if o := p.View.World.Space.Body(other); o != nil {
			return model.Aim{At: o.Pos, Carry: offer}
		}
	}
	held := p.View.Me.Inventory[min(int(p.View.Me.Slot), item.InventorySlots-1)].Kind
	return model.Aim{At: b.Pos, Hand: held, Worn: p.View.Me.Wears(held.Info().Part) == held}
}

// behold gives the scene the land behind the portals near the player, as far as it was seen just now.
func (v *play) behold() {
	s, p := v.s, v.p
	s.scene.Vistas = s.scene.Vistas[:0]
	b := &p.beheld
	if view := p.node.PortalView(); view != nil {
		view.Take(&b.behind)
	}
	for n, seen := range b.behind {
		if seen == nil || time.Since(seen.When) > feed.VistaLife {
			continue
		}
		x := &b.vistas[n]
		x.World, x.Scene, x.Centre = seen.World, seen.Scene, seen.At.Centre().Add(vistaCentre)
		x.Bodies = x.Bodies[:0]
		for _, body := range seen.World.Space.Bodies() {
			x.Bodies = append(x.Bodies, render.Body{Body: body})
		}
		s.scene.Vistas = append(s.scene.Vistas, x)
	}
	v.bouts.behold()
}

// vistaCentre is the middle of the view through a portal, from where one arrives: the match board and the
// portals that lead back are in it.
var vistaCentre = fixed.Vec{Y: -7 * fixed.One / 2}
