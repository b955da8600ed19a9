package matches

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/app/window/wording"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/match"
	"manyhold/net/room"
	"manyhold/render/ui/model"
)

// Fill shows the matches. live says that the match is shown in the window.
func (d *Desk) Fill(m *model.Matches, live bool) {
	m.Able, d.shows = d.Able(), live
	m.Rows, m.Results, m.Room, m.Waiting = m.Rows[:0], m.Results[:0], model.MatchRoom{}, ""
	if !m.Able {
		m.Engines, m.Live = nil, model.LiveMatch{}
		return
	}
	d.mu.Lock()
	if d.busy > 0 {
		m.Waiting = d.o.Words.Get("match.creating")
	}
	d.mu.Unlock()
	if len(m.Engines) != len(d.engines) {
		m.Engines = nil
		for _, p := range d.engines {
			e := engineOf(p, languageOf(d.o.Words))
			e.About, _ = d.textsOf(p)
			m.Engines = append(m.Engines, e)
		}
	}
	for k := range d.rows {
		m.Rows = append(m.Rows, d.row(&d.rows[k]))
	}
	slices.SortStableFunc(m.Rows, func(a, b model.MatchRow) int { return cmp.Compare(orderOf(&a), orderOf(&b)) })
	d.fillResults(m)
	id := d.present()
	if live {
		id = d.entered
	}
	if v := d.view(id); v != nil {
		d.fillRoom(&m.Room, id, v)
	}
	m.Live.On = live
	if !live {
		m.Live = model.LiveMatch{}
		return
	}
	m.Live.Watching = d.Watching()
	if c := d.client(id); c != nil {
		g := c.Glance()
		m.Live.Headline, m.Live.Catching, m.Live.Behind = g.Headline, g.CatchingUp, int(g.Behind.Seconds()+0.5)
		m.Live.Lost = model.LostMatch{On: g.Lost.For > 0, Seconds: int(g.Lost.For.Seconds()), Names: g.Lost.Names, Alone: g.Lost.Alone}
	}
}

// textsOf returns what an engine says of itself, and what it tells its players to do. Engines of the program
// have their words among the game's, those of makers in their packages.
func (d *Desk) textsOf(p *match.Package) (about, hint string) {
	about, hint = p.About, p.Hint
	own, key := d.titles[p.Name()], "engine."+strings.ReplaceAll(p.Name(), "-", "_")
	if own == nil || own.About != about || own.Hint != hint || !d.o.Words.Has(key+"_hint") {
		return p.Say(languageOf(d.o.Words), about), p.Say(languageOf(d.o.Words), hint)
	}
	return d.o.Words.Get(key + "_about"), d.o.Words.Get(key + "_hint")
}

// orderOf is the place of a match in the list: the player's first, then those that can be joined, then those
// that can be watched.
func orderOf(r *model.MatchRow) int {
	n := int(r.Phase)
	if !r.Here {
		n += 10
	}
	return n
}

// row returns a room of the list.
func (d *Desk) row(r *hall.Row) model.MatchRow {
	m := model.MatchRow{ID: r.ID, Title: r.Title, Child: r.Child, Taken: r.Taken, Seats: r.Seats, Viewers: r.Viewers, Strict: r.Strict, Phase: phaseOf(r.Phase)}
	m.Engine, m.Picture = d.engine(r.Engine)
	if p := d.titles[r.Engine]; p != nil {
		m.Child = p.Say(languageOf(d.o.Words), m.Child)
	}
	if v := d.view(r.ID); v != nil {
		m.Here = d.takesPart(v)
	}
	return m
}

func phaseOf(name string) model.MatchPhase {
	switch name {
	case room.Running.String():
		return model.MatchRunning
	case room.Ended.String():
		return model.MatchEnded
	}
	return model.MatchSetup
}

// engine returns the title and picture of an engine by its name.
func (d *Desk) engine(name string) (title string, p *blueprint.Picture) {
	e := d.titles[name]
	if e == nil {
		return name, nil
	}
	return titled(e), pictureOf(e)
}

