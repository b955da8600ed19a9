package main

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/game/island"
	"manyhold/net/store"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// fillModel brings what the interface shows up to date.
func (s *session) fillModel() {
	m, c := &s.model, &s.id.conf.settings
	m.Width, m.Height, m.Scale, m.ReducedMotion = s.width, s.height, c.Video.UIScale, c.Video.ReducedMotion
	m.Theme = model.Warm
	if c.Video.Theme == "neon" {
		m.Theme = model.Neon
	}
	m.Version, m.Deaf = version, s.id.lan == nil
	m.Settings, m.Look = s.settingsList(m.Settings), s.id.look()
	m.Camera = s.renderer.Camera()
	m.CanCopy = s.canCopy()
	s.fillPicture()
	m.Replay, m.Trial, m.Scene = model.ReplayView{}, model.TrialView{}, model.SceneView{}
	switch {
	case s.play != nil:
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
	if s.play == nil && s.visit == nil && s.watch == nil && s.trial == nil {
		m.Me, m.World, m.People, m.Chat, m.Invite = nil, nil, m.People[:0], m.Chat[:0], ""
		m.Net, m.Recording, m.Aim = model.NetView{}, false, model.Aim{}
		m.Journal, m.Marks = nil, m.Marks[:0]
		m.Plan, m.Tool = m.Plan[:0], model.ToolPoint
	}
}

// canCopy says whether this machine has a clipboard; it is looked up once.
func (s *session) canCopy() bool {
	if s.clipboard == nil {
		write, _ := clipboardTools()
		has := write != nil
		s.clipboard = &has
	}
	return *s.clipboard
}

func (s *session) fillPicture() {
	st := s.renderer.Stats()
	v := &s.model.Picture
	v.FPS, v.TPS = ebiten.ActualFPS(), ebiten.ActualTPS()
	v.DrawCalls, v.Sprites = st.DrawCalls+1, st.Quads // the interface is one more
	v.Particles, v.Chunks, v.GoMicros = st.Particles, st.ChunksDrawn, st.DrawMicros
}

// joinStatus says how far joining has come.
func (s *session) joinStatus() model.JoinStatus {
	j := s.joining
	text := j.text
	if j.waits != "" {
		text = strings.TrimSpace(text + " This world waits " + j.waits + ".")
	}
	out := model.JoinStatus{Text: text, Progress: -1, Again: s.wanted != nil}
	if j.failed != nil {
		out.Error = sentence(j.failed)
		if r, n := utf8.DecodeRuneInString(out.Error); n > 0 {
			out.Error = strings.TrimSuffix(string(unicode.ToUpper(r))+out.Error[n:], ".") + "."
		}
	}
	return out
}

// fillTitle lists the worlds: those heard on this network first, then those kept here.
func (s *session) fillTitle() {
	m := &s.model
	if time.Since(s.listed) < time.Second/4 {
		return
	}
	s.listed = time.Now()
	m.Worlds = m.Worlds[:0]
	for _, a := range s.offers() {
		if a.World == [32]byte{} || s.listedWorld(store.WorldID(a.World).String()) {
			continue // there is nothing to enter, or another peer of it is listed
		}
		m.Worlds = append(m.Worlds, model.WorldOffer{
			ID: store.WorldID(a.World).String(), Name: a.WorldName, Host: a.PeerName, Players: a.Players, Nearby: true, Refusal: refusal(a),
		})
	}
	if s.kept == nil {
		list, err := store.List(s.id.dir)
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
	m.LastWorld = ""
	for _, w := range *s.kept {
		if m.LastWorld == "" && w.Problem == "" {
			m.LastWorld = w.Genesis.Name // that Play goes on with
			continue
		}
		if w.Problem == "" && s.listedWorld(w.ID.String()) {
			continue // others are in it now
		}
		m.Worlds = append(m.Worlds, model.WorldOffer{ID: w.ID.String(), Name: w.Genesis.Name, Refusal: w.Problem})
	}
	m.Worlds = append(m.Worlds, s.branches...)
}

// listedWorld reports whether a world is on the title's list.
func (s *session) listedWorld(id string) bool {
	return slices.ContainsFunc(s.model.Worlds, func(w model.WorldOffer) bool { return w.ID == id })
}

// fillPlay shows the world one is in.
func (s *session) fillPlay() {
	m, p := &s.model, s.play
	if p.net.links == nil {
		p.net.links, p.net.rankings = p.net.linkOf, p.net.rankOf
	}
	m.LinkOf, m.RankOf = p.net.links, p.net.rankings
	showWorld(m, &s.scene, p.view.World)
	m.Me = p.me()
	m.Laws, m.Lawless, m.MayRule = p.view.World.Laws(), p.view.World.Genesis().Rules < game.Lawful, p.net.rules
	if name := p.node.worldName(); name != "" {
		m.Name = name
	}
	shown := p.shown() != nil
	m.Scene = model.SceneView{On: shown, Paused: p.still()}
	m.Hints = s.id.conf.settings.Player.Hints && !shown
	m.Aim = s.aimView()
	m.Plate = p.finds.plate(s.words, p.view.World, p.aim)
	m.Plan = m.Plan[:0]
	if m.Me != nil {
		m.Plan = s.planView(m.Plan)
	}
	m.Tool, m.Stamped = p.build.tool, len(p.build.stamp) > 0
	m.Recording, m.RecordedSecs = p.node.tape().recording()
	p.net.read(p)
	m.Net, m.Invite = p.net.view, p.net.invite
	m.Journal = append(append(m.Journal[:0], p.finds.entries(s.words)...), p.net.journal...)
	m.Attached, m.Visiting = s.id.attached, false
	m.Marks, m.Reveal = p.finds.marks(m.Marks[:0], m.Centre), p.finds.reveal
	m.Marks = litMarks(m.Marks, p.net.beacons, m.Centre)
	for _, text := range p.net.toasts {
		s.ui.Toast(text)
		s.ui.Tell(text)
	}
	p.net.toasts = p.net.toasts[:0]
	s.hearShouts(p)
	s.fillTravel()
	m.Net.Lead = int(p.view.Lead)
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
