package window

import (
	"errors"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/game/predict"
	"manyhold/render/effect"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// lostWorld is the mode of a world that ended by itself, as it was seen last. It is drawn without colour
// behind the message, and behind joining, until the person enters a world again or goes back to the title.
type lostWorld struct {
	base
	view  *predict.View
	faded effect.Faded
}

// lose leaves a world that has ended by itself, says why, and lets the person try to enter it again.
func (v *play) lose(err error) {
	s := v.s
	text, wanted := endWords(s.words, err), s.travel.wanted
	if err == nil || wanted == nil {
		s.showTitle()
		s.ui.Toast(text)
		return
	}
	s.turnTo(&lostWorld{base: base{s}, view: v.p.View})
	s.look()
	s.fail(errors.New(text))
	s.travel.wanted = wanted
}

// update lets only the picture's own clock run.
func (l *lostWorld) update() {
	s := l.s
	s.renderer.ClearGhost()
	s.renderer.ClearArc()
	s.scene.Take(l.view)
	s.renderer.UpdateScene(&s.scene)
	s.sound.Frame(l.view, s.renderer.Camera().Centre(), nil)
}

// fill shows nothing: joining is before it.
func (l *lostWorld) fill(*model.Model) {}

// draw draws the world without colour.
func (l *lostWorld) draw(screen *ebiten.Image) {
	l.s.warmUp(screen)
	l.faded.Draw(screen, func(dst *ebiten.Image) { l.s.renderer.DrawScene(dst, &l.s.scene) })
}

// end releases the picture.
func (l *lostWorld) end() { l.faded.Forget() }

// endWords says why a world ended.
func endWords(words *kit.Words, err error) string {
	if err == nil {
		return words.Get("note.world_left")
	}
	if k := (*node.KickedError)(nil); errors.As(err, &k) {
		key := "note.kicked"
		if k.Why != "" {
			key = "note.kicked_why"
		}
		return words.Fill(key, "by", k.By, "why", k.Why)
	}
	return words.Fill("note.world_ended", "why", err.Error())
}
