package order

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/craft"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

var economySeeds = flag.Int("economy", 0, "seeds of TestEconomy; its tables are those of docs/economy.md")

const (
	// sightX and sightY are how far a settler sees, in tiles: a screen of 27 by 15.
	sightX, sightY = 13, 7
	// thinks is how long a settler takes to decide, in ticks, before each thing that it does.
	thinks = 45
	// evening is how long the simulation lasts at most.
	evening game.Tick = 180 * 60 * game.TicksPerSecond
)

// milestones are what a settler reaches, in the order in which it wants them.
var milestones = [...]string{"bench", "stone pick", "furnace", "copper", "anvil", "copper pick", "ember steel", "ember pick"}

// copperPick is the number of that milestone.
const copperPick = 5

// economy is a world in which settlers work, and what they tell each other.
type economy struct {
	*rig.Stage
	people  []*settler
	known   map[grid.Tile]tile.Block // what somebody has seen, of what is worth something
	bench   []workplace              // the stations that were set up
	reached [len(milestones)]game.Tick
}

// workplace is a station that was set up. Settlers know it when they are far away, too.
type workplace struct {
	at grid.Tile
	is item.Station
}

// stations are the stations by the words of orders.
var stations = map[string]item.Station{"bench": item.AtBench, "furnace": item.AtFurnace, "anvil": item.AtAnvil}

// settler plays by real commands, knowing only what was on a screen. It wants the next milestone, gathers
// what is missing from the nearest places known, and explores when it knows none.
type settler struct {
	*economy
	n       int
	do      Order
	rest    int // ticks to think
	seq     uint64
	vain    map[grid.Tile]int // targets that could not be reached, and how often
	placed  map[grid.Tile]int // where something was to be placed, and how often
	legs    int               // of exploration
	heading int
	goal    int // of milestones
	near    craft.Near
	leads   craft.Leads       // what the crafting panel says of ores
	seen    map[grid.Tile]int // mountains: more than 3 times set out for, or been there
	bound   grid.Tile         // the one that it is on the way to
	boundAt game.Tick
	trail   []grid.Tile // the way that it has come
}

// worth are the blocks that settlers remember, and the item of each.
var worth = map[tile.Block]item.Kind{tile.Oak: item.Stick, tile.Pine: item.Stick, tile.DeadTree: item.Stick, tile.Boulder: item.Stone, tile.Cliff: item.Stone,
	tile.CoalOre: item.Coal, tile.CopperOre: item.RawCopper, tile.EmberOre: item.EmberStone}

func newEconomy(t testing.TB, seed uint64, people int) *economy {
	e := &economy{Stage: rig.SettlersStage(t, seed), known: map[grid.Tile]tile.Block{}}
	e.Enter(people).Rule(world.Peaceful) // no danger: the tables say how long the work takes
	for n := 1; n <= people; n++ {
		e.people = append(e.people, &settler{economy: e, n: n, vain: map[grid.Tile]int{}, placed: map[grid.Tile]int{}, seen: map[grid.Tile]int{}, heading: n * 3})
	}
	return e
}

// run plays until everybody has the first goals, or the evening is over.
func (e *economy) run(goals int) {
	for e.Clock < evening && slices.ContainsFunc(e.people, func(p *settler) bool { return p.goal < goals }) {
		for _, p := range e.people {
			p.turn()
		}
		e.Run(game.TicksPerTurn)
	}
}

// turn is a turn of a settler.
func (p *settler) turn() {
	if p.Clock%15 < game.TicksPerTurn {
		p.look()
	}
	p.progress()
	if p.goal == len(milestones) {
		return
	}
	if p.rest > 0 {
		p.rest -= game.TicksPerTurn
		return
	}
	if p.do == nil {
		p.do = p.decide()
	}
	h := &Actor{World: p.Island, Me: rig.Key(p.n), Events: p.Log, Issue: func(c command.Command) uint64 { return p.Ask(p.n, c) }}
	if done, _, _ := p.do.Step(h); done {
		p.do, p.rest = nil, thinks
	}
}

