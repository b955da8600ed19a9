package logbook

import (
	"fmt"
	"strconv"
	"strings"

	"manyhold/audio"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/journal"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// This file holds the journal's knowledge of places: their names in the player's language, the keepers of
// their lights, and their music.

const (
	// lightReach is the distance from a burning lighthouse at which its music begins, and themeReach the
	// distance from another place with music, in tiles along each axis; themeMore is the further distance at
	// which begun music ends.
	lightReach, themeReach, themeMore = 22, 12, 5
	// plateUp is how far over its tile a lighthouse is still looked at, in tiles: it is tall.
	plateUp = 2
	// festivalTheme tells the music of the festival from that of any place.
	festivalTheme = 1 << 62
)

// place returns the name of the place with a tile.
func (f *Book) place(words *kit.Words, t grid.Tile) string {
	if name, ok := f.atlas.Name(t); ok {
		return placeName(words, name)
	}
	return words.Get("find.unknown")
}

// PlaceName returns the name of the place with a tile.
func (f *Book) PlaceName(words *kit.Words, t grid.Tile) string {
	if !f.Opened() {
		return words.Get("find.unknown")
	}
	return f.place(words, t)
}

// Names returns the names of the places of a world, for somebody without a journal.
func Names(words *kit.Words, seed uint64) func(grid.Tile) string {
	f := new(Book)
	f.of(seed)
	return func(t grid.Tile) string { return f.place(words, t) }
}

// placeName puts a name together in a language.
func placeName(words *kit.Words, n terrain.Name) string {
	piece := func(of string, number uint8) string { return words.Get(fmt.Sprintf("place.%s_%d", of, number)) }
	noun := words.Get(fmt.Sprintf("place.noun_%d_%d", n.Kind, n.Noun))
	switch n.Form {
	case terrain.OldName:
		return words.Fill("place.old", "old", n.Old(), "noun", noun)
	case terrain.PhraseName:
		being := words.Fill(fmt.Sprintf("place.being_%d", n.Second), "mood", piece("mood", n.First))
		return words.Fill("place.phrase", "noun", noun, "being", being)
	case terrain.CircleName:
		return words.Fill("place.circle", "count", piece("count", n.First), "circle", piece("circle", n.Second))
	}
	return words.Get("find.unknown")
}

// noteKeepers keeps the names of a light's keepers, and reports whether they are news.
func (f *Book) noteKeepers(w *island.Island, t grid.Tile) bool {
	names, _ := w.Keepers(t)
	if names == "" || f.keeper[t] == names {
		return false
	}
	f.keeper[t], f.pages.stale = names, true
	return true
}

// appendLine appends the line of a find in the journal's file: that of a light ends with the quoted names of
// its keepers, if they are known.
func (f *Book) appendLine(b []byte, n journal.Find) []byte {
	b = journal.Append(b, n)
	if names := f.keeper[n.Tile]; n.Page == journal.Lights && names != "" {
		b = append(strconv.AppendQuote(append(b[:len(b)-1], ' '), names), '\n')
	}
	return b
}

// readLine takes a line that appendLine wrote, without its end, and passes over anything else.
func (f *Book) readLine(line string) {
	line, quoted, _ := strings.Cut(line, ` "`)
	n, ok := journal.Parse(line)
	if !ok {
		return
	}
	f.add(n)
	if names, err := strconv.Unquote(`"` + quoted); err == nil && n.Page == journal.Lights {
		f.keeper[n.Tile] = names
	}
}

// Plate gives the name and the keepers of the lighthouse that the player looks at.
func (f *Book) Plate(words *kit.Words, w *island.Island, at grid.Tile) model.Plate {
	for dy := int32(0); dy <= plateUp && f.Opened(); dy++ {
		t := at.Add(0, dy)
		_, b, state, ok := w.TileAt(t)
		if !ok || b != tile.Beacon {
			continue
		}
		p := model.Plate{At: t.Centre(), Title: f.place(words, t), Text: words.Get("find.dark")}
		p.At.Y -= 2 * fixed.One
		if state&tile.StateBit0 != 0 {
			names, _ := w.Keepers(t)
			p.Text = words.Fill("find.lit", "names", names)
			if n, ok := w.Lights.At(t); ok && w.Lights.Flickers(n, w.Clock) {
				p.Text = words.Get("find.flickers")
			}
		}
		return p
	}
	return model.Plate{}
}

// Theme returns the music of the place where a player stands: of a lighthouse that burns, from when it was
// lit, else of a great landmark. The music that plays now reaches a little further. At the festival there is
// one music everywhere.
func (f *Book) Theme(w *island.Island, at grid.Tile, now audio.Theme) (t audio.Theme) {
	if since, ok := w.Lights.Whole(); ok && w.Lights.Festive(w.Clock) { // everywhere
		return audio.Theme{Seed: festivalTheme, Character: audio.OfLight, Since: since}
	}
	best := int32(1 << 30)
	for _, l := range f.atlas.Around(at) {
		c := characters[l.Kind]
		reach := int32(themeReach)
		if l.Kind == terrain.Tower {
			_, b, state, ok := w.TileAt(l.Tile)
			if !ok || b != tile.Beacon || state&tile.StateBit0 == 0 {
				continue
			}
			reach = lightReach
		}
		one := audio.Theme{Seed: uint64(uint32(l.Tile.X))<<32 | uint64(uint32(l.Tile.Y)) | 1<<63, Character: c}
		if one.Seed == now.Seed {
			reach += themeMore
		}
		d := max(l.Tile.X-at.X, at.X-l.Tile.X, l.Tile.Y-at.Y, at.Y-l.Tile.Y)
		if c == audio.NoCharacter || d > reach || d >= best {
			continue
		}
		if l.Kind == terrain.Tower {
			_, one.Since = w.Keepers(l.Tile)
		}
		best, t = d, one
	}
	return t
}

// characters are those of the music of great landmarks; the others have none.
var characters = [terrain.LandmarkKindCount]audio.Character{
	terrain.Ruin: audio.OfStone, terrain.StoneCircle: audio.OfStone, terrain.Grove: audio.OfWood, terrain.Wreck: audio.OfSea,
	terrain.HotSpring: audio.OfSpring, terrain.OldHearth: audio.OfFire, terrain.Tower: audio.OfLight,
}