// fillRoom shows a room.
func (d *Desk) fillRoom(m *model.MatchRoom, id string, v *rooms.View) {
	*m = model.MatchRoom{ID: id, Title: v.Title, Phase: model.MatchPhase(v.Phase), Child: v.Child, Strict: v.Strict, Stages: v.Engine.Stages,
		Least: v.Engine.Least, Delay: int(v.ViewDelay), Countdown: float64(v.Left) / room.Second, Invalid: v.Invalid}
	m.Engine, m.Picture = d.engine(v.Engine.Name)
	m.Stage = max(0, slices.Index(v.Engine.Stages, v.Child))
	if v.Left > 0 {
		m.Stage = len(v.Engine.Stages) - 1
	}
	m.Paused, m.Halted = v.Phase == room.Running && v.Child == room.Paused.String(), v.Phase == room.Running && v.Child == room.Halted.String()
	for k := range v.Viewers {
		m.Viewers = append(m.Viewers, v.Viewers[k].Name)
	}
	m.Watching = watches(v, d.o.Hall.Me())
	d.fillPackage(m, id, v)
	say := namesOf(d.o.Words, d.packageOf(id))
	bots := slices.ContainsFunc(m.Settings, func(s model.MatchSetting) bool { return s.Key == match.BotsKey && s.Value == "true" })
	for k := range v.Seats {
		s := d.place(v, k)
		s.Label = say(s.Seat)
		s.Bot = s.Name == "" && bots
		m.Seats = append(m.Seats, s)
	}
	m.Result = resultOf(d.o.Words, id, v, say)
	m.Result.Notes = d.notes(v)
	m.Result.Engine = m.Engine
}

// fillPackage shows what only the engine knows: its settings, and whether it can be played here.
func (d *Desk) fillPackage(m *model.MatchRoom, id string, v *rooms.View) {
	if p := d.packageOf(id); p != nil {
		m.Engine, m.Settings = titled(p), settingsOf(p, v.Config, languageOf(d.o.Words))
		m.Child, m.Stages = p.Say(languageOf(d.o.Words), m.Child), sayAll(p, languageOf(d.o.Words), m.Stages)
		m.About, m.Hint = d.textsOf(p)
		m.Secret = p.Arena.Secret
		for k := range m.Settings {
			s := &m.Settings[k].Setting
			s.Value = d.shown(s.Key, s.Value)
		}
	}
	if text := d.shown(delayKey, ""); text != "" {
		m.Delay = 0
		for _, r := range text {
			m.Delay = 10*m.Delay + int(r-'0')
		}
	}
	c := d.client(id)
	if c == nil || !d.takesPart(v) {
		return
	}
	switch g := c.Glance(); {
	case g.Err != nil:
		m.Broken = wording.Error(d.o.Words, g.Err)
	case g.Package == nil:
		m.Broken = d.o.Words.Get("note.match_fetching")
	}
}

// shown returns the value of a setting: the one that was asked for, until the room has it.
func (d *Desk) shown(key, value string) string {
	p, asked := d.pending[key]
	switch {
	case !asked:
	case d.tick >= p.until || p.value == value:
		delete(d.pending, key)
	default:
		return p.value
	}
	return value
}

// place returns a seat.
func (d *Desk) place(v *rooms.View, k int) model.MatchSeat {
	x := &v.Seats[k]
	s := model.MatchSeat{Seat: v.Engine.Seats[k], Name: x.Name, Ready: x.Ready, Lagging: x.Lagging, Vacant: x.Taken() && x.Vacant > 0, Diverged: x.Diverged > 0,
		Waited: int(x.Waited) / room.Second, HoldsUp: x.HoldsUp()}
	if !x.Taken() {
		s.Name = ""
		return s
	}
	if ms, fps := x.RoundTrip(), x.FrameRate(); ms > 0 || fps > 0 {
		s.Pace = d.o.Words.Fill("note.match_pace", "ms", strconv.Itoa(int(ms)), "fps", strconv.Itoa(int(fps)))
	}
	s.Key, s.Mine = game.PlayerID(x.Holder), x.Holder == d.o.Hall.Me()
	if d.o.Look != nil {
		s.Look = d.o.Look(s.Key)
	}
	switch b := x.Ballot(); {
	case v.Child == room.Paused.String():
		s.Voted = b == room.ForResume
	case v.Child == room.Halted.String(), v.Phase == room.Setup:
		s.Voted = b == room.ForGoingOn
	default:
		s.Voted = b == room.ForPause
	}
	for i := range v.Outcome.Signed {
		s.Signed = s.Signed || int(v.Outcome.Signed[i].Seat) == k
	}
	return s
}
