package window

import (
	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/app/window/matches"
	"manyhold/app/window/wording"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/perception"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// A match is played in the mode of play, over the node's part in the match instead of the node. The mode of the
// world is kept, and goes on: the player stands at the board with what it has, and the way back needs no
// network.

// inMatch is what a mode of play has while it shows a match; nil in a world.
type inMatch struct {
	world  *play
	camera matches.Camera
}

const (
	// boardSight is from how far the arena is seen through the match board, in tiles.
	boardSight = 8
	// frameEvery is how often the match learns how many frames the window draws, in ticks.
	frameEvery = 60
)

// newDesk makes the desk of a world for its matches.
func (v *play) newDesk(n node.Backend) *matches.Desk {
	s := v.s
	return matches.New(matches.Of(n, matches.Options{
		Ctx: s.ctx, Words: s.words, Name: s.id.Conf.Settings.Player.Name, Tell: func(note string) { s.ui.Toast(note); s.ui.Tell(note) }, Fail: s.news.explain,
		Look: func(id game.PlayerID) (l entity.Look) {
			if p := v.p.View.World.Roster.ByKey(id); p != nil {
				l = p.Look
			}
			return l
		},
	}))
}

// playMatches advances what the mode does about matches by a tick, and reports whether the window shows another
// mode now.
func (v *play) playMatches() (turned bool) {
	s := v.s
	if v.match == nil {
		if v.desk.Tick(s.ui.MatchBoard()); v.desk.Opening() {
			return v.enterMatch()
		}
		return false
	}
	world := v.match.world
	v.desk.Tick(s.ui.MatchBoard())
	if v.p.ticks%frameEvery == 0 {
		v.desk.Frames(int(ebiten.ActualFPS() + 0.5))
	}
	select {
	case <-world.p.node.Done(): // the world that goes on says why
		v.leaveMatch()
		return true
	case <-v.p.node.Done():
		why := v.p.node.Err()
		if v.leaveMatch(); why != nil {
			s.ui.Toast(wording.Error(s.words, why))
		}
		return true
	default:
	}
	world.standBy()
	return false
}

// standBy lets the world go on while its match is shown: the player stands still.
func (v *play) standBy() {
	p := v.p
	p.ticks++
	come := p.receive()
	v.rest()
	p.advance(come)
	p.View = p.Predict.View(fixed.One)
	p.Predict.Events() // they are of a place that nobody looks at
}

// enterMatch shows the player's match, and keeps the mode of the world behind it.
func (v *play) enterMatch() bool {
	s := v.s
	v.arch.Close()
	n := v.desk.Open()
	if n == nil {
		return false
	}
	first := n.Copies().Take()
	if first == nil {
		v.desk.Reopen()
		return false
	}
	v.rest()
	m := newPlay(s, n, first)
	m.desk, m.match = v.desk, &inMatch{world: v}
	s.mode = m
	s.ui.Enter()
	return true
}

// leaveMatch shows the world again. The seat is kept; the match goes on without the hands of the player.
func (v *play) leaveMatch() {
	s := v.s
	v.closeMatch()
	v.desk.Away()
	s.mode = v.match.world
	s.look()
	s.ui.Enter()
}

// closeMatch releases what the mode has of a match.
func (v *play) closeMatch() {
	v.things.views.Leave(&v.s.model.Things)
	v.s.nodes.parting.Go(v.p.finds.Wait)
	v.s.photo = photo{}
	v.p.node.Stop()
}

// actInMatch carries out an action on matches, and reports whether it was one.
func (v *play) actInMatch(a model.Action) bool {
	switch a.(type) {
	case model.BackToWorld, model.LeaveWorld:
		if v.match == nil {
			return false
		}
		v.leaveMatch()
	case model.FollowInMatch:
		if v.match == nil {
			return false
		}
		v.match.camera.Next(v.p.View.World)
	default:
		return v.desk.Act(a)
	}
	return true
}

// fillMatches shows the matches.
func (v *play) fillMatches(m *model.Model) {
	v.desk.Fill(&m.Matches, v.match != nil)
	if v.match == nil {
		return
	}
	m.HUD.Hints = false
	v.match.camera.Fill(&m.Matches.Live, v.p.View.World)
}

// watchMatch returns where a viewer of the match looks; ok is false in a world.
func (v *play) watchMatch() (at fixed.Vec, ok bool) {
	if v.match == nil {
		return at, false
	}
	x, y := 0.0, 0.0
	if s := v.s; !s.ui.Captures() {
		x, y = s.in.MoveX, s.in.MoveY
		s.zoom()
	}
	return v.match.camera.Look(v.p.View.World, v.p.View.Bodies, x, y), true
}

// beholdArena gives the scene the arena behind the match board, while the board can be seen.
func (v *play) beholdArena() {
	s, p := v.s, v.p
	if v.match != nil {
		return
	}
	board := perception.Board(p.View.World.Gen.Seed)
	near := len(s.scene.Vistas) > 0 || board.Centre().Sub(p.here().Centre()).Near(boardSight*fixed.One)
	w := v.arch.Look(v.desk, near)
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
