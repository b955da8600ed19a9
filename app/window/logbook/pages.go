package logbook

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/app/usage"
	"manyhold/game"
	"manyhold/game/annals"
	"manyhold/game/claim"
	"manyhold/game/entity"
	"manyhold/game/island"
	"manyhold/game/journal"
	"manyhold/game/lights"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// This file makes the pages of the journal.

// pagesEvery is how long the pages stand while nothing new is found, in ticks: names and dates of the world
// change without a find.
const pagesEvery = 5 * game.TicksPerSecond

// pages are the pages as they were made last.
type pages struct {
	made  model.Collection
	stale bool
	words *kit.Words // of made
	at    game.Tick
}

// tabs are the tabs, and the pages of finds that each has.
var tabs = [...]struct {
	name string
	of   []journal.Page
}{
	{"biomes", []journal.Page{journal.Countries}},
	{"plants", []journal.Page{journal.Plants}},
	{"animals", []journal.Page{journal.Creatures}},
	{"remains", []journal.Page{journal.Traces, journal.Places}},
	{"lights", []journal.Page{journal.Lights}},
	{"things", []journal.Page{journal.Stones, journal.Hoards}},
	{"sky", []journal.Page{journal.Skies}},
}

// Collection returns the pages of the journal. The result is valid until the next call, and read-only.
func (f *Book) Collection(words *kit.Words, w *island.Island) *model.Collection {
	p := &f.pages
	if !f.Opened() || !p.stale && p.words == words && w.Clock-p.at < pagesEvery {
		return &p.made
	}
	p.stale, p.words, p.at = false, words, w.Clock
	c := model.Collection{}
	for _, t := range tabs {
		tab := model.Tab{Name: words.Get("collection." + t.name)}
		for _, page := range t.of {
			for _, kind := range journal.Kinds(page) {
				e := f.entry(words, w, kind)
				if e.Found {
					tab.Have++
				}
				tab.Entries = append(tab.Entries, e)
			}
		}
		tab.All = len(tab.Entries)
		c.Have, c.All = c.Have+tab.Have, c.All+tab.All
		c.Tabs = append(c.Tabs, tab)
	}
	c.Milestones = f.milestones(words, w)
	p.made = c
	return &p.made
}

// entry is the entry of a kind of finds.
func (f *Book) entry(words *kit.Words, w *island.Island, kind journal.Find) model.Entry {
	if kind.Page == journal.Lights {
		return f.lightEntry(words, w, int(kind.Number)-1)
	}
	e := model.Entry{Subject: subjectOf(kind), Name: usage.Capital(f.kindName(words, kind)), About: words.Get(aboutKey(kind))}
	var names []string
	n := 0
	for _, of := range f.list {
		if of.Kind() == kind {
			e.Found = true
			n++
			if kind.Page == journal.Places {
				names = append(names, usage.Capital(f.place(words, of.Tile)))
			}
		}
	}
	switch {
	case kind.Page == journal.Places && n > 0:
		slices.Sort(names)
		e.Note = strings.Join(names, ", ")
	case kind.Page == journal.Hoards && n > 0:
		e.Note = words.Fill("collection.opened", "n", strconv.Itoa(n))
	}
	return e
}

// lightEntry is the entry of a lighthouse: it is found when it burns, or when the player was there.
func (f *Book) lightEntry(words *kit.Words, w *island.Island, n int) model.Entry {
	at := terrain.Lights(w.Gen.Seed)[n]
	e := model.Entry{Subject: model.Subject{Kind: model.LightOf}, Name: words.Fill("collection.light", "n", strconv.Itoa(n+1), "place", usage.Capital(placeName(words, terrain.LightName(w.Gen.Seed, n))))}
	e.About = words.Get(fmt.Sprintf("find.about_light_%d", n+1))
	if l, ok := w.Lights.Entry(n); ok {
		e.Found, e.Subject.Number = true, 1
		e.Note = words.Fill("collection.lit", "name", l.Name.String(), "when", When(words, l.Since))
		if names := f.keeper[at]; names != "" {
			e.Note += " · " + words.Fill("collection.keepers", "names", names)
		}
	} else if f.known[journal.Find{Page: journal.Places, Number: uint8(terrain.Tower), Tile: at}] {
		e.Found, e.Note = true, words.Get("collection.dark")
	}
	return e
}

// When writes a time of the world: its day and hour.
func When(words *kit.Words, at game.Tick) string {
	const eight = game.TicksPerDay / 3 // tick 0 is eight in the morning
	t := uint64(at) + eight
	return words.Fill("collection.when", "day", strconv.Itoa(int(t/game.TicksPerDay)+1), "time", fmt.Sprintf("%02d:%02d", t%game.TicksPerDay*24/game.TicksPerDay, t%game.TicksPerDay*24*60/game.TicksPerDay%60/10*10))
}

