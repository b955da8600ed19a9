package window

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"manyhold/app/arena"
	"manyhold/app/feed"
	"manyhold/app/window/matches"
	"manyhold/app/window/wording"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/predict"
	"manyhold/game/record"
	"manyhold/render/ui/model"
)

// playback is what a replayer plays: a recording of a world, or the archive of a match, whose generations are
// its turns.
type playback interface {
	First() uint64
	Last() uint64
	Turn() uint64
	World() *island.Island // after Turn
	Next() (more bool, err error)
	Seek(turn uint64) error
	Fault() (differs uint64, damaged bool)
	Close()
}

// replayer is the mode that plays a recording. It runs faster or slower, pauses, goes on by single turns, or
// jumps to any place. The camera floats through it, or follows one of its players. The recording is
// read-only, and no node runs.
type replayer struct {
	base
	name     string
	playback playback
	match    *arena.Playback // the playback of a match, nil for that of a world
	camera   matches.Camera  // of a match
	bodies   []predict.Drawn // of a match: all, for the camera
	zoom     int             // of the window before a match
	copy     *island.Island  // what is near the camera after the turn that is shown
	before   []entity.Body   // the bodies one turn earlier, by id
	events   []event.Event   // since they were last shown
	view     predict.View
	moved    map[game.EntityID]fixed.Q // length of the path of each body since the last jump
	at       fixed.Vec                 // where one looks
	follow   game.PlayerID             // player that is followed; zero: none
	pace     int                       // index of paces
	paused   bool
	part     float64   // of the turn that is shown, 0 to 1
	ticks    game.Tick // of that turn
	broken   error     // what ended it
}

// paces are the speeds; realPace is the index of the true one.
var paces = [...]float64{1. / 8, 1. / 4, 1. / 2, 1, 2, 4, 8, 16}

const (
	realPace = 3
	// recordingPrefix begins the IDs of recordings in the title's list; the file's name follows.
	recordingPrefix = "recording:"
	// recordingsListed is how many the title lists, the newest first.
	recordingsListed = 8
	// jumpWay is how far a body may go in a turn before it is drawn as a jump.
	jumpWay = 3 * fixed.One

	// recordingTime and RecordingEnding are how a recording that is made in the window is called.
	recordingTime   = "2006-01-02T15-04-05"
	RecordingEnding = ".mhrec"
	// MatchEnding ends the names of matches that are saved there.
	MatchEnding = ".match.json"
)

// RecordingsDir is where the recordings of a data directory are kept.
func RecordingsDir(dir string) string { return filepath.Join(dir, "recordings") }

