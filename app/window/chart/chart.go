// Package chart is a player's map of a world: which land the player has seen, the pins that the player has
// set for itself, and the way to a target. It is private and kept in a file beside the world's. Shared pins
// are parts of players (see game/pins).
//
// Land is seen in cells of model.CellSide tiles: by walking, and all that is within reach of a burning
// lighthouse. The file is text. Its first line is its name and version; then there is a line for each region
// that was seen ("seen X Y MASK", the mask in hexadecimal digits: bit 8·y+x for the cell x, y), for each own
// pin ("pin X Y SIGN"), for each hearth, portal and vault that was seen ("sign X Y KIND"), and for each
// region that differs from untouched land ("land X Y TILES", see memory.go), in any order. Lines that cannot
// be read are passed over.
package chart

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/bits"
	"os"
	"slices"
	"strings"

	"manyhold/app/settings"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/lights"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

const (
	// header is the first line of the file.
	header = "manyhold map 1"
	// sight is how far a walker sees, in tiles: about as far as a wide window shows at
	// the farthest zoom of the camera.
	sight = 22
	// mostRegions is the most regions that are remembered, an area of 8,000 tiles along each side; further
	// ones stay in the fog. mostSigns is the most hearths, portals and vaults.
	mostRegions, mostSigns = 16384, 1024
	// saveEvery is how often the file is written while there is news, in looks around.
	saveEvery = 30
)

// Chart is the map of a world. The zero value is the map of a world that is not known yet. It belongs to one
// goroutine.
type Chart struct {
	file    settings.Behind
	seed    uint64
	seen    map[grid.Region]uint64
	edition uint64 // counts what was seen, and what was named
	bounds  [grid.Scenes]box
	pins    []pin
	stands  map[grid.Tile]model.SignKind // hearths, portals and vaults
	lit     uint16                       // bit n: what light n shows is in seen
	looks   int                          // around
	unsaved bool

	lands  lands
	memory memory
	hints  hints
	areas  areas
	target target
	signs  signs
	news   pinNews
}

// box is a rectangle of land; with one tile there is nothing in it.
type box struct{ least, most grid.Tile }

// pin is an own one.
type pin struct {
	tile grid.Tile
	sign uint8
}

// Open reads the map of a world with a seed from a file.
func (c *Chart) Open(path string, seed uint64) error {
	*c = Chart{seed: seed, seen: map[grid.Region]uint64{}, stands: map[grid.Tile]model.SignKind{},
		memory: memory{map[grid.Region][]remembered{}, map[grid.Region]uint64{}}, hints: hints{land: map[grid.Region]uint16{}, told: map[grid.Region]uint16{}}}
	c.file.Path = path
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	head, rest, _ := strings.Cut(string(b), "\n")
	if err != nil || head != header {
		return err
	}
	for line := range strings.Lines(rest) {
		c.readLine(strings.TrimSuffix(line, "\n"))
	}
	c.unsaved = false
	return nil
}

// Opened reports whether the world is known.
func (c *Chart) Opened() bool { return c.file.Path != "" }

// Wait waits until the file has all that was saved.
func (c *Chart) Wait() { c.file.Wait() }

// readLine takes a line of the file over.
func (c *Chart) readLine(line string) {
	if rest, ok := strings.CutPrefix(line, "land "); ok {
		c.memory.readLine(rest)
		return
	}
	var what string
	var t grid.Tile
	var n uint64
	format := "%s %d %d %d\n"
	if strings.HasPrefix(line, "seen ") {
		format = "%s %d %d %x\n"
	}
	if k, err := fmt.Sscanf(line+"\n", format, &what, &t.X, &t.Y, &n); k != 4 || err != nil {
		return
	}
	switch what {
	case "seen":
		if r := grid.Region(t); within(r) {
			c.see(r, n)
		}
	case "pin":
		if n > 0 && n <= entity.PinSigns {
			c.SetPin(t, uint8(n))
		}
	case "sign":
		if k := model.SignKind(min(n, 255)); k == model.HearthSign || k == model.PortalSign || k == model.VaultSign {
			c.stand(t, k)
		}
	}
}

// within reports whether a region can be in a world.
func within(r grid.Region) bool {
	return r.X >= -grid.MaxRegion && r.X < grid.MaxRegion && r.Y >= -grid.MaxRegion && r.Y < grid.MaxRegion
}

// Save writes the file, if there is news. It does not wait for the disk; fail gets an error of it.
func (c *Chart) Save(fail func(error)) {
	if !c.Opened() || !c.unsaved {
		return
	}
	c.unsaved = false
	b := append([]byte(header), '\n')
	for _, r := range slices.SortedFunc(maps.Keys(c.seen), grid.Region.Compare) {
		b = fmt.Appendf(b, "seen %d %d %x\n", r.X, r.Y, c.seen[r])
	}
	for _, p := range c.pins {
		b = fmt.Appendf(b, "pin %d %d %d\n", p.tile.X, p.tile.Y, p.sign)
	}
	b = c.memory.append(b)
	for _, t := range c.standing() {
		b = fmt.Appendf(b, "sign %d %d %d\n", t.X, t.Y, c.stands[t])
	}
	c.file.Write(b, fail)
}

// standing lists the tiles of hearths, portals and vaults in a fixed order.
func (c *Chart) standing() []grid.Tile {
	return slices.SortedFunc(maps.Keys(c.stands), func(a, b grid.Tile) int { return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X)) })
}

