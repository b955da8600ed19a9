package window

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"

	"manyhold/app/maker"
	"manyhold/app/order"
	"manyhold/app/window/drop"
	"manyhold/app/window/gallery"
	"manyhold/app/window/inspector"
	"manyhold/app/window/palette"
	"manyhold/app/window/passage"
	"manyhold/app/window/views"
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/render/ui/model"
)

// things is what the player does with the things of makers.
type things struct {
	hand   palette.Hand
	moves  palette.Moves
	look   inspector.Inspector
	unlink inspector.Unlinking
	hold   inspector.Hold
	drops  drop.Box
	views  views.Window // the view halves of the things near
	gate   passage.Gate
	worn   gallery.Costumes
}

// newThings returns what a player does with things in a window.
func (s *session) newThings(p *Playing) things {
	h := views.Hooks{Compile: s.renderer.CompileShader, Drop: s.renderer.DropShader, Art: views.ArtOf(p.beheld.gallery.Find)}
	h.Ask = func(id game.EntityID, words string) {
		p.Issue(command.Command{Kind: command.Ask, Entity: id, Text: words})
	}
	h.Sound = func(x *thing.Thing, e *blueprint.Entry, name string) {
		p.beheld.jukebox.Play(e.Blueprint, name, x.ID, x.Owner, p.View.World.ThingPlace(x).Centre())
	}
	h.Failed = func(x *thing.Thing, e *blueprint.Entry, f *views.Fault) {
		if x.Owner == p.node.Player() {
			s.ui.Toast(fmt.Sprintf("%s/%s:%d:%d: %s", e.Title, maker.ViewFile, f.Line, f.Column, f.Why))
		}
	}
	return things{unlink: inspector.NewUnlinking(), drops: drop.NewBox(), worn: gallery.NewCostumes(), views: views.Window{Views: views.New(h)}}
}

// see runs the view halves of the things near the camera.
func (h *things) see(s *session, p *Playing, events []event.Event) {
	scene := views.Scene{Centre: s.renderer.Camera().Centre(), Viewer: p.node.Player(), Events: events}
	scene.Calm, scene.Plain = s.id.Conf.Settings.Video.ReducedMotion, !s.id.Conf.Settings.Video.Makers
	if me := p.me(); me != nil {
		scene.Seat = me.Seat
	}
	s.scene.Drawings = h.views.Show(&scene, p.View, &s.model.Things)
}

// fill shows the palette, what is in hand, and the thing that is looked at.
func (h *things) fill(m *model.Model, p *Playing) {
	w := p.View.World
	m.Things.Palette = h.hand.List(&w.State)
	m.Things.Areas = h.look.Areas(m.Things.Areas[:0], w, m.Game.Centre)
	m.Things.Keeper = p.me() != nil && w.State.Rank(p.me()) >= rights.Keeper
	gallery.Fill(&m.Avatar, &w.State, p.me())
	h.look.Show(&m.Things.Thing, &w.State, p.me())
	h.views.Look(&m.Things.Thing)
	if p.build.Tool == model.ToolThing {
		h.hand.Show(&m.Things.Hand, &w.State, p.me(), p.aim)
	}
}

// prompt returns the thing that use works on at a tile in its reach, nil if there is none.
func (p *Playing) prompt(t grid.Tile) (*thing.Thing, *blueprint.Entry) {
	if b := p.body(); b != nil {
		return act.Prompting(&p.View.World.State, b.Pos, t)
	}
	return nil, nil
}

// drop publishes what was dropped on the window, if anything was, and takes in hand what was published.
func (v *play) drop(dropped fs.FS) {
	p := v.p
	v.things.worn.Next(p.Issue)
	if w := v.s.words; dropped != nil && v.s.ui.Dressing() {
		v.office.Carry(v.things.worn.Drop(dropped, p.node.PutAsset))
	} else if dropped != nil && p.me() != nil {
		words := drop.Words{Known: func(title string) string { return w.Fill("note.assets_known", "name", title) }, More: func(n int) string { return w.Fill("note.more_mistakes", "n", strconv.Itoa(n)) }}
		v.office.Carry(drop.Publishing(v.things.drops.Begin(dropped, &p.View.World.State, p.node.Player(), words), p.node, v.s.tell))
	}
	if id, ok := v.things.drops.Next(&p.View.World.State); ok {
		v.things.hand.Take(id)
		p.build.Tool = model.ToolThing
	}
}

// placeThing lets the hands place what is in hand.
func (v *play) placeThing(pointer bool) {
	p := v.p
	switch c, why, asked := v.things.hand.Work(&v.s.in, &p.View.World.State, p.me(), p.aim, pointer); {
	case !asked:
	case why != event.NoReason:
		v.s.ui.Refuse(why)
	case c.Kind == command.Shift:
		v.things.moves.Note(&p.View.World.State, c.Entity, p.build.Steps())
		p.Issue(c)
		v.things.hand.Move(0)
		p.build.Tool = model.ToolPoint
	default:
		p.Issue(c)
	}
}

// actOnThing carries out an action on things, and reports whether it is one.
func (v *play) actOnThing(a model.Action) bool {
	p, w := v.p, v.p.View.World
	switch a := a.(type) {
	case model.TakeThing:
		v.things.hand.Take(a.ID)
		p.build.Tool = model.ToolThing
	case model.LookAtThing:
		if v.things.look.Begin(w, p.aim) || !v.s.in.Pointing && p.body() != nil && v.things.look.Nearest(w, p.body().Pos) {
			v.s.ui.OpenThing()
		} else {
			v.s.ui.Toast(v.s.words.Get("note.no_thing"))
		}
	case model.AdjustThing:
		if c, ok := inspector.Adjust(&w.State, a); ok {
			p.Issue(c)
		} else {
			v.s.ui.Refuse(event.BadText)
		}
	case model.WithdrawBlueprint:
		e := w.Blueprints.Find(a.ID)
		if e == nil {
			break
		}
		next, err := order.Withdrawal(&p.Hand, e)
		if err != nil {
			v.s.ui.Toast(err.Error())
			break
		}
		v.office.Carry(func(ctx context.Context, said func(string)) error {
			_, err := p.node.Publish(ctx, blueprint.Append(nil, next))
			if err == nil {
				said(v.s.words.Fill("note.withdrawn", "name", next.Name()))
			}
			return err
		})
	case model.BarPassage:
		v.things.gate.Bar(a.Thing)
	case model.AnswerThing:
		p.Issue(command.Command{Kind: command.Ask, Entity: a.ID, Text: a.Answer})
	case model.MoveThing:
		v.things.hand.Move(a.ID)
		p.build.Tool = model.ToolThing
	case model.TakeOffPicture:
		p.Issue(command.Command{Kind: command.Wear})
	case model.PutThingAway:
		p.Issue(command.Command{Kind: command.PutAway, Entity: a.ID})
	case model.UnlinkThing:
		if publish, ok := v.things.unlink.Begin(&w.State, p.node.Player(), a.ID); ok {
			v.office.Carry(func(ctx context.Context, said func(string)) error { return publish(ctx, p.node.Publish, said) })
		} else {
			v.s.ui.Refuse(event.NotAllowed)
		}
	default:
		return v.things.views.Do(a)
	}
	return true
}