// openWatch opens a recording and shows its first turn.
func openWatch(path string) (*replayer, error) {
	file, err := feed.ReadRecording(path)
	if err != nil {
		return nil, err
	}
	v := &replayer{name: filepath.Base(path), copy: new(island.Island), pace: realPace, ticks: game.TicksPerTurn}
	if v.playback, v.match, err = openPlayback(file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	v.jump(v.playback.First())
	v.at = v.playback.World().SpawnTile.Centre()
	if v.match == nil {
		v.followNext()
	}
	v.show()
	return v, nil
}

// openPlayback opens a recording, or the archive of a match: then match is the playback as well.
func openPlayback(file []byte) (p playback, match *arena.Playback, err error) {
	if !arena.IsArchive(file[:min(len(file), 64)]) {
		p, err = record.Open(file)
		return p, nil, err
	}
	a, err := arena.ReadArchive(file)
	if err == nil {
		match, err = a.Play()
	}
	return match, match, err
}

// jump goes to a turn; bodies do not slide there.
func (v *replayer) jump(turn uint64) {
	if v.broken = v.playback.Seek(max(turn, v.playback.First())); v.broken != nil {
		v.paused = true
	}
	v.before, v.part, v.moved, v.events = v.before[:0], 1, map[game.EntityID]fixed.Q{}, v.events[:0]
}

// advance goes on by a sixtieth of a second.
func (v *replayer) advance() {
	if v.paused || v.broken != nil {
		return
	}
	for v.part += paces[v.pace] / float64(v.ticks); v.part > 1; v.part-- {
		if !v.next() {
			v.part, v.paused = 1, true
			return
		}
	}
}

// next runs a turn; it reports whether there was one.
func (v *replayer) next() bool {
	w := v.playback.World()
	v.before = append(v.before[:0], w.Space.Bodies()...)
	now := w.Clock
	more, err := v.playback.Next()
	v.broken = err
	if !more || err != nil {
		return false
	}
	v.ticks = max(1, w.Clock-now)
	v.events = append(v.events, w.Happened...)
	for _, b := range w.Space.Bodies() {
		if way := v.way(&b); way > 0 {
			v.moved[b.ID] += way
		}
	}
	return true
}

// was returns a body as it was a turn earlier, nil if it was not there or has jumped.
func (v *replayer) was(b *entity.Body) *entity.Body {
	n, ok := slices.BinarySearchFunc(v.before, b.ID, func(o entity.Body, id game.EntityID) int { return cmp.Compare(o.ID, id) })
	if !ok || b.Pos.Sub(v.before[n].Pos).Len() > jumpWay {
		return nil
	}
	return &v.before[n]
}

// way is how far a body goes in the turn that is shown.
func (v *replayer) way(b *entity.Body) fixed.Q {
	if old := v.was(b); old != nil {
		return b.Pos.Sub(old.Pos).Len()
	}
	return 0
}

// between returns where a body is drawn, on its way from where it was.
func (v *replayer) between(b *entity.Body) (fixed.Vec, fixed.S) {
	old := v.was(b)
	if old == nil {
		return b.Pos, b.Z
	}
	part := fixed.S(v.part * fixed.One)
	return old.Pos.Lerp(b.Pos, part), old.Z + (b.Z - old.Z).Mul(part)
}

// show makes the picture.
func (v *replayer) show() {
	w := v.playback.World()
	if v.match != nil {
		v.film(0, 0)
	} else if p := w.Roster.ByKey(v.follow); p != nil {
		v.at = whereIs(w, p)
		if b := w.Space.Body(p.Body); b != nil {
			v.at, _ = v.between(b)
		}
	}
	w.CopyNear(v.copy, grid.TileAt(v.at))
	v.view.World, v.view.Tick = v.copy, v.copy.Clock
	v.view.Bodies = v.view.Bodies[:0]
	for _, b := range v.copy.Space.Bodies() {
		d := predict.Drawn{Body: b, Moved: v.moved[b.ID]}
		if !v.paused {
			d.Speed = v.way(&b) / fixed.Q(v.ticks)
		}
		d.Pos, d.Z = v.between(&b)
		v.view.Bodies = append(v.view.Bodies, d)
	}
}

// film lets the camera of a match look at the action, or at a player; (x, y) is how it is moved by hand.
func (v *replayer) film(x, y float64) {
	w := v.playback.World()
	v.bodies = v.bodies[:0]
	for _, b := range w.Space.Bodies() {
		d := predict.Drawn{Body: b}
		d.Pos, d.Z = v.between(&b)
		v.bodies = append(v.bodies, d)
	}
	v.at = v.camera.Look(w, v.bodies, x, y)
}

// followNext follows the next player that is awake; after the last one it follows none.
func (v *replayer) followNext() {
	if v.match != nil {
		v.camera.Next(v.playback.World())
		return
	}
	var keys []game.PlayerID
	for _, p := range v.playback.World().Roster.Everybody() {
		if v.playback.World().Space.Body(p.Body) != nil {
			keys = append(keys, p.Key)
		}
	}
	n := slices.Index(keys, v.follow) + 1
	v.follow = game.PlayerID{}
	if n < len(keys) {
		v.follow = keys[n]
	}
}

// float moves where one looks, and ends following.
func (v *replayer) float(x, y float64) {
	switch {
	case x == 0 && y == 0:
		return
	case v.match != nil:
		v.film(x, y)
		return
	}
	v.follow = game.PlayerID{}
	v.at = floated(v.at, x, y)
}

// act carries out an action of the bar below a recording.
func (v *replayer) act(a model.Action) {
	switch a := a.(type) {
	case model.LeaveWorld:
		v.s.showTitle()
	case model.PauseReplay:
		if v.paused && v.playback.Turn() >= v.playback.Last() {
			v.jump(v.playback.First()) // once more from the beginning
		}
		v.paused = !v.paused
	case model.StepReplay:
		v.paused = true
		if a.By == 1 {
			v.next()
			v.part = 1
			return
		}
		v.jump(uint64(max(int64(v.playback.First()), int64(v.playback.Turn())+int64(a.By))))
	case model.SeekReplay:
		v.jump(a.Turn)
	case model.PaceReplay:
		v.pace = min(max(v.pace+a.By, 0), len(paces)-1)
	case model.FollowReplay:
		v.followNext()
	}
}

// beginWatch goes from the title into a recording.
func (s *session) beginWatch(path string) error {
	v, err := openWatch(path)
	if err != nil {
		return err
	}
	v.base = base{s}
	s.turnTo(v)
	s.look()
	if v.zoom = s.renderer.Camera().Zoom(); v.match != nil {
		s.renderer.Camera().SetZoom(wideView)
	}
	s.renderer.Camera().Jump(v.at)
	return nil
}

// end releases the playback.
func (v *replayer) end() {
	v.s.renderer.Camera().SetZoom(v.zoom)
	v.playback.Close()
}

// update goes on by one tick of the window.
func (v *replayer) update() {
	s := v.s
	if !s.ui.Captures() {
		v.float(s.in.MoveX, s.in.MoveY)
		s.zoom()
	}
	v.advance()
	v.show()
	s.renderer.Camera().Follow(v.at)
	s.renderer.ClearGhost()
	s.renderer.Observe(v.events)
	s.scene.Take(&v.view)
	s.renderer.UpdateScene(&s.scene)
	s.ui.Observe(v.events, &s.model)
	s.sound.Frame(&v.view, v.at, v.events)
	v.events = v.events[:0]
}

// fill shows the recording one looks at.
func (v *replayer) fill(m *model.Model) {
	s := v.s
	m.Phase = model.Playing
	showWorld(m, &s.scene, v.copy)
	m.Game.Centre = grid.TileAt(v.at)
	m.Game.Me, m.Share.Invite, m.ByHand, m.Game.Name = nil, "", model.ByHand{}, s.words.Get("replay.name")
	m.Journal, m.Map.Marks, m.Map.Reveal, m.Game.Attached, m.Game.Visiting = nil, nil, nil, false, true
	m.HUD.Recording, m.HUD.Hints, m.HUD.Aim, m.Net = false, false, model.Aim{}, model.NetView{}
	m.HUD.Inspect.On, m.Revert = false, model.Revert{}
	m.Replay = model.ReplayView{
		On: true, Turn: v.playback.Turn(), First: v.playback.First(), Last: v.playback.Last(), Paused: v.paused, Pace: paces[v.pace],
	}
	m.Replay.Differs, m.Replay.Damaged = v.playback.Fault()
	if v.match != nil {
		v.fillMatch(m)
	} else if p := v.playback.World().Roster.ByKey(v.follow); p != nil {
		m.Replay.Follows = p.Name.String()
	}
	if v.broken != nil {
		m.Net.Banner = v.broken.Error()
	}
}

// fillMatch shows clock and score of a match, and whom the camera follows, with the seat.
func (v *replayer) fillMatch(m *model.Model) {
	head := v.match.Headline()
	m.Game.Name, m.Game.Matches = v.match.Title(), model.Matches{Live: model.LiveMatch{On: true, Headline: head}}
	m.Game.Matches.Room = model.MatchRoom{Title: v.match.Title(), Phase: model.MatchRunning, Child: v.match.State()}
	m.Things.Labels = slices.DeleteFunc(m.Things.Labels, func(l model.Label) bool { return l.Text == head })
	v.camera.Fill(&m.Game.Matches.Live, v.playback.World())
	if name := m.Game.Matches.Live.Follows; name != "" {
		m.Replay.Follows = name
		if seat := v.match.Seat(v.camera.Follows()); seat != "" {
			m.Replay.Follows += " (" + seat + ")"
		}
	}
}

// keeper is a match that can be saved; *arena.Visit is one.
type keeper interface {
	Keep(ctx context.Context, path string) error
}

// keepMatch saves a match as it is up to now, where the title finds it.
func (s *session) keepMatch(x keeper) {
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
