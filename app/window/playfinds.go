package window

import (
	"strings"

	"manyhold/audio"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/journal"
	"manyhold/game/tile"
	"manyhold/net/store"
)

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
			err = f.Open(journalPath(s.id.Dir, world), p.View.World.Gen.Seed)
		}
		if err != nil {
			warn(err)
		}
	}
	v.alive = s.renderer.Creatures(v.alive[:0], body.Pos, journal.PlaceReach)
	v.found(f.Look(p.View.World, grid.TileAt(body.Pos), p.View.Tick, v.alive, warn))
}

// found announces the new finds of the journal.
func (v *play) found(fresh []journal.Find) {
	s, p := v.s, v.p
	if len(fresh) == 0 {
		return
	}
	var names []string
	for _, n := range fresh {
		names = append(names, p.finds.Name(s.words, n))
	}
	s.ui.Toast(s.words.Fill("find.new", "what", strings.Join(names, ", ")))
	s.sound.UI(audio.SoundFound)
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
			p.finds.Chart(e.Tile, v.journalWarning)
		}
		if e.Kind != event.Opened || tile.Block(e.A) != tile.Chest {
			continue
		}
		if n, fresh := p.finds.OpenChest(e.Tile, v.journalWarning); fresh {
			v.found([]journal.Find{n})
		}
	}
}

// journalWarning logs that the journal could not be written.
func (v *play) journalWarning(err error) { v.s.log.Warn("cannot save the journal", "why", err) }

// journalPath is where the journal of a world is kept: beside the world's file.
func journalPath(dir string, world store.WorldID) string {
	return strings.TrimSuffix(store.Path(dir, world), ".db") + ".journal"
}
