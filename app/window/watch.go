package window

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"manyhold/app/window/film"
	"manyhold/app/window/wording"
	"manyhold/game/grid"
	"manyhold/render/ui/model"
)

// replayer is the mode that plays a recording, or a match. It is read-only, and no node runs.
type replayer struct {
	base
	*film.Film
	zoom int // of the window before it
}

const (
	// recordingPrefix begins the IDs of recordings in the title's list; the file's name follows.
	recordingPrefix = "recording:"
	// recordingsListed is how many the title lists, the newest first.
	recordingsListed = 8
	// recordingTime and RecordingEnding are how a recording that is made in the window is called.
	recordingTime   = "2006-01-02T15-04-05"
	RecordingEnding = ".mhrec"
	// MatchEnding ends the names of matches that are saved there.
	MatchEnding = ".match.json"
)

// RecordingsDir is where the recordings of a data directory are kept.
func RecordingsDir(dir string) string { return filepath.Join(dir, "recordings") }

// beginWatch goes from the title into a recording.
func (s *session) beginWatch(path string) error {
	f, err := film.Open(path)
	if err != nil {
		return err
	}
	v := &replayer{base{s}, f, s.renderer.Camera().Zoom()}
	s.turnTo(v)
	s.look()
	if v.OfMatch() {
		s.renderer.Camera().SetZoom(wideView)
	}
	s.renderer.Camera().Jump(v.At())
	return nil
}

// act carries out an action of the bar below a recording.
func (v *replayer) act(a model.Action) {
	if _, leaves := a.(model.LeaveWorld); leaves {
		v.s.showTitle()
		return
	}
	v.Act(a)
}

// end releases the playback.
func (v *replayer) end() {
	v.s.renderer.Camera().SetZoom(v.zoom)
	v.s.photo = photo{}
	v.Close()
}

// update goes on by one tick of the window.
func (v *replayer) update() {
	s := v.s
	if !s.ui.Captures() {
		v.Float(s.in.MoveX, s.in.MoveY)
		s.zoom()
	}
	v.Advance()
	v.Show()
	s.photo.follow(s.renderer.Camera(), v.At())
	s.renderer.ClearGhost()
	s.renderer.Observe(v.Events())
	s.scene.Take(v.View())
	s.renderer.UpdateScene(&s.scene)
	s.ui.Observe(v.Events(), &s.model)
	s.sound.Frame(v.View(), v.At(), v.Events())
	v.Forget()
}

// fill shows the recording one looks at.
func (v *replayer) fill(m *model.Model) {
	s := v.s
	m.Phase = model.Playing
	showWorld(m, &s.scene, v.Copy())
	m.Game.Centre = grid.TileAt(v.At())
	m.Game.Me, m.Share.Invite, m.ByHand, m.Game.Name = nil, "", model.ByHand{}, s.words.Get("replay.name")
	m.Journal, m.Map, m.Game.Attached, m.Game.Visiting = model.Collection{}, model.Map{}, false, true
	m.HUD.Recording, m.HUD.Hints, m.HUD.Aim, m.Net = false, false, model.Aim{}, model.NetView{}
	m.HUD.Inspect.On, m.Revert = false, model.Revert{}
	v.Fill(m)
}

// keeper is a match that can be saved; *arena.Visit is one.
type keeper interface {
	Keep(ctx context.Context, path string) error
}

// keepMatch saves a match as it is up to now, where the title finds it.
func keepMatch(s *session, x keeper) {
	path, words := filepath.Join(RecordingsDir(s.id.Dir), time.Now().Format(recordingTime)+MatchEnding), s.words
	s.nodes.parting.Go(func() { // it plays the match once more
		if err := x.Keep(s.ctx, path); err != nil {
			s.tell(wording.Error(words, err))
			return
		}
		s.tell(words.Fill("note.match_saved", "path", path))
	})
}

// recordingOffers lists the newest recordings of the data directory for the title.
func (s *session) recordingOffers() (list []model.WorldOffer) {
	entries, err := os.ReadDir(RecordingsDir(s.id.Dir))
	if err != nil {
		return nil // there are none
	}
	for _, e := range slices.Backward(entries) { // their names are their times
		name, match := strings.CutSuffix(e.Name(), MatchEnding)
		began, err := time.ParseInLocation(recordingTime, strings.TrimSuffix(name, RecordingEnding), time.Local)
		if err == nil && len(list) < recordingsListed {
			key := map[bool]string{true: "replay.offer_match", false: "replay.offer"}[match]
			list = append(list, model.WorldOffer{ID: recordingPrefix + e.Name(), Name: s.words.Fill(key, "when", momentWords(s.words, began))})
		}
	}
	return list
}

// watchOffer opens a recording of the title's list; ok is false if id is not a recording.
func (s *session) watchOffer(id string) (ok bool) {
	name, ok := strings.CutPrefix(id, recordingPrefix)
	if ok {
		if err := s.beginWatch(filepath.Join(RecordingsDir(s.id.Dir), filepath.Base(name))); err != nil {
			s.ui.Toast(wording.Error(s.words, err))
		}
	}
	return ok
}
