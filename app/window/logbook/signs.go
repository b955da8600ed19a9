package logbook

import (
	"strconv"

	"manyhold/app/usage"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/journal"
	"manyhold/game/lights"
	"manyhold/game/terrain"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Signs appends the signs of places and lighthouses for the maps: those around a tile, those that lighthouses
// show, and all that the player has found.
func (f *Book) Signs(dst []model.Sign, words *kit.Words, w *island.Island, at grid.Tile) []model.Sign {
	if !f.Opened() {
		return dst
	}
	done := map[grid.Tile]bool{}
	for n, t := range terrain.Lights(w.Gen.Seed) {
		dst = f.light(dst, words, w, n, t)
		done[t] = true
	}
	place := func(t grid.Tile, found, near bool) {
		if done[t] {
			return
		}
		done[t] = true
		s := model.Sign{Kind: model.UnseenSign, Tile: t, Name: words.Get("map.unseen"), Edge: near}
		if found {
			s = model.Sign{Kind: model.PlaceSign, Tile: t, Name: usage.Capital(f.place(words, t)), About: f.kindOf(words, t)}
		}
		dst = append(dst, s)
	}
	for _, n := range f.list {
		switch n.Page {
		case journal.Places:
			place(n.Tile, true, false)
		case journal.Hoards:
			dst = append(dst, model.Sign{Kind: model.HoardSign, Tile: n.Tile, Name: words.Get("map.hoard"), About: usage.Capital(f.Name(words, n))})
		}
	}
	for _, l := range f.atlas.Around(at) {
		place(l.Tile, f.known[journal.OfPlace(l, 0)], true)
	}
	for _, l := range f.afar {
		place(l.Tile, f.known[journal.OfPlace(l, 0)], false)
	}
	return dst
}

// kindOf says of what kind the place with a tile is, in the words of the journal's pages.
func (f *Book) kindOf(words *kit.Words, t grid.Tile) string {
	for _, l := range f.atlas.In(t.Region()) {
		if l.Tile == t {
			return usage.Capital(f.kindName(words, journal.OfPlace(l, 0)))
		}
	}
	return ""
}

// light appends the sign of lighthouse n, if it burns, the player was there, or light shows the land there.
func (f *Book) light(dst []model.Sign, words *kit.Words, w *island.Island, n int, t grid.Tile) []model.Sign {
	s := model.Sign{Kind: model.DarkSign, Tile: t, Number: n + 1, About: words.Get("map.dark"), Edge: true}
	e, lit := w.Lights.Entry(n)
	switch {
	case lit:
		s.Kind, s.About = model.LitSign, words.Fill("collection.lit", "name", e.Name.String(), "when", When(words, e.Since))
		if w.Lights.Flickers(n, w.Clock) {
			s.About = words.Get("find.flickers")
		}
	case !f.shown[t.Region()] && !f.known[journal.Find{Page: journal.Places, Number: uint8(terrain.Tower), Tile: t}] && !w.Lights.Reach(t, w.Clock):
		return dst
	default:
		s.Edge = false
	}
	s.Name = usage.Capital(placeName(words, terrain.LightName(w.Gen.Seed, n)))
	s.About = words.Fill("map.light", "n", strconv.Itoa(n+1), "of", strconv.Itoa(lights.Count)) + " · " + s.About
	return append(dst, s)
}
