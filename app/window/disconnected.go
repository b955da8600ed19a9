package window

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/game/predict"
	"manyhold/net/store"
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
	if k := (*node.KickedError)(nil); errors.As(err, &k) {
		s.travel.kicked = &kicked{s.words, k, s.travel.world}
		s.fail(s.travel.kicked)
	} else {
		s.fail(errors.New(text))
	}
	s.travel.wanted = wanted
}

// kicked is the error of a player who was kicked, whose words count down the time until the player may come
// back. The world is not entered before.
type kicked struct {
	words *kit.Words
	*node.KickedError
	world store.WorldID
}

// left is the time until the player may come back, zero when it has come.
func (k *kicked) left() time.Duration { return max(0, time.Until(k.Until)) }

// wait says when the player may come back, "" at any time.
func (k *kicked) wait() string {
	left := (k.left() + time.Second - 1) / time.Second
	if left == 0 {
		return ""
	}
	return k.words.Fill("note.kicked_wait", "left", fmt.Sprintf("%d:%02d", left/60, left%60))
}

func (k *kicked) Error() string {
	return endWords(k.words, k.KickedError) + " " + cmp.Or(k.wait(), k.words.Get("note.kicked_over"))
}

// keepsOut reports whether a choice leads to the world from which the player was kicked, too early.
func (k *kicked) keepsOut(c node.Choice, last func() (store.Info, bool, error)) bool {
	switch {
	case k == nil || k.left() == 0 || c.Founded != nil || c.ByHand != "" || c.Exhibit != "":
		return false
	case c.Invite != nil:
		return c.Invite.World == k.world
	case c.Offer != nil:
		return c.Offer.World == k.world
	case c.Resume != (store.WorldID{}):
		return c.Resume == k.world
	}
	info, ok, err := last() // the person chose to play on
	return ok && err == nil && info.ID == k.world
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