// look remembers what is on the screen. Rock shows what it is where it is beside open ground.
func (p *settler) look() {
	here := grid.TileAt(p.Body(p.n).Pos)
	if n := len(p.trail); n == 0 || max(Abs(here.X-p.trail[n-1].X), Abs(here.Y-p.trail[n-1].Y)) > 6 {
		p.trail = append(p.trail, here)
	}
	for dy := int32(-sightY); dy <= sightY; dy++ {
		for dx := int32(-sightX); dx <= sightX; dx++ {
			t := here.Add(dx, dy)
			_, b, _, ok := p.TileAt(t)
			if _, counts := worth[b]; ok && counts && (!rocky(b) || p.open(t)) {
				p.known[t] = b
			} else if ok {
				delete(p.known, t)
			}
		}
	}
}

func rocky(b tile.Block) bool {
	return b == tile.Cliff || b == tile.CoalOre || b == tile.CopperOre || b == tile.EmberOre
}

func (p *settler) open(t grid.Tile) bool {
	for _, d := range [...][2]int32{{0, 1}, {1, 0}, {-1, 0}, {0, -1}} {
		if Walkable(p.Island, t.Add(d[0], d[1])) {
			return true
		}
	}
	return false
}

// progress notes the milestones that the settler has reached.
func (p *settler) progress() {
	p.near.Look(&p.State, p.Player(p.n), p.Body(p.n))
	for p.goal < len(milestones) && p.has(p.goal) {
		if p.reached[p.goal] == 0 {
			p.reached[p.goal] = p.Clock
		}
		p.goal++
	}
}

func (p *settler) has(goal int) bool {
	inv := p.Player(p.n).Inventory[:]
	switch goal {
	case 0:
		return p.near.At[item.AtBench]
	case 1:
		return item.BestTier(inv) >= item.StoneTier
	case 2:
		return p.near.At[item.AtFurnace]
	case 3:
		return item.Total(inv, item.Copper) >= 10
	case 4:
		return p.near.At[item.AtAnvil]
	case 5:
		return item.BestTier(inv) >= item.CopperTier
	case 6:
		return item.Total(inv, item.EmberSteel) >= 4
	}
	return item.BestTier(inv) >= item.EmberTier
}

// bill is what each milestone takes in all, and its last step. Of a station there is one for everybody, if
// they are near each other.
var bills = [len(milestones)]struct {
	need  []item.Stack
	steps []string
}{
	{[]item.Stack{{Kind: item.Stick, Count: 40}}, []string{"craft bench", "place bench"}}, // and sticks for the way
	{[]item.Stack{{Kind: item.Stick, Count: 6}, {Kind: item.Stone, Count: 8}}, []string{"craft stone pick"}},
	{[]item.Stack{{Kind: item.Stone, Count: 24}, {Kind: item.RawCopper, Count: 10}, {Kind: item.Coal, Count: 5}, {Kind: item.Stick, Count: 14}}, []string{"craft furnace", "place furnace"}},
	{[]item.Stack{{Kind: item.RawCopper, Count: 10}, {Kind: item.Coal, Count: 5}}, []string{"craft copper 5"}},
	{[]item.Stack{{Kind: item.Copper, Count: 10}, {Kind: item.Stone, Count: 8}}, []string{"craft anvil", "place anvil"}},
	{[]item.Stack{{Kind: item.Copper, Count: 6}, {Kind: item.Stick, Count: 3}}, []string{"craft copper pick"}},
	{[]item.Stack{{Kind: item.EmberStone, Count: 4}, {Kind: item.RawCopper, Count: 4}, {Kind: item.Coal, Count: 10}, {Kind: item.Stick, Count: 11}, {Kind: item.Stone, Count: 22}}, []string{"craft copper 2", "craft ember steel 4"}},
	{[]item.Stack{{Kind: item.EmberSteel, Count: 4}, {Kind: item.Stick, Count: 3}}, []string{"craft ember pick"}},
}

// stationFor is the station at which the last step of each milestone is done.
var stationFor = [len(milestones)]item.Station{1: item.AtBench, 2: item.AtBench, 3: item.AtFurnace, 4: item.AtBench, 5: item.AtAnvil, 6: item.AtFurnace, 7: item.AtAnvil}

