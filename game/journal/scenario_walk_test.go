package journal

import (
	"testing"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// open reports whether a tile can be entered, and the time in ticks, at 4.5 tiles per second, digging
// included.
func (l *land) open(t grid.Tile) (ticks int, ok bool) {
	g, b, s, _ := l.TileAt(t)
	if g.Info().Solid {
		return 0, false
	}
	ticks = 60 * 65536 * 2 / (9 * int(g.Info().Speed))
	if tile.Solid(b, s) {
		return ticks + int(b.Info().DigTicks), b.Info().DigTicks > 0
	}
	return ticks, true
}

const mapHalf = 96 // tiles that the large map shows to each side

// ways has the fastest steps from a tile to every tile of the map.
type ways struct {
	from  grid.Tile
	reach int32                                    // how far they were looked for, in tiles along each axis
	ticks [(2*mapHalf + 1) * (2*mapHalf + 1)]int32 // 0: not reached
	back  [(2*mapHalf + 1) * (2*mapHalf + 1)]grid.Tile
}

func (w *ways) slot(t grid.Tile) int {
	return int(t.Y-w.from.Y+mapHalf)*(2*mapHalf+1) + int(t.X-w.from.X+mapHalf)
}

// spread finds the ways up to reach, a tick at a time. Steps cost 12 to 160 ticks, so that a wheel of
// buckets sorts them.
func (w *ways) spread(l *land, from grid.Tile, reach int32) {
	*w = ways{from: from, reach: reach}
	var wheel [256][]grid.Tile
	wheel[1] = append(wheel[1], from)
	w.ticks[w.slot(from)] = 1
	for now, idle := int32(1), 0; idle < len(wheel); now++ {
		b := &wheel[now%256]
		idle++
		for k := 0; k < len(*b); k++ {
			t := (*b)[k]
			if w.ticks[w.slot(t)] != now {
				continue
			}
			idle = 0
			for _, d := range [4]grid.Tile{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
				n := t.Add(d.X, d.Y)
				cost, ok := l.open(n)
				if !ok || !near(n, from, reach) {
					continue
				}
				if at := &w.ticks[w.slot(n)]; *at == 0 || *at > now+int32(cost) {
					*at = now + int32(cost)
					w.back[w.slot(n)] = t
					wheel[*at%256] = append(wheel[*at%256], n)
				}
			}
		}
		*b = (*b)[:0]
	}
}

// newcomer walks a world like a new player: to the nearest thing on the screen or on the map that is not in
// the journal yet.
type newcomer struct {
	land  *land
	atlas Atlas
	at    grid.Tile
	tick  int
	known map[Find]bool
	been  map[grid.Tile]int // countries, by 1 + the last tick there
	found []int             // the ticks of the finds
	ways  ways
}

func (n *newcomer) look() {
	n.been[country(n.at)] = n.tick + 1
	for _, f := range n.atlas.Look(nil, n.land, n.at, game.Tick(n.tick)) {
		if !n.known[f] {
			n.known[f] = true
			n.found = append(n.found, n.tick)
		}
	}
}

// goal returns the tile to walk to next.
func (n *newcomer) goal() grid.Tile {
	best, goal := int32(1<<30), n.at
	consider := func(t grid.Tile, reach int32) {
		for dy := -reach; dy <= reach; dy++ {
			for dx := -reach; dx <= reach; dx++ {
				if o := t.Add(dx, dy); near(o, n.at, mapHalf) {
					if d := n.ways.ticks[n.ways.slot(o)]; d > 0 && d < best {
						best, goal = d, o
					}
				}
			}
		}
	}
	for _, l := range n.atlas.Around(n.at) {
		if !n.known[OfPlace(l, 0)] && near(l.Tile, n.at, mapHalf-PlaceReach) {
			consider(l.Tile, PlaceReach)
		}
	}
	for dy := int32(-7); dy <= 7; dy++ {
		for dx := int32(-13); dx <= 13; dx++ {
			_, b, _, _ := n.land.TileAt(n.at.Add(dx, dy))
			if f, ok := OfBlock(b); ok && !n.known[f] {
				consider(n.at.Add(dx, dy), 1)
			}
		}
	}
	if goal != n.at || n.ways.reach < mapHalf {
		return goal
	}
	latest := int(1 << 30)
	// nothing in view: go to a country not seen, or not for longest
	for dy := int32(-mapHalf); dy <= mapHalf; dy += 4 {
		for dx := int32(-mapHalf); dx <= mapHalf; dx += 4 {
			t := n.at.Add(dx, dy)
			d := n.ways.ticks[n.ways.slot(t)]
			if d == 0 {
				continue
			}
			if when := n.last(t); when < latest || when == latest && d < best {
				best, goal, latest = d, t, when
			}
		}
	}
	return goal
}

// country is a square of 32 tiles. The newcomer remembers the countries it has visited.
func country(t grid.Tile) grid.Tile { return grid.Tile{X: t.X >> 5, Y: t.Y >> 5} }

// last returns when the newcomer was last in the country of a tile or beside it, in ticks; negative: never.
func (n *newcomer) last(t grid.Tile) int {
	when := 0
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			when = max(when, n.been[country(t).Add(dx, dy)])
		}
	}
	return when - 1
}

// walk goes to the next goal and looks around at every step, until there is a new find.
func (n *newcomer) walk(end int) {
	n.ways.spread(n.land, n.at, mapHalf/3) // usually something is near
	goal := n.goal()
	if goal == n.at {
		n.ways.spread(n.land, n.at, mapHalf)
		goal = n.goal()
	}
	var path []grid.Tile
	for t := goal; t != n.at; t = n.ways.back[n.ways.slot(t)] {
		path = append(path, t)
	}
	had := len(n.found)
	for k := len(path) - 1; k >= 0 && n.tick < end && len(n.found) == had; k-- {
		cost, _ := n.land.open(path[k])
		n.at, n.tick = path[k], n.tick+cost
		n.look()
	}
	if len(path) == 0 {
		n.tick = end
	}
}

// TestSomethingNewEveryMinute walks worlds for ten minutes like a new player, and makes a find in each
// minute.
func TestSomethingNewEveryMinute(t *testing.T) {
	const minute = 60 * 60
	seeds := uint64(24)
	if testing.Short() {
		seeds = 6
	}
	for seed := range seeds {
		n := &newcomer{land: &land{seed, map[grid.Region]*tile.Region{}}, at: terrain.Spawn(seed), known: map[Find]bool{}, been: map[grid.Tile]int{}}
		n.atlas.Seed = func(uint8) uint64 { return seed }
		for n.look(); n.tick < 10*minute; {
			n.walk(10 * minute)
		}
		var minutes [10]int
		for _, at := range n.found {
			if m := at / minute; m < len(minutes) {
				minutes[m]++
			}
		}
		t.Logf("world %d: finds by minute %v", seed, minutes)
		for m, finds := range minutes {
			if finds == 0 {
				t.Errorf("world %d: nothing new in minute %d", seed, m+1)
			}
		}
	}
}