// subjectOf is what the picture of an entry shows.
func subjectOf(f journal.Find) model.Subject {
	kind := model.BlockOf
	switch f.Page {
	case journal.Countries:
		kind = model.BiomeOf
	case journal.Creatures:
		kind = model.CreatureOf
	case journal.Places:
		kind = model.PlaceOf
	case journal.Skies:
		kind = model.SkyOf
	case journal.Hoards:
		return model.Subject{Kind: model.ChestOf}
	}
	return model.Subject{Kind: kind, Number: f.Number}
}

// kindName is the name of an entry.
func (f *Book) kindName(words *kit.Words, kind journal.Find) string {
	switch kind.Page {
	case journal.Places:
		return words.Get("find.kind_" + strings.ReplaceAll(terrain.LandmarkKind(kind.Number).String(), " ", "_"))
	case journal.Hoards:
		return words.Get("find.hoards")
	}
	return f.Name(words, kind)
}

// aboutKey is the key of the sentence about an entry.
func aboutKey(f journal.Find) string {
	name := ""
	switch f.Page {
	case journal.Countries:
		name = terrain.Biome(f.Number).String()
	case journal.Places:
		name = "place_" + terrain.LandmarkKind(f.Number).String()
	case journal.Skies:
		name = fmt.Sprintf("sky_%d", f.Number)
	case journal.Creatures:
		name = fmt.Sprintf("creature_%d", f.Number)
	case journal.Hoards:
		name = "chests"
	default:
		name = tile.Block(f.Number).String()
	}
	return "find.about_" + strings.ReplaceAll(name, " ", "_")
}

// maxArrivals is how many first arrivals the history tells of.
const maxArrivals = 12

// moment is a milestone with its time, to be put in order.
type moment struct {
	at game.Tick
	model.Milestone
}

// milestones is the history of a world, in its order.
func (f *Book) milestones(words *kit.Words, w *island.Island) (list []model.Milestone) {
	var all []moment
	tell := func(at game.Tick, s model.Subject, key string, pairs ...string) {
		all = append(all, moment{at, model.Milestone{When: When(words, at), Text: words.Fill("milestone."+key, pairs...), Subject: s}})
	}
	lit, person := model.Subject{Kind: model.LightOf, Number: 1}, model.Subject{Kind: model.FigureOf}
	burning := 0
	for _, n := range lightsByTime(w) {
		e, _ := w.Lights.Entry(n)
		key := "light"
		if burning++; burning == 1 {
			key = "first_light"
		}
		tell(e.Since, lit, key, "name", e.Name.String(), "n", strconv.Itoa(n+1), "place", usage.Capital(placeName(words, terrain.LightName(w.Gen.Seed, n))))
		if e.Cared > 0 {
			tell(e.Tended, lit, "tended", "n", strconv.Itoa(n+1))
		}
	}
	if since, whole := w.Lights.Whole(); whole {
		tell(since, lit, "festival")
	}
	for n, p := range firstPlayers(w) {
		key := "arrival"
		if n == 0 {
			key = "first_arrival"
		}
		tell(p.FirstSeen, person, key, "name", p.Name.String())
	}
	if of := w.Claims.List(); len(of) > 0 {
		c := slices.MinFunc(of, func(a, b claim.Claim) int { return cmp.Compare(a.Since, b.Since) })
		tell(c.Since, model.Subject{Kind: model.BlockOf, Number: uint8(tile.Sign)}, "first_claim", "name", c.Name.String())
	}
	for n := range annals.Rows {
		e, done := w.Annals.Entry(n)
		if !done {
			continue
		}
		s, name := person, e.Name.String()
		if b := annals.Rows[n].Show; b != tile.NoBlock {
			s = model.Subject{Kind: model.BlockOf, Number: uint8(b)}
		}
		if name == "" {
			name = words.Get("milestone.somebody")
		}
		tell(e.Since, s, annals.Rows[n].Name, "name", name)
	}
	slices.SortStableFunc(all, func(a, b moment) int { return cmp.Compare(a.at, b.at) })
	for _, m := range all {
		list = append(list, m.Milestone)
	}
	return list
}

// firstPlayers lists the players who came first, in the order of their coming.
func firstPlayers(w *island.Island) (list []*entity.PlayerState) {
	for _, of := range [...][]entity.PlayerState{w.Roster.Here, w.Roster.Away} {
		for k := range of {
			p := &of[k]
			n := len(list)
			for n > 0 && (list[n-1].FirstSeen > p.FirstSeen || list[n-1].FirstSeen == p.FirstSeen && list[n-1].Seat > p.Seat) {
				n--
			}
			if n < maxArrivals {
				list = slices.Insert(list, n, p)
				list = list[:min(len(list), maxArrivals)]
			}
		}
	}
	return list
}

// lightsByTime lists the lights that burn in the order in which they were lit.
func lightsByTime(w *island.Island) (list []int) {
	for n := range lights.Count {
		if w.Lights.Lit(n) {
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		x, _ := w.Lights.Entry(a)
		y, _ := w.Lights.Entry(b)
		return cmp.Compare(x.Since, y.Since)
	})
	return list
}