// see notes that cells of a region were seen.
func (c *Chart) see(r grid.Region, mask uint64) {
	old, known := c.seen[r]
	if mask&^old == 0 || !known && len(c.seen) >= mostRegions {
		return
	}
	for left := mask &^ old; left != 0; left &= left - 1 {
		n := int32(bits.TrailingZeros64(left))
		c.stretch(r.Tile(0).Add(n%model.Cells*model.CellSide, n/model.Cells*model.CellSide))
	}
	c.seen[r] = old | mask
	c.edition++
	c.unsaved = true
}

// stretch takes a cell into the rectangle of all that was seen in its scene.
func (c *Chart) stretch(first grid.Tile) {
	last, b := first.Add(model.CellSide-1, model.CellSide-1), &c.bounds[first.Region().Scene()]
	if b.least == b.most {
		*b = box{first, last}
	}
	b.least = grid.Tile{X: min(b.least.X, first.X), Y: min(b.least.Y, first.Y)}
	b.most = grid.Tile{X: max(b.most.X, last.X), Y: max(b.most.Y, last.Y)}
}

// Seen returns which cells of a region were seen.
func (c *Chart) Seen(r grid.Region) uint64 { return c.seen[r] }

// Knows reports whether a tile was seen.
func (c *Chart) Knows(t grid.Tile) bool { return c.seen[t.Region()]>>cellOf(t)&1 != 0 }

// cellOf returns the bit of the cell of a tile in its region.
func cellOf(t grid.Tile) int {
	return int(t.Y&(grid.RegionSide-1))/model.CellSide*model.Cells + int(t.X&(grid.RegionSide-1))/model.CellSide
}

// Uncover notes that all cells were seen whose middle is within a distance of a tile, in tiles.
func (c *Chart) Uncover(at grid.Tile, reach int32) {
	if !c.Opened() {
		return
	}
	a, b := at.Add(-reach, -reach).Region(), at.Add(reach, reach).Region()
	for y := a.Y; y <= b.Y; y++ {
		for x := a.X; x <= b.X; x++ {
			r, mask := grid.Region{X: x, Y: y}, uint64(0)
			first := r.Tile(0)
			for n := range int32(model.Cells * model.Cells) {
				dx := int64(first.X+n%model.Cells*model.CellSide+model.CellSide/2) - int64(at.X)
				dy := int64(first.Y+n/model.Cells*model.CellSide+model.CellSide/2) - int64(at.Y)
				if dx*dx+dy*dy <= int64(reach)*int64(reach) {
					mask |= 1 << n
				}
			}
			c.see(r, mask)
		}
	}
}

// SetPin sets an own pin, or changes the one there; sign 0 takes it away. ok is false for one too many, and
// for what is no pin.
func (c *Chart) SetPin(t grid.Tile, sign uint8) (ok bool) {
	k := slices.IndexFunc(c.pins, func(p pin) bool { return p.tile == t })
	const most = command.MaxCoordinate
	switch {
	case sign > entity.PinSigns, k < 0 && sign == 0, k < 0 && len(c.pins) >= model.MostPins, t.X < -most || t.X > most || t.Y < -most || t.Y > most:
		return false
	case sign == 0:
		c.pins = slices.Delete(c.pins, k, k+1)
	case k < 0:
		c.pins = append(c.pins, pin{t, sign})
	default:
		c.pins[k].sign = sign
	}
	c.unsaved, c.signs.stale = true, true
	return true
}

// Walk looks around from a tile: what is near is seen, and so is what burning lighthouses show. fail gets an
// error of the file.
func (c *Chart) Walk(w *world.State, at grid.Tile, fail func(error)) {
	if !c.Opened() {
		return
	}
	c.Uncover(at, sight)
	for n := range lights.Count {
		if e, ok := w.Lights.Entry(n); ok && c.lit>>n&1 == 0 {
			c.lit |= 1 << n
			c.Uncover(e.At, lights.ReachTiles)
		}
	}
	c.scan(w, at)
	c.name()
	if c.looks++; c.looks%saveEvery == 0 {
		c.Save(fail)
	}
}

// scan looks for hearths, portals and vaults in one of the regions around a tile, each in its turn. Those
// that are gone are forgotten.
func (c *Chart) scan(w *world.State, at grid.Tile) {
	r := at.Region()
	r.X, r.Y = r.X+int32(c.looks%3)-1, r.Y+int32(c.looks/3%3)-1
	t := w.Land.Tiles(r)
	if t == nil || c.seen[r] == 0 {
		return
	}
	c.remember(r, t)
	for _, at := range c.standing() {
		if at.Region() == r && standsAs(t.Block[at.Index()]) != c.stands[at] {
			delete(c.stands, at)
			c.unsaved = true
		}
	}
	for k, b := range t.Block {
		if kind := standsAs(b); kind != model.NoSign {
			if at := r.Tile(grid.Index(k)); c.Knows(at) {
				c.stand(at, kind)
			}
		}
	}
}

// standsAs returns the sign of a block on the map.
func standsAs(b tile.Block) model.SignKind {
	switch b {
	case tile.Hearth:
		return model.HearthSign
	case tile.Portal:
		return model.PortalSign
	case tile.Gate:
		return model.VaultSign
	}
	return model.NoSign
}

// apart is how near two signs of one kind are one: a gate is several tiles wide.
const apart = 3

// stand notes a hearth, a portal or a vault.
func (c *Chart) stand(at grid.Tile, kind model.SignKind) {
	if c.stands[at] == kind || len(c.stands) >= mostSigns {
		return
	}
	for dy := int32(-apart); dy <= apart; dy++ {
		for dx := int32(-apart); dx <= apart; dx++ {
			if c.stands[at.Add(dx, dy)] == kind {
				return
			}
		}
	}
	c.stands[at] = kind
	c.unsaved, c.signs.stale = true, true
}
