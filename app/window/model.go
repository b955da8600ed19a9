package window

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/app/usage"
	"manyhold/app/version"
	"manyhold/game/island"
	"manyhold/net/store"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// fillModel brings what the interface shows up to date.
func (s *Session) fillModel() {
	m, c := &s.model, &s.id.Conf.Settings
	m.Window.Width, m.Window.Height, m.Window.Scale, m.Window.ReducedMotion = s.width, s.height, c.Video.UIScale, c.Video.ReducedMotion
	m.Window.Theme = model.Warm
	if c.Video.Theme == "neon" {
		m.Window.Theme = model.Neon
	}
	m.Title.Version, m.Title.Deaf = version.Version, s.id.Lan == nil
	m.Settings, m.Look = s.settingsList(m.Settings), s.id.Look()
	m.Game.Camera = s.renderer.Camera()
	m.Share.CanCopy = s.canCopy()
	s.fillPicture()
	m.Replay, m.Trial, m.Scene = model.ReplayView{}, model.TrialView{}, model.SceneView{}
	switch {
	case s.Play != nil:
		m.Phase = model.Playing
		s.fillPlay()
	case s.visit != nil:
		m.Phase = model.Playing
		s.fillVisit()
	case s.watch != nil:
		m.Phase = model.Playing
		s.fillWatch()
	case s.trial != nil:
		m.Phase = model.Playing
		s.fillTrial()
	case s.joining != nil:
		m.Phase = model.Joining
		m.Join = s.joinStatus()
	default:
		m.Phase = model.AtTitle
		s.fillTitle()
		s.fillShowroom()
	}
	if s.Play == nil && s.visit == nil && s.watch == nil && s.trial == nil {
		m.Game.Me, m.Game.World, m.Game.People, m.Chat, m.Share.Invite = nil, nil, m.Game.People[:0], m.Chat[:0], ""
		m.Net, m.HUD.Recording, m.HUD.Aim = model.NetView{}, false, model.Aim{}
		m.Journal, m.Map.Marks = nil, m.Map.Marks[:0]
		m.Build.Plan, m.Build.Tool = m.Build.Plan[:0], model.ToolPoint
	}
}

// canCopy says whether this machine has a clipboard; it is looked up once.
func (s *Session) canCopy() bool {
	if s.clipboard == nil {
		write, _ := clipboardTools()
		has := write != nil
		s.clipboard = &has
	}
	return *s.clipboard
}

func (s *Session) fillPicture() {
	st := s.renderer.Stats()
	v := &s.model.Picture
	v.FPS, v.TPS = ebiten.ActualFPS(), ebiten.ActualTPS()
	v.DrawCalls, v.Sprites = st.DrawCalls+1, st.Quads // the interface is one more
	v.Particles, v.Chunks, v.GoMicros = st.Particles, st.ChunksDrawn, st.DrawMicros
}

// joinStatus says how far joining has come.
func (s *Session) joinStatus() model.JoinStatus {
	j := s.joining
	text := j.text
	if j.waits != "" {
		text = strings.TrimSpace(text + " " + s.words.Fill("note.waiting", "what", j.waits))
	}
	out := model.JoinStatus{Text: text, Progress: -1, Again: s.wanted != nil}
	if j.failed != nil {
		out.Error = usage.Sentence(j.failed)
		if r, n := utf8.DecodeRuneInString(out.Error); n > 0 {
			out.Error = strings.TrimSuffix(string(unicode.ToUpper(r))+out.Error[n:], ".") + "."
		}
	}
	return out
}

