package window

import (
	"slices"
	"time"

	"manyhold/app/node"
	"manyhold/app/stage"
	"manyhold/app/window/entrance"
	"manyhold/app/window/lab"
	"manyhold/game/exhibit"
	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// title is the mode at the start: a small living world behind the list of worlds to enter.
type title struct {
	base
	stage      *stage.Stage
	showroomIn *kit.Words // of the list of the showroom
}

// worldList describes the worlds of the data directory.
type worldList struct {
	locks     entrance.Locks     // of those heard
	faces     entrance.Faces     // of those kept
	preview   entrance.Preview   // of the invitation in the box
	listed    time.Time          // when the title's list was last made
	kept      *[]store.Info      // worlds of the data directory; nil: to be read
	branches  []model.WorldOffer // their lost branches
	travelled bool               // the list of other worlds was read since one looks at it
}

// newTitle makes the world behind the title, with the seed of the last world, so that the player comes home.
func newTitle(s *session) *title {
	seed := node.SeedOf("a small warm light")
	if w, ok, err := s.id.LastWorld(); err == nil && ok {
		seed = w.Genesis.Seed
	}
	return &title{base: base{s}, stage: stage.NewTitle(seed)}
}

// update advances the world behind the title.
func (v *title) update() {
	s, t := v.s, v.stage
	t.Tick()
	s.renderer.Camera().Follow(t.Pan())
	s.renderer.ClearGhost()
	s.renderer.Observe(t.Eyes.Events())
	s.scene.Take(t.View)
	s.renderer.UpdateScene(&s.scene)
	s.sound.Frame(t.View, t.Pan(), nil)
}

// fill lists everything that the player can enter.
func (v *title) fill(m *model.Model) {
	m.Phase = model.AtTitle
	v.fillWorlds(m)
	v.fillShowroom()
	clearWorld(m)
}

// fillWorlds lists the worlds: those heard on this network first, then those kept here.
func (v *title) fillWorlds(m *model.Model) {
	s, l := v.s, &v.s.worlds
	if time.Since(l.listed) < time.Second/4 {
		return
	}
	l.listed = time.Now()
	m.Title.Worlds = m.Title.Worlds[:0]
	for _, a := range s.offers() {
		if a.World == [32]byte{} || listed(m, store.WorldID(a.World).String()) {
			continue // there is nothing to enter, or another peer of it is listed
		}
		m.Title.Worlds = append(m.Title.Worlds, offerOf(s, &a))
	}
	if l.kept == nil {
		list, err := admin.List(s.id.Dir)
		if err != nil {
			s.log.Warn("cannot list the worlds", "why", err)
		}
		slices.SortFunc(list, func(a, b store.Info) int { return b.Modified.Compare(a.Modified) })
		l.kept, l.branches = &list, s.recordingOffers()
		for _, w := range list {
			if w.Problem == "" {
				l.branches = append(l.branches, s.branchOffers(w)...)
			}
		}
	}
	m.Title.LastWorld = ""
	for _, w := range *l.kept {
		if m.Title.LastWorld == "" && w.Problem == "" {
			m.Title.LastWorld = keptOffer(s, &w).Name // that Play goes on with
			continue
		}
		if w.Problem == "" && listed(m, w.ID.String()) {
			continue // others are in it now
		}
		m.Title.Worlds = append(m.Title.Worlds, keptOffer(s, &w))
	}
	m.Title.Worlds = append(m.Title.Worlds, l.branches...)
}

// listed reports whether a world is on the title's list.
func listed(m *model.Model, id string) bool {
	return slices.ContainsFunc(m.Title.Worlds, func(w model.WorldOffer) bool { return w.ID == id })
}

// fillShowroom lists the scenes of the showroom, in the words of the language.
func (v *title) fillShowroom() {
	s := v.s
	if s.model.Title.Showroom != nil && v.showroomIn == s.words {
		return
	}
	v.showroomIn, s.model.Title.Showroom = s.words, []model.SceneOffer{}
	for k := range exhibit.Exhibits {
		v.offerScene(exhibit.Exhibits[k].Name, "")
	}
	for _, name := range lab.Scenes {
		v.offerScene(name, "showroom.physics")
	}
}

func (v *title) offerScene(name, kind string) {
	s := v.s
	o := model.SceneOffer{ID: name, Name: s.words.Get("showroom." + name), About: s.words.Get("showroom." + name + "_about")}
	if kind != "" {
		o.Kind = s.words.Get(kind)
	}
	s.model.Title.Showroom = append(s.model.Title.Showroom, o)
}