// decide chooses what to do next.
func (p *settler) decide() Order {
	if d := p.drop(); d != nil {
		return d
	}
	for _, need := range bills[p.goal].need {
		if p.enough(need) {
			continue
		}
		if o := p.gather(need.Kind); o != nil {
			return o
		}
		if need.Kind != item.Stick && p.goal > 1 {
			return p.prospect(need.Kind)
		}
		return p.explore()
	}
	if at := stationFor[p.goal]; !p.near.At[at] {
		return p.station(at)
	}
	for _, step := range bills[p.goal].steps {
		if o := p.step(step); o != nil {
			return o
		}
	}
	return p.explore()
}

// enough reports whether a settler has what it needs, counting what was made of it already.
func (p *settler) enough(need item.Stack) bool {
	inv := p.Player(p.n).Inventory[:]
	have := item.Total(inv, need.Kind)
	switch {
	case p.goal == 0 && item.Total(inv, item.Bench) > 0, p.goal == 2 && item.Total(inv, item.Furnace) > 0, p.goal == 4 && item.Total(inv, item.Anvil) > 0:
		return true
	case p.goal == 3 && item.Total(inv, item.Copper) > 0:
		return true
	case p.goal == 6 && (need.Kind == item.RawCopper || need.Kind == item.Coal) && item.Total(inv, item.Copper) >= 4:
		return need.Kind == item.RawCopper || have >= 8
	case p.goal == 6 && item.Total(inv, item.EmberSteel) > 0:
		return true
	}
	return have >= int(need.Count)
}

// step returns the order for a step unless it is done.
func (p *settler) step(step string) Order {
	inv := p.Player(p.n).Inventory[:]
	for _, s := range []struct {
		words string
		done  bool
	}{
		{"craft bench", item.Total(inv, item.Bench) > 0}, {"craft furnace", item.Total(inv, item.Furnace) > 0},
		{"craft anvil", item.Total(inv, item.Anvil) > 0}, {"craft copper 2", item.Total(inv, item.Copper) >= 4},
	} {
		if s.words == step && s.done {
			return nil
		}
	}
	if what, ok := cutPlace(step); ok {
		if t, free := p.room(); free {
			p.bench = append(p.bench, workplace{t, stations[what]})
			p.placed[t]++
			o, _ := ParseOrder(fmt.Sprintf("place %s %d %d", what, t.X, t.Y))
			return o
		}
		return p.explore()
	}
	o, err := ParseOrder(step)
	if err != nil {
		panic(err)
	}
	return o
}

func cutPlace(s string) (what string, ok bool) {
	if len(s) > 6 && s[:6] == "place " {
		return s[6:], true
	}
	return "", false
}

// room returns a free tile beside a settler.
func (p *settler) room() (grid.Tile, bool) {
	here := grid.TileAt(p.Body(p.n).Pos)
	for r := int32(1); r <= 2; r++ {
		for _, d := range [...][2]int32{{0, 1}, {1, 0}, {-1, 0}, {0, -1}, {1, 1}, {-1, -1}} {
			t := here.Add(d[0]*r, d[1]*r)
			if g, b, _, ok := p.TileAt(t); ok && b == tile.NoBlock && !g.Info().Liquid && g != tile.Pit && p.placed[t] < 3 && Walkable(p.Island, t) {
				return t, true
			}
		}
	}
	return grid.Tile{}, false
}

