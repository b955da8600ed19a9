// Package light spreads lamp light over a grid of cells, half a tile each. It knows no picture: sources
// and walls in, colours out.
//
// A source puts its colour times its radius/12 into its cell. Light then goes from cell to cell in eight
// directions and loses a fixed amount each time: LossAir in air (√2 times that across a corner), LossLeaf
// among leaves, LossWall in a wall. So walls stop light, open doors let it out, and a lamp of radius r
// reaches r tiles. The renderer bends the straight slope, so that light falls off softly.
//
// A Grid is not safe for concurrent use.
package light

// PerTile is the number of cells along the side of a tile.
const PerTile = 2

// Matter is a cell's effect on light.
type Matter uint8

// The matters.
const (
	Air Matter = iota
	Leaf
	Wall
)

const (
	// One is full light in a cell.
	One = 1 << 12
	// LossAir, LossLeaf and LossWall are the losses of light on its way into a cell.
	LossAir  = One / 24
	LossLeaf = One / 11
	LossWall = One / 4
	// fullRadius is the radius of a source that puts One into its cell, in tiles.
	fullRadius = 12
	// maxRounds bounds the sweeps, forth and back; light round more corners than that is lost.
	maxRounds = 4
)

var lossStraight = [...]int32{LossAir, LossLeaf, LossWall}
var lossAcross = [...]int32{LossAir * 1414 / 1000, LossLeaf * 1414 / 1000, LossWall * 1414 / 1000}

// Cell is light of three colours, 0 to One each.
type Cell [3]int32

// Grid is a rectangle of cells with a border of one cell that stays dark.
type Grid struct {
	W, H   int // without the border
	cells  []Cell
	matter []Matter
}

// Resize makes the grid w×h cells of dark air. It allocates only to grow.
func (g *Grid) Resize(w, h int) {
	g.W, g.H = w, h
	n := (w + 2) * (h + 2)
	if cap(g.cells) < n {
		g.cells, g.matter = make([]Cell, n), make([]Matter, n)
	}
	g.cells, g.matter = g.cells[:n], g.matter[:n]
	clear(g.cells)
	clear(g.matter)
}

func (g *Grid) index(x, y int) int { return (y+1)*(g.W+2) + x + 1 }

// SetMatter sets the matter of a cell; outside the grid it does nothing.
func (g *Grid) SetMatter(x, y int, m Matter) {
	if x >= 0 && y >= 0 && x < g.W && y < g.H {
		g.matter[g.index(x, y)] = m
	}
}

// Source adds a light: colour of 0 to 255 each, radius in tiles, strength 1 for the usual. Outside the
// grid it does nothing.
func (g *Grid) Source(x, y int, r, gr, b uint8, radius, strength float64) {
	if x < 0 || y < 0 || x >= g.W || y >= g.H {
		return
	}
	c := &g.cells[g.index(x, y)]
	k := radius / fullRadius * strength * One / 255
	for i, v := range [3]uint8{r, gr, b} {
		c[i] = min(max(c[i], int32(float64(v)*k)), One)
	}
}

// At returns the light of a cell, which must be within the grid.
func (g *Grid) At(x, y int) Cell { return g.cells[g.index(x, y)] }

// Spread lets the light go where it can.
func (g *Grid) Spread() {
	w := g.W + 2
	forth := [4]int{-1, -w - 1, -w, -w + 1}
	back := [4]int{1, w + 1, w, w - 1}
	for range maxRounds {
		changed := false
		for y := range g.H {
			for i := g.index(0, y); i < g.index(g.W, y); i++ {
				changed = g.pull(i, &forth) || changed
			}
		}
		for y := g.H - 1; y >= 0; y-- {
			for i := g.index(g.W-1, y); i >= g.index(0, y); i-- {
				changed = g.pull(i, &back) || changed
			}
		}
		if !changed {
			return
		}
	}
}

// pull takes light into cell i from the four cells at the offsets: straight, across, straight, across.
func (g *Grid) pull(i int, from *[4]int) bool {
	c, m := g.cells[i], g.matter[i]
	straight, across := lossStraight[m], lossAcross[m]
	was := c
	for n, o := range from {
		f := &g.cells[i+o]
		if f[0]|f[1]|f[2] == 0 {
			continue
		}
		loss := straight
		if n&1 == 1 {
			loss = across
		}
		for k := range c {
			c[k] = max(c[k], f[k]-loss)
		}
	}
	if c == was {
		return false
	}
	g.cells[i] = c
	return true
}
