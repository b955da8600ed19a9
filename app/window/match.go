package window

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/app/window/matches"
	"manyhold/app/window/wording"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/perception"
	"manyhold/render"
	"manyhold/render/effect"
	"manyhold/render/ui/model"
)

// A match is played in the mode of play, over the node's part in the match instead of the node. The mode of
// the world is kept, and goes on: the player stands at the board with what it has, and the way back needs no
// network.

// bouts is a mode of play's part in matches.
type bouts struct {
	v      *play
	desk   *matches.Desk
	arch   matches.Arch // of the match board
	gates  matches.Gates
	world  *play // that goes on behind the match that is shown; nil: a world is shown
	camera matches.Camera
	zoom   int          // of the world, while a match is shown
	news   matches.News // of the world, while its match was shown
	faded  effect.Faded
	sought string // the room of the link by which the player came; "": none, or it was shown
}

const (
	// boardSight is from how far the arena is seen through the match board, in tiles.
	boardSight = 8
	// frameEvery is how often the match learns how many frames the window draws, in ticks.
	frameEvery = 60
	// wideView is the zoom with which a match begins: on a field one has to see far.
	wideView = 20
)

// newBouts makes the part of a mode that begins. A match takes over the desk of its world.
func newBouts(v *play, n node.Backend) bouts {
	s := v.s
	return bouts{v: v, desk: matches.New(matches.Of(n, matches.Options{
		Ctx: s.ctx, Words: s.words, Name: s.id.Conf.Settings.Player.Name, Tell: func(note string) { s.ui.Lane().News(note); s.ui.Tell(note) }, Fail: s.news.refuse,
		Look: func(id game.PlayerID) (l entity.Look) {
			if p := v.p.View.World.Roster.ByKey(id); p != nil {
				l = p.Look
			}
			return l
		},
	}))}
}

// shown reports whether a match is shown.
func (b *bouts) shown() bool { return b.world != nil }

// update advances what the mode does about matches by a tick, and reports whether the window shows another
// mode now.
func (b *bouts) update() (turned bool) {
	s, p := b.v.s, b.v.p
	b.desk.Tick(s.ui.MatchBoard())
	if !b.shown() {
		b.step()
		return b.desk.Opening() && b.enter()
	}
	if p.ticks%frameEvery == 0 {
		b.desk.Frames(int(ebiten.ActualFPS() + 0.5))
	}
	select {
	case <-b.world.p.node.Done(): // the world that goes on says why
		b.leave()
		return true
	case <-p.node.Done():
		why := p.node.Err()
		if b.leave(); why != nil {
			s.ui.Toast(wording.Error(s.words, why))
		}
		return true
	default:
	}
	b.world.bouts.standBy()
	return false
}

// step opens the portals to matches, and takes the player through the one into which it stepped.
func (b *bouts) step() {
	s, p := b.v.s, b.v.p
	if !b.desk.Able() || p.View == nil {
		return
	}
	var at *fixed.Vec
	if body := p.body(); body != nil {
		at = &body.Pos
	}
	if b.sought != "" && b.desk.Knows(b.sought) {
		s.ui.OpenMatch(b.sought)
		b.sought = ""
	}
	w := p.View.World
	if id := b.gates.Step(b.desk, w, perception.Board(w.Gen.Seed), at); id != "" {
		b.desk.Through(id)
		if !b.desk.Opening() {
			s.ui.OpenMatch(id)
		}
	}
}

// dress lets the players of a match look as in the world, with the shirts of their sides. The match itself
// knows only their names.
func (b *bouts) dress() {
	if !b.shown() || b.world.p.View == nil {
		return
	}
	home := &b.world.p.View.World.Roster
	here, sided := b.v.p.View.World.Roster.Here, matches.Sided(b.desk)
	for k := range here {
		known := home.ByKey(here[k].Key)
		if known == nil {
			continue
		}
		look := known.Look
		if sided {
			look.Shirt = here[k].Look.Shirt
		}
		here[k].Look = look
	}
}

// draw draws a silent match without its colours, and reports whether it did.
func (b *bouts) draw(screen *ebiten.Image) bool {
	s := b.v.s
	if !b.shown() || !s.model.Game.Matches.Live.Lost.On {
		return false
	}
	s.warmUp(screen)
	b.faded.Draw(screen, func(dst *ebiten.Image) { s.renderer.DrawScene(dst, &s.scene) })
	return true
}

// standBy lets the world go on while its match is shown: the player stands still.
func (b *bouts) standBy() {
	p := b.v.p
	p.ticks++
	come := p.receive()
	b.v.rest()
	p.advance(come)
	p.View = p.Predict.View(fixed.One)
	b.news.Hear(p.Predict.Events())
}