// station goes to the nearest station of a kind that is known, or makes another where the settler is: a bench
// of sticks, a furnace of stone.
func (p *settler) station(at item.Station) Order {
	here := grid.TileAt(p.Body(p.n).Pos)
	best, least := grid.Tile{}, int32(1<<30)
	for _, w := range p.bench {
		_, b, _, near := p.TileAt(w.at)
		if near && item.StationOf(b) != at || w.is != at || p.vain[w.at] >= 2 {
			continue
		}
		if d := Abs(w.at.X-here.X) + Abs(w.at.Y-here.Y); d < least {
			best, least = w.at, d
		}
	}
	inv := p.Player(p.n).Inventory[:]
	if least > 24 { // far: another one costs less than the way
		switch {
		case at == item.AtBench && item.Total(inv, item.Bench) > 0:
			return p.step("place bench")
		case at == item.AtBench && item.Total(inv, item.Stick) >= 16+3:
			return p.step("craft bench")
		case at == item.AtBench && p.goal > 0: // two trees
			if o := p.gather(item.Stick); o != nil {
				return o
			}
		case at == item.AtAnvil && item.Total(inv, item.Anvil) > 0:
			return p.step("place anvil")
		case at == item.AtFurnace && item.Total(inv, item.Furnace) > 0:
			return p.step("place furnace")
		case at == item.AtFurnace && item.Total(inv, item.Stone) >= 14 && p.near.At[item.AtBench]:
			return p.step("craft furnace")
		case at == item.AtFurnace && item.Total(inv, item.Stone) >= 14:
			return p.station(item.AtBench)
		}
	}
	if least == 1<<30 {
		if at == item.AtBench {
			if o := p.gather(item.Stick); o != nil {
				return o
			}
		}
		return p.explore()
	}
	return p.back(best)
}

// back goes to a tile where the settler was, the way that it came: to the earliest place after that one which
// a path leads to. Where it was never near, it goes straight on.
func (p *settler) back(to grid.Tile) Order {
	here := grid.TileAt(p.Body(p.n).Pos)
	from, least := 0, int32(PathReach)
	for k, t := range p.trail {
		if d := max(Abs(t.X-to.X), Abs(t.Y-to.Y)); d < least {
			from, least = k, d
		}
	}
	if least == PathReach || max(Abs(to.X-here.X), Abs(to.Y-here.Y)) < PathReach-4 {
		return p.toward(to)
	}
	for k, t := range p.trail[from:] {
		d := max(Abs(t.X-here.X), Abs(t.Y-here.Y))
		if k == 0 && d <= 2 {
			return p.toward(to) // that is as near as the settler was
		}
		if d > 2 && d < PathReach-4 && FindPath(p.Island, here, t, true, nil) != nil {
			return &WalkTo{Goal: t, Near: true}
		}
	}
	for _, w := range p.bench { // shut in by what it set up itself
		d := max(Abs(w.at.X-here.X), Abs(w.at.Y-here.Y))
		if _, b, _, ok := p.TileAt(w.at); !ok || d > 12 || item.StationOf(b) != w.is || p.vain[w.at] > 2 {
			continue
		}
		if d <= 2 {
			return &digging{settler: p, at: w.at}
		}
		p.vain[w.at]++
		if FindPath(p.Island, here, w.at, true, nil) != nil {
			return &WalkTo{Goal: w.at, Near: true}
		}
	}
	return p.toward(to)
}

// toward goes near a tile, in legs of what a path can cross.
func (p *settler) toward(t grid.Tile) Order {
	here := grid.TileAt(p.Body(p.n).Pos)
	if Abs(t.X-here.X) <= PathReach-4 && Abs(t.Y-here.Y) <= PathReach-4 && FindPath(p.Island, here, t, true, nil) != nil {
		return &WalkTo{Goal: t, Near: true}
	}
	return p.tunnel(t)
}

// drop goes to something useful that lies near.
func (p *settler) drop() Order {
	b := p.Body(p.n)
	here := grid.TileAt(b.Pos)
	for _, k := range p.Space.Around(b.Pos, 6*fixed.One) {
		d := &p.Space.Bodies()[k]
		t := grid.TileAt(d.Pos)
		if d.Kind != entity.Drop || p.vain[t] > 2 || item.Room(p.Player(p.n).Inventory[:], d.Stack) == 0 || FindPath(p.Island, here, t, true, nil) == nil {
			continue
		}
		p.vain[t]++
		return &WalkTo{Goal: t, Near: !Walkable(p.Island, t)}
	}
	return nil
}