// fillTitle lists the worlds: those heard on this network first, then those kept here.
func (s *Session) fillTitle() {
	m := &s.model
	if time.Since(s.listed) < time.Second/4 {
		return
	}
	s.listed = time.Now()
	m.Title.Worlds = m.Title.Worlds[:0]
	for _, a := range s.offers() {
		if a.World == [32]byte{} || s.listedWorld(store.WorldID(a.World).String()) {
			continue // there is nothing to enter, or another peer of it is listed
		}
		m.Title.Worlds = append(m.Title.Worlds, model.WorldOffer{
			ID: store.WorldID(a.World).String(), Name: a.WorldName, Host: a.PeerName, Players: a.Players, Nearby: true, Refusal: node.Refusal(a),
		})
	}
	if s.kept == nil {
		list, err := store.List(s.id.Dir)
		if err != nil {
			s.log.Warn("cannot list the worlds", "why", err)
		}
		slices.SortFunc(list, func(a, b store.Info) int { return b.Modified.Compare(a.Modified) })
		s.kept, s.branches = &list, s.recordingOffers()
		for _, w := range list {
			if w.Problem == "" {
				s.branches = append(s.branches, s.branchOffers(w)...)
			}
		}
	}
	m.Title.LastWorld = ""
	for _, w := range *s.kept {
		if m.Title.LastWorld == "" && w.Problem == "" {
			m.Title.LastWorld = w.Genesis.Name // that Play goes on with
			continue
		}
		if w.Problem == "" && s.listedWorld(w.ID.String()) {
			continue // others are in it now
		}
		m.Title.Worlds = append(m.Title.Worlds, model.WorldOffer{ID: w.ID.String(), Name: w.Genesis.Name, Refusal: w.Problem})
	}
	m.Title.Worlds = append(m.Title.Worlds, s.branches...)
}

// listedWorld reports whether a world is on the title's list.
func (s *Session) listedWorld(id string) bool {
	return slices.ContainsFunc(s.model.Title.Worlds, func(w model.WorldOffer) bool { return w.ID == id })
}

// fillPlay shows the world one is in.
func (s *Session) fillPlay() {
	m, p := &s.model, s.Play
	if p.net.links == nil {
		p.net.links, p.net.rankings = p.net.linkOf, p.net.rankOf
	}
	m.Game.LinkOf, m.Game.RankOf = p.net.links, p.net.rankings
	showWorld(m, &s.scene, p.View.World)
	m.Game.Me = p.me()
	m.Laws.Hold, m.Laws.MayChange = p.View.World.Laws(), p.net.rules
	if name := p.node.WorldName(); name != "" {
		m.Game.Name = name
	}
	shown := p.shown() != nil
	m.Scene = model.SceneView{On: shown, Paused: p.still()}
	m.HUD.Hints = s.id.Conf.Settings.Player.Hints && !shown
	m.HUD.Aim = s.aimView()
	m.HUD.Plate = p.finds.plate(s.words, p.View.World, p.aim)
	m.Build.Plan = m.Build.Plan[:0]
	if m.Game.Me != nil {
		m.Build.Plan = s.planView(m.Build.Plan)
	}
	m.Build.Tool, m.Build.Stamped = p.build.tool, len(p.build.stamp) > 0
	m.HUD.Recording, m.HUD.RecordedSecs = p.node.Recorder().Recording()
	p.net.read(p)
	m.Net, m.Share.Invite = p.net.view, p.net.invite
	m.Journal = append(append(m.Journal[:0], p.finds.entries(s.words)...), p.net.journal...)
	m.Game.Attached, m.Game.Visiting = s.id.Attached, false
	m.Map.Marks, m.Map.Reveal = p.finds.marks(m.Map.Marks[:0], m.Game.Centre), p.finds.reveal
	m.Map.Marks = litMarks(m.Map.Marks, p.net.beacons, m.Game.Centre)
	for _, text := range p.net.toasts {
		s.Ui.Toast(text)
		s.Ui.Tell(text)
	}
	p.net.toasts = p.net.toasts[:0]
	s.hearShouts(p)
	s.fillTravel()
	m.Net.Lead = int(p.View.Lead)
	if m.Net.Banner == "" && time.Now().Before(p.net.until) {
		m.Net.Banner = p.net.banner
	}
}

// showWorld fills in what the interface shows of a world: the same in play and in pictures.
func showWorld(m *model.Model, s *render.Scene, w *island.Island) {
	m.See(s)
	m.Chat = m.Chat[:0]
	for _, l := range w.Chat() {
		m.Chat = append(m.Chat, model.ChatLine{Seq: l.Seq, Tick: l.Tick, Seat: l.Seat, Name: l.Name, Text: l.Text})
	}
	m.Picture.Bodies, m.Picture.RegionCount = len(s.Bodies), w.ActiveRegions()
}