// enter shows the player's match, and keeps the mode of the world behind it.
func (b *bouts) enter() bool {
	s := b.v.s
	b.arch.Close()
	b.gates.Close()
	n := b.desk.Open()
	if n == nil {
		return false
	}
	first := n.Copies().Take()
	if first == nil {
		b.desk.Reopen()
		return false
	}
	b.v.rest()
	m := newPlay(s, n, first)
	m.bouts.desk, m.bouts.world = b.desk, b.v
	m.bouts.zoom = s.renderer.Camera().Zoom()
	s.renderer.Camera().SetZoom(wideView)
	s.mode = m
	s.ui.Lane().Keep(b.desk.Told())
	s.ui.Enter()
	return true
}

// leave shows the world again. The seat is kept; the match goes on without the hands of the player.
func (b *bouts) leave() {
	s := b.v.s
	b.close()
	b.desk.Away()
	s.mode = b.world
	s.look()
	s.ui.Enter()
	s.ui.Lane().Return()
	b.world.fill(&s.model) // the world again, so that its players have their names
	s.ui.Observe(b.world.bouts.news.Take(), &s.model)
}

// end releases what the mode has of matches, and reports whether it showed one: the world behind it has ended
// then as well.
func (b *bouts) end() bool {
	b.arch.Close()
	b.gates.Close()
	if !b.shown() {
		return false
	}
	b.close()
	b.world.end()
	return true
}

// close releases what the mode has of a match.
func (b *bouts) close() {
	v := b.v
	v.s.renderer.Camera().SetZoom(b.zoom)
	v.things.views.Leave(&v.s.model.Things)
	v.s.nodes.parting.Go(v.p.finds.Wait)
	v.s.photo = photo{}
	b.faded.Forget()
	v.p.node.Stop()
}

// act carries out an action on matches, and reports whether it was one.
func (b *bouts) act(a model.Action) bool {
	switch a.(type) {
	case model.BackToWorld, model.LeaveWorld:
		if !b.shown() {
			return false
		}
		b.leave()
	case model.FollowInMatch:
		if !b.shown() {
			return false
		}
		b.camera.Next(b.v.p.View.World)
	default:
		return b.desk.Act(a)
	}
	return true
}

// fill shows the matches.
func (b *bouts) fill(m *model.Model) {
	if b.desk.Fill(&m.Game.Matches, b.shown()); !b.shown() {
		m.Things.Labels = b.gates.Labels(m.Things.Labels, b.v.s.words, b.v.p.here(), &m.Game.Matches)
	} else {
		m.HUD.Hints, m.HUD.Guide, m.HUD.Goal = false, false, model.GoalLine{}
		m.Game.Matches.Room.Hide(m.Game.People)
		if a := &m.HUD.Aim; a.Carry.Kind == model.CarryAsk && m.Game.Matches.Room.BotOf(a.Carry.Name) {
			*a = model.Aim{} // a bot answers nobody
		}
		head := m.Game.Matches.Live.Headline // the referee writes it in the field as well
		m.Things.Labels = slices.DeleteFunc(m.Things.Labels, func(l model.Label) bool { return l.Text == head })
		if b.camera.Fill(&m.Game.Matches.Live, b.v.p.View.World); m.Game.Me == nil {
			m.Game.Centre = grid.TileAt(b.camera.At())
		}
	}
}

// watch returns where a player without a figure looks: a viewer at the match, any other at the spawn.
func (b *bouts) watch() fixed.Vec {
	s, view := b.v.s, b.v.p.View
	if !b.shown() {
		return view.World.SpawnTile.Centre()
	}
	x, y := 0.0, 0.0
	if !s.ui.Captures() {
		x, y = s.in.MoveX, s.in.MoveY
		s.zoom()
	}
	at := b.camera.Look(view.World, view.Bodies, x, y)
	if b.camera.Cut() {
		s.renderer.Camera().Jump(at)
	}
	return at
}

// behold gives the scene the arena behind the match board, while the board can be seen.
func (b *bouts) behold() {
	s, p := b.v.s, b.v.p
	if b.shown() {
		return
	}
	s.scene.Gates = append(s.scene.Gates, b.gates.Shown()...)
	board, here := perception.Board(p.View.World.Gen.Seed), p.here().Centre()
	far := len(s.scene.Vistas) > 0
	w := b.arch.Look(b.desk, far || board.Centre().Sub(here).Near(boardSight*fixed.One))
	s.scene.Vistas = b.gates.Look(s.scene.Vistas, b.desk, here, far, w)
	if w == nil {
		return
	}
	x := &p.beheld.arena
	x.World, x.Scene, x.Centre = w, render.Arena, w.SpawnTile.Centre()
	x.Bodies = x.Bodies[:0]
	for _, body := range w.Space.Bodies() {
		x.Bodies = append(x.Bodies, render.Body{Body: body})
		if body.Kind == entity.Ball || body.Kind == entity.Ember {
			x.Centre = body.Pos
		}
	}
	s.scene.Vistas = append(s.scene.Vistas, x)
}
