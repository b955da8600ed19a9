package journal

import (
	"strconv"
	"strings"

	"manyhold/game/grid"
)

// A journal is stored as text, a line for each find in the order of discovery: page and number, and for a
// place, light or hoard x and y of its tile, separated by spaces.

// HasTile reports whether each find of a page has a tile.
func (p Page) HasTile() bool { return p == Places || p == Lights || p == Hoards }

// Append appends the line of a find to dst.
func Append(dst []byte, f Find) []byte {
	dst = strconv.AppendUint(dst, uint64(f.Page), 10)
	dst = strconv.AppendUint(append(dst, ' '), uint64(f.Number), 10)
	if f.Page.HasTile() {
		dst = strconv.AppendInt(append(dst, ' '), int64(f.Tile.X), 10)
		dst = strconv.AppendInt(append(dst, ' '), int64(f.Tile.Y), 10)
	}
	return append(dst, '\n')
}

// Parse reads a line that Append wrote, excluding its end; ok is false for anything else.
func Parse(line string) (f Find, ok bool) {
	words := strings.Split(line, " ")
	if len(words) != 2 && len(words) != 4 {
		return Find{}, false
	}
	var n [4]int64
	for k, w := range words {
		v, err := strconv.ParseInt(w, 10, 32)
		if err != nil || k < 2 && (v < 0 || v > 255) {
			return Find{}, false
		}
		n[k] = v
	}
	f = Find{Page: Page(n[0]), Number: uint8(n[1]), Tile: grid.Tile{X: int32(n[2]), Y: int32(n[3])}}
	return f, f.Valid() && string(Append(nil, f)) == line+"\n"
}
