package window

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"manyhold/app/settings"
	"manyhold/audio"
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/journal"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	worldpkg "manyhold/game/world"
	"manyhold/net/store"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// lookEvery is how often the player's surroundings are looked at for something new, in ticks.
	lookEvery = 20
	// mostFinds is how many finds a journal has; what is found beyond is not written down.
	mostFinds = 8192
	// lightRegions is how far a burning lighthouse shows the land, in regions to each side of its own, and mostShown
	// how many regions are shown in all.
	lightRegions, mostShown = 2, 400
)

// findings is the journal of what the player has found in a world. It is the player's own: it is kept beside the
// world's file, and nobody else knows of it.
type findings struct {
	path   string // "" until the world is known
	atlas  journal.Atlas
	list   []journal.Find // in the order in which they were found
	known  map[journal.Find]bool
	shown  map[grid.Region]*tile.Region // that lighthouses show; nil until it is asked for
	afar   []terrain.Landmark           // in them
	looked uint64
	seen   []journal.Find       // of the last look, reused
	keeper map[grid.Tile]string // the names of those who lit a light, as they were last seen
	pages  []model.JournalEntry
	stale  bool       // pages are to be made anew
	words  *kit.Words // of pages

	unwritten atomic.Pointer[[]byte] // the newest state that is not in the file
	lock      sync.Mutex             // held by whoever writes the file
	writing   sync.WaitGroup
}

// findsPath is where the journal of a world is kept.
func findsPath(dir string, world store.WorldID) string {
	return strings.TrimSuffix(store.Path(dir, world), ".db") + ".journal"
}

// open reads the journal of a world; lines that cannot be read are passed over.
func (f *findings) open(dir, world string, seed uint64) error {
	id, err := store.ParseWorldID(world)
	if err != nil {
		return err
	}
	f.path, f.known, f.stale = findsPath(dir, id), map[journal.Find]bool{}, true
	f.shown, f.keeper = map[grid.Region]*tile.Region{}, map[grid.Tile]string{}
	f.atlas.Seed = func(scene uint8) uint64 { return worldpkg.SceneSeed(seed, scene) }
	b, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for line := range strings.Lines(string(b)) {
		f.readLine(strings.TrimSuffix(line, "\n"))
	}
	return err
}

// add writes a find down and reports whether it is new.
func (f *findings) add(n journal.Find) bool {
	if f.known[n] || len(f.list) >= mostFinds {
		return false
	}
	f.known[n], f.stale = true, true
	f.list = append(f.list, n)
	if n.Page == journal.Lights {
		f.shine(n.Tile)
	}
	return true
}

// look returns what of the surroundings is new, and keeps it. The slice is good until the next look.
func (f *findings) look(w *island.Island, at grid.Tile, now game.Tick, alive []journal.Creature, log func(error)) (fresh []journal.Find) {
	f.seen = f.atlas.Look(f.seen[:0], w, at, now)
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
	if len(fresh) > 0 || news {
		f.keep(log)
	}
	return fresh
}

// keep writes the journal to its file without being waited for. What comes later is never overwritten by what
// came before.
func (f *findings) keep(log func(error)) {
	var b []byte
	for _, n := range f.list {
		b = f.appendLine(b, n)
	}
	f.unwritten.Store(&b)
	f.writing.Go(func() {
		f.lock.Lock()
		defer f.lock.Unlock()
		if b := f.unwritten.Swap(nil); b != nil {
			if err := settings.WriteAtomically(f.path, *b); err != nil {
				log(err)
			}
		}
	})
}

// find looks around for something new, and tells of it.
func (s *Session) find(p *Playing) {
	f := &p.finds
	body := p.body()
	if body == nil || p.me() == nil || p.net.world == "" || p.ticks < f.looked+lookEvery {
		return
	}
	f.looked = p.ticks
	warn := s.journalWarning
	if f.path == "" {
		if err := f.open(s.id.Dir, p.net.world, p.View.World.Genesis().Seed); err != nil {
			warn(err)
		}
	}
	s.alive = s.renderer.Creatures(s.alive[:0], body.Pos, journal.PlaceReach)
	s.found(f.look(p.View.World, grid.TileAt(body.Pos), p.View.Tick, s.alive, warn))
}

