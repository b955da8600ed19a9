package chart

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// This file remembers how land looked that the player has left, where it differs from untouched land: walls,
// floors, lamps, felled trees, dug pits. After a restart such land is not loaded, and a map without memory
// would show it as nobody ever found it.

const (
	// mostRemembered is how many regions are remembered, and mostTiles how many tiles of each: of more, those
	// that people built go before the others.
	mostRemembered, mostTiles = 512, 1024
	// tileBytes is how many bytes a tile has in a line of the file: its index, ground and block.
	tileBytes = 4
)

// memory is the land that is remembered, by region.
type memory struct {
	of     map[grid.Region][]remembered
	prints map[grid.Region]uint64 // of the tiles that were looked at last
}

// remembered is a tile that is not as it was untouched.
type remembered struct {
	at     grid.Index
	ground tile.Ground
	block  tile.Block
}

// built reports whether people made the tile what it is.
func (m remembered) built() bool {
	return m.ground.Info().Roofed || m.ground == tile.Path || m.block.Info().Height > 0
}

// remember compares land near the player with untouched land, if it has changed since it was looked at last.
func (c *Chart) remember(r grid.Region, t *tile.Region) {
	m := &c.memory
	print := uint64(14695981039346656037)
	for k, b := range t.Block {
		print = (print ^ uint64(b)<<8 ^ uint64(t.Ground[k])) * 1099511628211
	}
	if m.prints[r] == print {
		return
	}
	m.prints[r] = print
	old := new(tile.Region)
	c.untouched(r, old)
	var list []remembered
	for k, b := range t.Block {
		if g := t.Ground[k]; (g != old.Ground[k] || shows(b) != shows(old.Block[k])) && c.Knows(r.Tile(grid.Index(k))) {
			list = append(list, remembered{grid.Index(k), g, b})
		}
	}
	if len(list) > mostTiles {
		slices.SortStableFunc(list, func(a, b remembered) int {
			switch {
			case a.built() == b.built():
				return 0
			case a.built():
				return -1
			}
			return 1
		})
		list = list[:mostTiles]
		slices.SortFunc(list, func(a, b remembered) int { return int(a.at) - int(b.at) })
	}
	switch have := m.of[r]; {
	case slices.Equal(have, list), have == nil && len(m.of) >= mostRemembered:
		return
	case len(list) == 0:
		delete(m.of, r)
	default:
		m.of[r] = list
	}
	c.lands.forget(r)
	c.unsaved = true
}

// shows is what a map shows of a block: grass that animals ate, and burning or lit things, look alike.
func shows(b tile.Block) tile.Block {
	if b == tile.Tuft || b == tile.Fire || b == tile.Flood {
		return tile.NoBlock
	}
	return b
}

// append appends the lines of the file.
func (m *memory) append(b []byte) []byte {
	for _, r := range slices.SortedFunc(maps.Keys(m.of), grid.Region.Compare) {
		b = fmt.Appendf(b, "land %d %d ", r.X, r.Y)
		var raw []byte
		for _, t := range m.of[r] {
			raw = append(raw, byte(t.at), byte(t.at>>8), byte(t.ground), byte(t.block))
		}
		b = append(base64.RawStdEncoding.AppendEncode(b, raw), '\n')
	}
	return b
}

// readLine takes a line of the file over, without its first word.
func (m *memory) readLine(line string) {
	words := strings.Split(line, " ")
	if len(words) != 3 || len(m.of) >= mostRemembered {
		return
	}
	x, errX := strconv.ParseInt(words[0], 10, 32)
	y, errY := strconv.ParseInt(words[1], 10, 32)
	raw, err := base64.RawStdEncoding.DecodeString(words[2])
	r := grid.Region{X: int32(x), Y: int32(y)}
	if errX != nil || errY != nil || err != nil || len(raw)%tileBytes != 0 || len(raw) > mostTiles*tileBytes || !within(r) {
		return
	}
	var list []remembered
	for ; len(raw) > 0; raw = raw[tileBytes:] {
		t := remembered{grid.Index(uint16(raw[0]) | uint16(raw[1])<<8), tile.Ground(raw[2]), tile.Block(raw[3])}
		if t.at >= grid.RegionTiles || t.ground >= tile.GroundCount || t.block >= tile.BlockCount {
			return
		}
		list = append(list, t)
	}
	m.of[r] = list
}