// gather goes to the nearest block known that yields a kind, and digs it; nil if none is known.
func (p *settler) gather(k item.Kind) Order {
	here := grid.TileAt(p.Body(p.n).Pos)
	tier := item.BestTier(p.Player(p.n).Inventory[:])
	if k == item.Copper {
		k = item.RawCopper
	}
	best, least := grid.Tile{}, int32(1<<30)
	for y := here.Y - 60; y <= here.Y+60; y++ {
		for x := here.X - 60; x <= here.X+60; x++ {
			t := grid.Tile{X: x, Y: y}
			b, ok := p.known[t]
			if !ok || worth[b] != k || item.BlockTier(b) > tier || p.vain[t] > 1 {
				continue
			}
			if d := max(Abs(t.X-here.X), Abs(t.Y-here.Y)); d < least {
				best, least = t, d
			}
		}
	}
	switch {
	case least == 1<<30:
		return nil
	case least <= 2:
		if _, b, _, _ := p.TileAt(best); worth[b] != k {
			delete(p.known, best)
			return p.gather(k)
		}
		return &digging{settler: p, at: best}
	}
	p.vain[best]++
	if least < PathReach-2 && FindPath(p.Island, here, best, true, nil) == nil {
		p.vain[best] = 9
		return p.gather(k)
	}
	return p.toward(best)
}

// prospect goes where the crafting panel says that the nearest ore is, and else to the nearest mountain that
// the map shows and the settler has not seen; through rock if need be.
func (p *settler) prospect(k item.Kind) Order {
	here := grid.TileAt(p.Body(p.n).Pos)
	if t, ok := p.leads.Of(&p.State, here, k); ok && p.fresh(t) {
		return p.tunnel(t)
	}
	const step = 12
	at := func(dx, dy int32) grid.Tile {
		return grid.Tile{X: here.X/step*step + dx*step, Y: here.Y/step*step + dy*step}
	}
	for r := int32(0); r <= 25; r++ {
		for k := -r; k <= r; k++ {
			for _, t := range [...]grid.Tile{at(k, -r), at(k, r), at(-r, k), at(r, k)} {
				if b := terrain.BiomeAt(p.Gen.Seed, t); b != terrain.Mountain && b != terrain.Cave {
					continue
				}
				if p.fresh(t) {
					return p.tunnel(t)
				}
			}
		}
	}
	return p.explore()
}

// fresh reports whether the settler goes on to a place in the mountains: it has not been there, nor set out
// for it more than three times, nor been on the way for four minutes.
func (p *settler) fresh(t grid.Tile) bool {
	here := grid.TileAt(p.Body(p.n).Pos)
	switch {
	case p.seen[t] > 3:
		return false
	case Abs(t.X-here.X) <= 3 && Abs(t.Y-here.Y) <= 3:
		p.seen[t] = 9
		return false
	case p.bound != t:
		p.seen[t]++
		p.bound, p.boundAt = t, p.Clock
	case p.Clock > p.boundAt+4*60*game.TicksPerSecond:
		p.seen[t] = 9
		return false
	}
	return true
}

// tunnel goes towards a tile, and digs where the way ends at rock.
func (p *settler) tunnel(t grid.Tile) Order {
	here := grid.TileAt(p.Body(p.n).Pos)
	best, least := here, Abs(t.X-here.X)+Abs(t.Y-here.Y)-3
	for dy := int32(-24); dy <= 24; dy += 3 {
		for dx := int32(-24); dx <= 24; dx += 3 {
			w := here.Add(dx, dy)
			if d := Abs(t.X-w.X) + Abs(t.Y-w.Y); d < least && Walkable(p.Island, w) && p.vain[w] < 2 && FindPath(p.Island, here, w, false, nil) != nil {
				best, least = w, d
			}
		}
	}
	if best != here {
		p.vain[best]++
		return &WalkTo{Goal: best}
	}
	steps := []grid.Tile{{X: int32(sign32(t.X - here.X))}, {Y: int32(sign32(t.Y - here.Y))}}
	if Abs(t.Y-here.Y) > Abs(t.X-here.X) {
		steps[0], steps[1] = steps[1], steps[0]
	}
	for _, s := range steps {
		n := here.Add(s.X, s.Y)
		if n == here {
			continue
		}
		if _, b, _, ok := p.TileAt(n); ok && rocky(b) && p.vain[n] < 3 && item.BlockTier(b) <= item.BestTier(p.Player(p.n).Inventory[:]) {
			return &digging{settler: p, at: n}
		}
		if Walkable(p.Island, n) && p.vain[n] < 3 {
			p.vain[n]++
			return &WalkTo{Goal: n}
		}
	}
	p.seen[t] = 9
	return p.explore()
}

