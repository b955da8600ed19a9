package window

import (
	"errors"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/game/predict"
	"manyhold/render/effect"
)

// lostWorld is a world that ended by itself, as it was seen last: it stands without colour behind the words that say so,
// until one enters a world again or goes back to the title.
type lostWorld struct {
	view  *predict.View // nil: nothing was lost
	faded effect.Faded
}

// mourn keeps the last sight of a world that has ended.
func (s *Session) mourn(v *predict.View) {
	s.lost.view = v
	s.look()
}

// forgetLost makes room for whatever is shown next.
func (s *Session) forgetLost() {
	s.lost.view = nil
	s.lost.faded.Forget()
}

// updateLost lets only the picture's own clock run in the world that was lost; it reports whether there is one.
func (s *Session) updateLost() bool {
	switch {
	case s.lost.view == nil:
		return false
	case s.joining == nil:
		s.forgetLost()
		s.look()
		return false
	}
	s.renderer.ClearGhost()
	s.renderer.ClearArc()
	s.scene.Take(s.lost.view)
	s.renderer.UpdateScene(&s.scene)
	s.sound.Frame(s.lost.view, s.renderer.Camera().Centre(), nil)
	return true
}

// drawLost draws the world that was lost; it reports whether there is one.
func (s *Session) drawLost(screen *ebiten.Image) bool {
	if s.lost.view == nil {
		return false
	}
	s.lost.faded.Draw(screen, func(dst *ebiten.Image) { s.renderer.DrawScene(dst, &s.scene) })
	return true
}

// endWords says why a world ended.
func (s *Session) endWords(err error) string {
	if err == nil {
		return s.words.Get("note.world_left")
	}
	if k := (*node.KickedError)(nil); errors.As(err, &k) {
		key := "note.kicked"
		if k.Why != "" {
			key = "note.kicked_why"
		}
		return s.words.Fill(key, "by", k.By, "why", k.Why)
	}
	return s.words.Fill("note.world_ended", "why", err.Error())
}
