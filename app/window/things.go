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
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/thing"
	"manyhold/game/world"
	"manyhold/render/album"
	"manyhold/render/ui/model"
)

// things is what the player does with the things of makers.
type things struct {
	hand   palette.Hand
	look   inspector.Inspector
	unlink inspector.Unlinking
	hold   inspector.Hold
	drops  drop.Box
	worn   chan string // the picture to wear, once the node has it
	gowns  map[entity.Seat]*album.Art
}

// fill shows the palette, what is in hand, and the thing that is looked at.
func (h *things) fill(m *model.Model, p *Playing) {
	w := p.View.World
	m.Things.Palette = h.hand.List(&w.State)
	m.Avatar = model.Avatar{Allowed: w.Code.Laws.Has(world.Avatars)}
	if me := p.me(); me != nil {
		m.Avatar.Worn = me.Avatar != (entity.Avatar{})
	}
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
	if dropped != nil && v.s.ui.Dressing() {
		v.dress(dropped)
		dropped = nil
	}
	select {
	case name := <-v.things.worn:
		p.Issue(command.Command{Kind: command.Wear, Text: name})
	default:
	}
	if w := v.s.words; dropped != nil && p.me() != nil {
		words := drop.Words{Known: func(title string) string { return w.Fill("note.assets_known", "name", title) }, More: func(n int) string { return w.Fill("note.more_mistakes", "n", strconv.Itoa(n)) }}
		publish := v.things.drops.Begin(dropped, &p.View.World.State, p.node.Player(), words)
		v.office.Carry(func(ctx context.Context, _ func(string)) error { return publish(ctx, p.node, v.s.tell) })
	}
	if id, ok := v.things.drops.Next(&p.View.World.State); ok {
		v.things.hand.Take(id)
		p.build.Tool = model.ToolThing
	}
}

// dress has the player wear a dropped picture: the node keeps it, and then the world is asked.
func (v *play) dress(dropped fs.FS) {
	data, err := gallery.ReadAvatar(dropped)
	if err != nil {
		v.s.ui.Toast(errorWords(v.s.words, err))
		return
	}
	node, worn := v.p.node, v.things.worn
	v.office.Carry(func(ctx context.Context, _ func(string)) error {
		name, _, err := node.PutAsset(ctx, data)
		if err == nil {
			select {
			case worn <- name:
			default: // the one before is on its way
			}
		}
		return err
	})
}

// showAvatars fills the scene with the pictures that players wear, where the law allows them, but for players
// that the person hides.
func (v *play) showAvatars() {
	w := v.p.View.World
	clear(v.things.gowns)
	v.s.scene.Avatars = nil
	if !w.Code.Laws.Has(world.Avatars) {
		return
	}
	if v.things.gowns == nil {
		v.things.gowns = map[entity.Seat]*album.Art{}
	}
	v.s.scene.Avatars = v.things.gowns
	list := w.Players()
	for k := range list {
		x := &list[k]
		if x.Avatar != (entity.Avatar{}) && x.Body != 0 && !v.s.ui.Hides(x.Seat) {
			v.things.gowns[x.Seat] = v.p.beheld.gallery.Avatar(blueprint.Asset(x.Avatar))
		}
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
