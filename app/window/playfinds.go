package window

import (
	"errors"
	"slices"
	"strings"

	"manyhold/app/order"
	"manyhold/app/window/chart"
	"manyhold/app/window/logbook"
	"manyhold/audio"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/journal"
	"manyhold/game/tile"
	"manyhold/net/store"
	"manyhold/render/ui/model"
)

// discoveries are what the player knows of a world: the journal, and the map.
type discoveries struct {
	logbook.Book
	chart chart.Chart
	batch logbook.Batch // finds to be told
}

// open reads what the player knew before.
func (d *discoveries) open(dir string, world store.WorldID, seed uint64) error {
	return errors.Join(d.Open(journalPath(dir, world), seed), d.chart.Open(chartPath(dir, world), seed))
}

// close saves the map, and returns a function that waits until all is in the files.
func (d *discoveries) close(fail func(error)) func() {
	d.chart.Save(fail)
	return func() { d.Wait(); d.chart.Wait() }
}

// find looks around for something new, from time to time, and tells of it.
func (v *play) find() {
	s, p := v.s, v.p
	f := &p.finds
	body := p.body()
	if body == nil || p.me() == nil || p.net.world == "" || p.ticks < v.looked+lookEvery {
		return
	}
	v.looked = p.ticks
	warn := v.journalWarning
	if !f.Opened() {
		world, err := store.ParseWorldID(p.net.world)
		if err == nil {
			err = f.open(s.id.Dir, world, p.View.World.Gen.Seed)
		}
		if err != nil {
			warn(err)
		}
	}
	v.alive = s.renderer.Creatures(v.alive[:0], body.Pos, journal.PlaceReach)
	f.chart.Walk(&p.View.World.State, grid.TileAt(body.Pos), warn)
	v.found(f.Look(p.View.World, grid.TileAt(body.Pos), p.View.Tick, v.alive, warn))
}

// found announces new finds of the journal, small ones together.
func (v *play) found(fresh []journal.Find) {
	s, p := v.s, v.p
	if tell := p.finds.batch.Add(fresh, p.ticks); len(tell) > 0 {
		s.ui.Lane().News(p.finds.Notice(s.words, tell))
		cue := audio.SoundFound
		if slices.ContainsFunc(tell, journal.Find.Grand) {
			cue = audio.SoundFirst
		}
		s.sound.UI(cue)
	}
}

// fillMap fills the models of map and journal.
func fillMap(v *play, m *model.Model) {
	s, p := v.s, v.p
	m.Journal = *p.finds.Collection(s.words, p.View.World)
	m.Journal.News = p.net.journal
	view := chart.View{Words: s.words, World: p.View.World, Me: p.me(), At: m.Game.Centre, Now: p.ticks, Book: &p.finds.Book,
		Beacons: p.net.beacons, Hides: s.ui.Hides, Goal: &m.HUD.Goal, Sees: func(t grid.Tile) bool { return order.InSight(entity.Flame, t, m.Game.Centre) }}
	p.finds.chart.Fill(&m.Map, &view)
	if news := p.finds.chart.PinNews(&view); news != "" {
		s.ui.Toast(news)
		s.sound.UI(audio.SoundFound)
	}
	if v.bouts.shown() || p.shown() != nil { // a match and a scene are seen as a whole
		m.Map.Seen = nil
	}
}

// actOnMap carries out what is done on the map, and reports whether it was that.
func actOnMap(v *play, a model.Action) bool {
	p := v.p
	switch a := a.(type) {
	case model.SetPin:
		if a.Share {
			p.Issue(command.Command{Kind: command.Pin, Tile: a.Tile, Count: a.Sign})
		} else if !p.finds.chart.SetPin(a.Tile, a.Sign) {
			v.s.ui.Toast(v.s.words.Get("map.full"))
		}
	case model.SetTarget:
		p.finds.chart.SetTarget(a.On, a.Tile, a.Name)
	default:
		return false
	}
	return true
}

// opened writes down which chests of the land the player has opened, and what map pieces have shown it.
func (v *play) opened(events []event.Event) {
	p := v.p
	for i := range events {
		e := &events[i]
		if p.View.Me == nil || e.Seat != p.View.Me.Seat {
			continue
		}
		if e.Kind == event.Charted {
			p.finds.chart.Uncover(e.Tile, chartedReach)
			p.finds.chart.Save(v.journalWarning)
		}
		if e.Kind != event.Opened || tile.Block(e.A) != tile.Chest {
			continue
		}
		if n, fresh := p.finds.OpenChest(e.Tile, v.journalWarning); fresh {
			v.found([]journal.Find{n})
		}
	}
}

// chartedReach is how far around a place a map piece shows the land, in tiles.
const chartedReach = 16

// chartPath is where the map of a world is kept: beside the world's file.
func chartPath(dir string, world store.WorldID) string {
	return strings.TrimSuffix(store.Path(dir, world), ".db") + ".map"
}

// journalWarning logs that the journal or the map could not be written.
func (v *play) journalWarning(err error) {
	v.s.log.Warn("cannot save the journal or the map", "why", err)
}

// journalPath is where the journal of a world is kept: beside the world's file.
func journalPath(dir string, world store.WorldID) string {
	return strings.TrimSuffix(store.Path(dir, world), ".db") + ".journal"
}
