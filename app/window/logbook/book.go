// Package logbook is the journal that a player keeps of a world: which lands, plants, places, lights, chests,
// animals and skies the player has found, what they are called in the player's language, and what burning
// lighthouses show of the land. It is private: it is kept in a file beside the world's, and no other peer
// knows of it. The file has a line for each find, as package game/journal writes it; the line of a light may
// end with the quoted names of its keepers.
package logbook

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"manyhold/app/settings"
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/journal"
	"manyhold/game/lights"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render/ui/kit"
)

const (
	// mostFinds is the most finds of a journal; further ones are dropped.
	mostFinds = 8192
	// lightRegions is how far a burning lighthouse shows the land, in regions to each side of its own, and
	// mostShown how many regions are shown in all.
	lightRegions, mostShown = 2, 400
)

// Book holds a player's finds in a world. Its zero value is a book whose world is not known yet. It belongs
// to one goroutine.
type Book struct {
	atlas  journal.Atlas
	list   []journal.Find // in the order in which they were found
	known  map[journal.Find]bool
	shown  map[grid.Region]bool // that lighthouses show
	afar   []terrain.Landmark   // in them
	seen   []journal.Find       // of the last look, reused
	keeper map[grid.Tile]string // names of the keepers of a light, as they were last seen
	pages  pages
	file   settings.Behind
}

// of makes the book that of the world with a seed.
func (f *Book) of(seed uint64) {
	f.atlas.Seed = func(scene uint8) uint64 { return world.SceneSeed(seed, scene) }
}

// Open reads the journal of a world with a seed from a file. Lines that cannot be read are passed over.
func (f *Book) Open(path string, seed uint64) error {
	f.file.Path, f.known, f.pages.stale = path, map[journal.Find]bool{}, true
	f.shown, f.keeper = map[grid.Region]bool{}, map[grid.Tile]string{}
	f.of(seed)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for line := range strings.Lines(string(b)) {
		f.readLine(strings.TrimSuffix(line, "\n"))
	}
	return err
}

// Opened reports whether the world is known, so that there is something in the book.
func (f *Book) Opened() bool { return f.file.Path != "" }

// Wait waits until the file has all that was found.
func (f *Book) Wait() { f.file.Wait() }

// OpenChest writes down that the player has opened a chest, and reports whether that is new. Only chests of
// the land are finds. log gets an error of the file.
func (f *Book) OpenChest(t grid.Tile, log func(error)) (n journal.Find, fresh bool) {
	if !f.Opened() {
		return n, false
	}
	n, _, ok := f.atlas.Hoard(t)
	if !ok || !f.add(n) {
		return n, false
	}
	f.keep(log)
	return n, true
}

// Note writes a find down that the player did not make by walking, and reports whether it is new. It is in
// the file with the next find.
func (f *Book) Note(n journal.Find) bool { return f.Opened() && n.Valid() && f.add(n) }

// add writes a find down and reports whether it is new.
func (f *Book) add(n journal.Find) bool {
	if f.known[n] || len(f.list) >= mostFinds {
		return false
	}
	f.known[n], f.pages.stale = true, true
	f.list = append(f.list, n)
	if n.Page == journal.Lights {
		f.shine(n.Tile)
	}
	return true
}

// Look returns the new finds in the surroundings, and keeps them. The slice is valid until the next look.
func (f *Book) Look(w *island.Island, at grid.Tile, now game.Tick, alive []journal.Creature, log func(error)) (fresh []journal.Find) {
	f.seen = journal.LookAlive(f.atlas.Look(f.seen[:0], w, at, now), &w.Space, at.Centre())
	for _, c := range alive {
		f.seen = append(f.seen, journal.OfCreature(c))
	}
	news := false
	for _, n := range f.seen {
		if f.add(n) {
			fresh = append(fresh, n)
		}
		if n.Page == journal.Lights {
			news = f.noteKeepers(w, n.Tile) || news
		}
	}
	for n := range lights.Count { // what the world has lit shows everybody the land
		if e, ok := w.Lights.Entry(n); ok && f.Opened() {
			f.shine(e.At)
		}
	}
	if len(fresh) > 0 || news {
		f.keep(log)
	}
	return fresh
}

// keep writes the journal to its file in the background. An earlier write never overwrites a later one.
func (f *Book) keep(log func(error)) {
	var b []byte
	for _, n := range f.list {
		b = f.appendLine(b, n)
	}
	f.file.Write(b, log)
}

// shine lets a burning lighthouse show the places around it.
func (f *Book) shine(light grid.Tile) {
	at := light.Region()
	for dy := int32(-lightRegions); dy <= lightRegions; dy++ {
		for dx := int32(-lightRegions); dx <= lightRegions; dx++ {
			r := grid.Region{X: at.X + dx, Y: at.Y + dy}
			if !f.shown[r] && len(f.shown) < mostShown {
				f.shown[r] = true
				f.afar = append(f.afar, f.atlas.In(r)...)
			}
		}
	}
}

// Name returns the name of a find.
func (f *Book) Name(words *kit.Words, n journal.Find) string {
	switch n.Page {
	case journal.Places, journal.Lights:
		return f.place(words, n.Tile)
	case journal.Hoards:
		_, of, _ := f.atlas.Hoard(n.Tile)
		return words.Fill("find.chest", "place", f.place(words, of))
	case journal.Creatures:
		return words.Get(fmt.Sprintf("find.creature_%d", n.Number))
	case journal.Countries:
		return words.Get("find.biome_" + terrain.Biome(n.Number).String())
	case journal.Skies:
		return words.Get(fmt.Sprintf("find.sky_%d", n.Number))
	}
	return words.Get("find.block_" + strings.ReplaceAll(tile.Block(n.Number).String(), " ", "_"))
}