func sign32(n int32) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// explore walks a long way in one direction, and turns a little after each leg.
func (p *settler) explore() Order {
	here := grid.TileAt(p.Body(p.n).Pos)
	for range 8 {
		dir := fixed.Direction(fixed.Angle(p.heading * 8192))
		for _, far := range [...]int32{30, 20, 12} {
			t := here.Add(int32(int64(dir.X)*int64(far)/int64(fixed.One)), int32(int64(dir.Y)*int64(far)/int64(fixed.One)))
			if Walkable(p.Island, t) && FindPath(p.Island, here, t, false, nil) != nil {
				if p.legs++; p.legs%6 == 0 {
					p.heading++
				}
				return &WalkTo{Goal: t}
			}
		}
		p.heading += 3
	}
	for _, d := range [...][2]int32{{0, 1}, {1, 0}, {-1, 0}, {0, -1}} { // shut in by what it set up itself
		n := here.Add(d[0], d[1])
		if _, b, _, _ := p.TileAt(n); b != tile.NoBlock && p.vain[n] < 9 && item.BlockTier(b) <= item.BestTier(p.Player(p.n).Inventory[:]) {
			return &digging{settler: p, at: n}
		}
	}
	return &wait{ticks: 60}
}

// digging digs a tile until its block is gone.
type digging struct {
	*settler
	at    grid.Tile
	asked bool
	since game.Tick
	block tile.Block
}

func (d *digging) Step(h *Actor) (bool, string, error) {
	_, b, _, _ := d.TileAt(d.at)
	if !d.asked {
		d.asked, d.since, d.block = true, d.Clock, b
		d.seq = h.Issue(command.Command{Kind: command.Dig, Tile: d.at})
		return false, "", nil
	}
	for _, e := range h.Events {
		if e.Kind == event.Refused && e.Seq == d.seq && e.Seat == d.Player(d.n).Seat {
			d.vain[d.at] = 9
			return true, "", nil
		}
	}
	if b != d.block || d.Clock > d.since+600 {
		if d.vain[d.at]++; b != d.block {
			delete(d.known, d.at)
			delete(d.vain, d.at)
		}
		return true, "", nil
	}
	return false, "", nil
}

// TestEconomy plays first evenings of settlers: alone, each has a copper pick within 20 minutes. With
// -economy N it plays N seeds to the end, alone and four at a time, and prints the tables of docs/economy.md.
func TestEconomy(t *testing.T) {
	seeds, crowds, goals := *economySeeds, []int{1, 4}, len(milestones)
	if seeds == 0 {
		seeds, crowds, goals = 2, crowds[:1], copperPick+1
	}
	for _, people := range crowds {
		var times [len(milestones)][]game.Tick
		for seed := range seeds {
			e := newEconomy(t, uint64(seed+1), people)
			e.run(goals)
			for k, at := range e.reached {
				if at == 0 {
					at = evening
				}
				times[k] = append(times[k], at)
			}
			if *economySeeds > 0 {
				t.Logf("%d players, seed %d: %v minutes", people, seed+1, minutes(e.reached[:]))
			}
			if at := e.reached[copperPick]; at == 0 || at > 20*60*game.TicksPerSecond {
				t.Errorf("%d players, seed %d: no copper pick within 20 minutes: %v", people, seed+1, minutes(e.reached[:]))
			}
			rig.Balanced(t, e.Island)
		}
		for k := range times {
			slices.Sort(times[k])
			t.Logf("%d players: %-11s median %s, slowest %s minutes", people, milestones[k], minutes(times[k][len(times[k])/2:][:1]), minutes(times[k][len(times[k])-1:]))
		}
	}
}

// minutes writes times in minutes, with a tenth.
func minutes(list []game.Tick) (out []string) {
	for _, at := range list {
		const tenth = 6 * game.TicksPerSecond
		out = append(out, fmt.Sprintf("%d.%d", at/tenth/10, at/tenth%10))
	}
	return out
}
