package window

import (
	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/settings"
	"manyhold/app/version"
	"manyhold/app/window/inspector"
	"manyhold/app/window/land"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// fillModel brings the interface's model up to date.
func (s *session) fillModel() {
	m, c := &s.model, &s.id.Conf.Settings
	m.Window.Width, m.Window.Height, m.Window.Scale, m.Window.ReducedMotion = s.width, s.height, c.Video.UIScale, c.Video.ReducedMotion
	m.Window.Theme = themeOf(c)
	m.Title.Version, m.Title.Deaf = version.Version, s.id.Lan == nil
	m.Settings, m.Look = s.prefs.list(m.Settings), s.id.Look()
	m.Title.Greeting = s.travel.doorstep.greeting.View()
	m.Game.Camera = s.renderer.Camera()
	m.Share.CanCopy = s.clipboard.Usable()
	m.Title.Preview = s.worlds.preview.Of(s.ui.Invitation())
	s.fillPicture()
	m.Replay, m.Trial, m.Scene = model.ReplayView{}, model.TrialView{}, model.SceneView{}
	s.mode.fill(m)
}

// themeOf is the theme of the settings.
func themeOf(c *settings.Settings) model.Theme {
	if c.Video.Theme == "neon" {
		return model.Neon
	}
	return model.Warm
}

func (s *session) fillPicture() {
	st := s.renderer.Stats()
	v := &s.model.Picture
	v.FPS, v.TPS = ebiten.ActualFPS(), ebiten.ActualTPS()
	v.DrawCalls, v.Sprites = st.DrawCalls+1, st.Quads // the interface is one more
	v.Particles, v.Chunks, v.GoMicros = st.Particles, st.ChunksDrawn, st.DrawMicros
}

// showWorld fills in the interface's part of a world: the same in play and in pictures.
func showWorld(m *model.Model, s *render.Scene, w *island.Island) {
	m.See(s)
	m.Game.Equipped = w.Gen.Start == item.Builders
	m.Chat = m.Chat[:0]
	for _, l := range w.Chat.Log {
		m.Chat = append(m.Chat, model.ChatLine{Seq: l.Seq, Tick: l.Tick, Seat: l.Seat, Name: l.Name, Text: l.Text})
	}
	land.Show(&m.Land, &w.State, m.Game.Me)
	s.Claims = land.Bounds(s.Claims[:0], &m.Land)
	m.Things.Labels = inspector.Labels(m.Things.Labels[:0], w, m.Game.Centre, s.Bodies, m.Things.Failed)
	m.Picture.Bodies, m.Picture.RegionCount = len(s.Bodies), len(w.Land.Regions)
}
