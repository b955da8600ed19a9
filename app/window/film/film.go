// Package film is what one sees of a recording of a world, or of the archive of a match: it runs faster or
// slower, pauses, goes on by single turns, or jumps to any place, and its camera floats, or follows a player
// or the action. A window shows it.
package film

import (
	"cmp"
	"fmt"
	"slices"

	"manyhold/app/arena"
	"manyhold/app/feed"
	"manyhold/app/window/matches"
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

// playback is what a film plays: a recording of a world, or the archive of a match, whose generations are
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

// Film is a recording or a match that is being watched. It belongs to the goroutine of the window.
type Film struct {
	playback playback
	match    *arena.Playback // the playback of a match, nil for that of a world
	camera   matches.Camera  // of a match
	bodies   []predict.Drawn // of a match: all, for the camera
	copy     *island.Island  // what is near the camera after the turn that is shown
	before   []entity.Body   // the bodies one turn earlier, by id
	events   []event.Event   // since they were last shown
	view     predict.View
	moved    map[game.EntityID]fixed.Q // length of the path of each body since the last jump
	at       fixed.Vec                 // where one looks
	follow   game.PlayerID             // player that is followed; zero: none
	pace     int                       // index of Paces
	paused   bool
	part     float64   // of the turn that is shown, 0 to 1
	ticks    game.Tick // of that turn
	broken   error     // what ended it
}

// Paces are the speeds; RealPace is the index of the true one.
var Paces = [...]float64{1. / 8, 1. / 4, 1. / 2, 1, 2, 4, 8, 16}

const (
	RealPace = 3
	// jumpWay is how far a body may go in a turn before it is drawn as a jump.
	jumpWay = 3 * fixed.One
	// floatSpeed is how fast the camera floats, in tiles a second.
	floatSpeed = 9
)

// Open opens a recording and shows its first turn.
func Open(path string) (*Film, error) {
	file, err := feed.ReadRecording(path)
	if err != nil {
		return nil, err
	}
	v := &Film{copy: new(island.Island), pace: RealPace, ticks: game.TicksPerTurn}
	if v.playback, v.match, err = openPlayback(file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	v.jump(v.playback.First())
	v.at = v.playback.World().SpawnTile.Centre()
	if v.match == nil {
		v.followNext()
	}
	v.Show()
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
func (v *Film) jump(turn uint64) {
	if v.broken = v.playback.Seek(max(turn, v.playback.First())); v.broken != nil {
		v.paused = true
	}
	v.before, v.part, v.moved, v.events = v.before[:0], 1, map[game.EntityID]fixed.Q{}, v.events[:0]
}

// Advance goes on by a sixtieth of a second.
func (v *Film) Advance() {
	if v.paused || v.broken != nil {
		return
	}
	for v.part += Paces[v.pace] / float64(v.ticks); v.part > 1; v.part-- {
		if !v.next() {
			v.part, v.paused = 1, true
			return
		}
	}
}

// next runs a turn; it reports whether there was one.
func (v *Film) next() bool {
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
func (v *Film) was(b *entity.Body) *entity.Body {
	n, ok := slices.BinarySearchFunc(v.before, b.ID, func(o entity.Body, id game.EntityID) int { return cmp.Compare(o.ID, id) })
	if !ok || b.Pos.Sub(v.before[n].Pos).Len() > jumpWay {
		return nil
	}
	return &v.before[n]
}

// way is how far a body goes in the turn that is shown.
func (v *Film) way(b *entity.Body) fixed.Q {
	if old := v.was(b); old != nil {
		return b.Pos.Sub(old.Pos).Len()
	}
	return 0
}

// between returns where a body is drawn, on its way from where it was.
func (v *Film) between(b *entity.Body) (fixed.Vec, fixed.S) {
	old := v.was(b)
	if old == nil {
		return b.Pos, b.Z
	}
	part := fixed.S(v.part * fixed.One)
	return old.Pos.Lerp(b.Pos, part), old.Z + (b.Z - old.Z).Mul(part)
}

// Show makes the picture.
func (v *Film) Show() {
	w := v.playback.World()
	if v.match != nil {
		v.film(0, 0)
	} else if p := w.Roster.ByKey(v.follow); p != nil {
		v.at = p.Last
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
func (v *Film) film(x, y float64) {
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
func (v *Film) followNext() {
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

// Float moves where one looks, and ends following.
func (v *Film) Float(x, y float64) {
	switch {
	case x == 0 && y == 0:
		return
	case v.match != nil:
		v.film(x, y)
		return
	}
	v.follow = game.PlayerID{}
	v.at = Floated(v.at, x, y)
}

// Act carries out an action of the bar below a recording.
func (v *Film) Act(a model.Action) {
	switch a := a.(type) {
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
		v.pace = min(max(v.pace+a.By, 0), len(Paces)-1)
	case model.FollowReplay:
		v.followNext()
	}
}

// View, Copy, At and Events are what is shown now: a scene, the world about it, where one looks, and what has
// happened since Shown.
func (v *Film) View() *predict.View { return &v.view }

// Copy is the world near the camera.
func (v *Film) Copy() *island.Island { return v.copy }

// At is where one looks.
func (v *Film) At() fixed.Vec { return v.at }

// Events are what has happened since they were forgotten.
func (v *Film) Events() []event.Event { return v.events }

// Forget forgets the events: they were shown.
func (v *Film) Forget() { v.events = v.events[:0] }

// OfMatch reports whether this is a match.
func (v *Film) OfMatch() bool { return v.match != nil }

// Close ends the playing.
func (v *Film) Close() { v.playback.Close() }

// Fill shows where the film is, how fast it runs, and whom the camera follows.
func (v *Film) Fill(m *model.Model) {
	m.Replay = model.ReplayView{
		On: true, Turn: v.playback.Turn(), First: v.playback.First(), Last: v.playback.Last(), Paused: v.paused, Pace: Paces[v.pace],
	}
	m.Replay.Differs, m.Replay.Damaged = v.playback.Fault()
	m.Game.Matches = model.Matches{}
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
func (v *Film) fillMatch(m *model.Model) {
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

// Floated returns the place that is looked at a tick later, when the camera floats by parts of its speed.
func Floated(at fixed.Vec, x, y float64) fixed.Vec {
	return at.Add(fixed.Vec{X: fixed.Q(x * floatSpeed * fixed.One / game.TicksPerSecond), Y: fixed.Q(y * floatSpeed * fixed.One / game.TicksPerSecond)})
}
