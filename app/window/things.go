package window

import (
	"context"
	"io/fs"
	"strconv"

	"manyhold/app/window/drop"
	"manyhold/app/window/gallery"
	"manyhold/app/window/inspector"
	"manyhold/app/window/palette"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/thing"
	"manyhold/render/ui/model"
)

// things is what the player does with the things of makers.
type things struct {
	hand   palette.Hand
	look   inspector.Inspector
	unlink inspector.Unlinking
	hold   inspector.Hold
	drops  drop.Box
	worn   gallery.Costumes
}

// fill shows the palette, what is in hand, and the thing that is looked at.
func (h *things) fill(m *model.Model, p *Playing) {
	w := p.View.World
	m.Things.Palette = h.hand.List(&w.State)
	gallery.Fill(&m.Avatar, &w.State, p.me())
	h.look.Show(&m.Things.Thing, &w.State, p.me())
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
		v.office.Carry(v.things.drops.Publishing(v.things.drops.Begin(dropped, &p.View.World.State, p.node.Player(), words), p.node, v.s.tell))
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
		if v.things.look.Begin(w, p.aim) {
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
	case model.AnswerThing:
		p.Issue(command.Command{Kind: command.Ask, Entity: a.ID, Text: a.Answer})
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
		return false
	}
	return true
}