// found tells of what is new in the journal.
func (s *Session) found(fresh []journal.Find) {
	if len(fresh) == 0 {
		return
	}
	var names []string
	for _, n := range fresh {
		names = append(names, s.Play.finds.name(s.words, n))
	}
	s.Ui.Toast(s.words.Fill("find.new", "what", strings.Join(names, ", ")))
	s.sound.UI(audio.SoundFound)
}

// entries are the pages of the journal that have anything on them.
func (f *findings) entries(words *kit.Words) []model.JournalEntry {
	if f.path == "" || !f.stale && f.words == words {
		return f.pages[:len(f.pages):len(f.pages)]
	}
	f.pages, f.stale, f.words = f.pages[:0], false, words
	for page := journal.NoPage + 1; page < journal.PageCount; page++ {
		var lines []string
		for _, n := range f.list {
			switch {
			case n.Page != page:
			case page.HasTile():
				lines = append(lines, f.line(words, n))
			case len(lines) == 0:
				lines = []string{capital(f.name(words, n))}
			default:
				lines[0] += ", " + f.name(words, n)
			}
		}
		if len(lines) > 0 {
			f.pages = append(f.pages, model.JournalEntry{Title: words.Get(fmt.Sprintf("find.page_%d", page)), Lines: lines})
		}
	}
	return f.pages[:len(f.pages):len(f.pages)]
}

// marks appends the landmarks around a place, and around the lighthouses that the player has seen burn, for the maps.
func (f *findings) marks(dst []model.Mark, at grid.Tile) []model.Mark {
	if f.path == "" {
		return dst
	}
	for _, l := range f.atlas.Around(at) {
		dst = append(dst, model.Mark{Tile: l.Tile, Found: f.known[journal.OfPlace(l, 0)]})
	}
	near := func(r grid.Region) bool {
		o := at.Region()
		return max(r.X-o.X, o.X-r.X, r.Y-o.Y, o.Y-r.Y) <= 1
	}
	for _, l := range f.afar {
		if !near(l.Tile.Region()) {
			dst = append(dst, model.Mark{Tile: l.Tile, Found: f.known[journal.OfPlace(l, 0)]})
		}
	}
	return dst
}

// shine lets a burning lighthouse show the land around it.
func (f *findings) shine(light grid.Tile) {
	at := light.Region()
	for dy := int32(-lightRegions); dy <= lightRegions; dy++ {
		for dx := int32(-lightRegions); dx <= lightRegions; dx++ {
			r := grid.Region{X: at.X + dx, Y: at.Y + dy}
			if _, have := f.shown[r]; !have && len(f.shown) < mostShown {
				f.shown[r] = nil
				f.afar = append(f.afar, f.atlas.In(r)...)
			}
		}
	}
}

// reveal returns a region as it was untouched, nil unless a lighthouse shows it. It is made when it is first asked for.
func (f *findings) reveal(r grid.Region) *tile.Region {
	t, shown := f.shown[r]
	if !shown || t != nil {
		return t
	}
	t = new(tile.Region)
	terrain.Build(f.atlas.Seed(r.Scene()), r.Local(), terrain.Stocked, t) // without animals: who looks at a map sees none
	f.shown[r] = t
	return t
}

// name is what a find is called.
func (f *findings) name(words *kit.Words, n journal.Find) string {
	switch n.Page {
	case journal.Places, journal.Lights:
		return f.place(words, n.Tile)
	case journal.Hoards:
		_, of, _ := f.atlas.Hoard(n.Tile)
		return words.Fill("find.hoard", "place", f.place(words, of))
	case journal.Creatures:
		return words.Get(fmt.Sprintf("find.creature_%d", n.Number))
	case journal.Countries:
		return words.Get("find.country_" + terrain.Biome(n.Number).String())
	case journal.Skies:
		return words.Get(fmt.Sprintf("find.sky_%d", n.Number))
	}
	return words.Get("find.block_" + strings.ReplaceAll(tile.Block(n.Number).String(), " ", "_"))
}
