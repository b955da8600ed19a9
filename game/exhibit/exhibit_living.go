package exhibit

import (
	"slices"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/craft"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// Workshop is a world with one of everything that works by itself, and three players that interfere.
type Workshop struct {
	Decor
	n uint64
}

const livingPlayers = 3

// livingLaws hold there one after the other, each for livingLawful ticks.
var livingLaws = [...]world.Laws{0, 1<<world.Blocking | 1<<world.Strife, 1 << world.Mercy, 0}

const livingLawful game.Tick = 50 * game.TicksPerSecond

// livingLuck is where the chance of the players begins: such that they do one of everything in
// 20,000 ticks, which the golden test asks for. Whatever changes the world may want another one, under rules
// of its own.
const livingLuck = 10

func NewLiving(i *island.Island) *Workshop {
	l := &Workshop{Decor: Round(i)}
	l.n = livingLuck
	l.Enter(livingPlayers)
	l.Clear(24)
	for k := item.None + 1; k < l.Book().Kinds; k++ {
		n := 1 + int(k)%livingPlayers
		p := l.person(n)
		if _, found := findItem(p, k); !found && item.Room(p.Inventory[:], item.Stack{Kind: k, Count: 1}) > 0 {
			l.Give(p, k, 40)
		}
	}
	l.clock()
	l.mill()
	l.press()
	l.apprentice()
	l.build(-3, -5, Paddock)
	l.build(2, -5, Turnstile)
	l.build(livingShaftX, livingShaftY, Well)
	l.meadow()
	return l
}

func findItem(p *entity.PlayerState, k item.Kind) (slot uint8, found bool) {
	for n := range p.Inventory {
		if p.Inventory[n].Kind == k && p.Inventory[n].Count > 0 {
			return uint8(n), true
		}
	}
	return 0, false
}

// clock is a ring of a not gate, a delay and wire that drives a piston, a lamp and a door; and an and and an
// or gate.
func (l *Workshop) clock() {
	l.Set(-10, -6, tile.NotGate, tile.East).Set(-9, -6, tile.Wire, 0).Set(-8, -6, tile.Delay, tile.East).Set(-7, -6, tile.Wire, 0)
	// apart from the way there: side by side they would touch, and the clock would stand still
	const back = int32(-4)
	l.Set(-7, -4, tile.Wire, 0).Set(-11, -4, tile.Wire, 0)
	for x := int32(-10); x <= -8; x++ {
		l.Set(x, back, tile.Wire, 0)
	}
	l.Set(-7, -5, tile.Wire, 0).Set(-11, -5, tile.Wire, 0).Set(-11, -6, tile.Wire, 0)
	for x := int32(-4); x < 5; x += 3 {
		l.Set(x, 1, tile.Door, 0).Set(x, 3, tile.Door, 0)
	}
	for n := range uint8(4) { // locked by every kind of key
		living.SetTile(&l.State, l.At(-4+2*int32(n), -2), tile.Grass, tile.Door, n<<living.LockShift)
	}
	l.Set(-9, -7, tile.Lamp, 0).Set(-7, -7, tile.Door, 0).Set(-6, -6, tile.AndGate, tile.North).Set(-6, -7, tile.Wire, 0)
	l.Set(-5, -6, tile.Lever, 0).Set(-6, -5, tile.OrGate, tile.East).Set(-5, -5, tile.Wire, 0)
	living.SetTile(&l.State, l.At(-5, -4), tile.Grass, tile.Plate, 0)
	living.SetTile(&l.State, l.At(-10, -5), tile.Grass, tile.Gate, tile.GateSignal)
	living.SetTile(&l.State, l.At(-12, -5), tile.Grass, tile.Handle, living.SlowHandle)
}

// mill is a ring of conveyors that brings a crate round and round, over a plate that drives a piston.
func (l *Workshop) mill() {
	for k := int32(0); k < 5; k++ {
		l.Set(5+k, -8, tile.Conveyor, tile.East).Set(10, -8+k, tile.Conveyor, tile.South)
		l.Set(10-k, -3, tile.Conveyor, tile.West).Set(5, -3-k, tile.Conveyor, tile.North)
	}
	l.Set(7, -3, tile.Plate, 0).Set(7, -4, tile.Wire, 0).Set(7, -5, tile.Piston, tile.North)
	l.Set(12, -6, tile.PistonHead, tile.East) // of no piston
	for k := range int32(4) {
		l.Set(11+k, -8, tile.Rail, 0).Set(15, -8+k, tile.Rail, 0).Set(15-k, -4, tile.Rail, 0).Set(11, -4-k, tile.Rail, 0)
		l.Animal(entity.Hen, -12+k, -12)
		l.Animal(entity.Sheep, -12+k, 0)
	}
	l.Set(12, -9, tile.NotGate, tile.South) // which drives the cart
	l.Animal(entity.Cart, 12, -8)
	for k := range int32(6) {
		l.Set(k-3, 0, tile.Rail, 0)
	}
	l.Animal(entity.Cart, 0, 0)
	for k := range int32(6) {
		l.Set(-13, -9+k, tile.Rail, 0).Set(-12+k, -9, tile.Rail, 0)
	}
	l.Animal(entity.Platform, -13, -6)
	l.Set(-21, -20, tile.NotGate, tile.East).Set(-20, -20, tile.AndGate, tile.North).Set(-19, -20, tile.NotGate, tile.West)
	for k := range int32(3) { // stumps that will be trees
		living.SetTile(&l.State, l.At(-20+2*k, 20), tile.Grass, tile.Stump, living.StumpFelled|living.StumpStages<<living.StumpShift)
	}
	l.Crate(-13, -6)
	l.Crate(5, -8)
	l.Crate(10, -5)
}

// livingShaftX and livingShaftY are where the shaft begins, in tiles from the middle.
const livingShaftX, livingShaftY = -20, -8

// climbing is how a player goes to the ladder in the shaft and up and down on it.
func (l *Workshop) climbing(b *entity.Body) command.Command {
	dir := l.At(livingShaftX+WellLadder, livingShaftY-1).Centre().Sub(b.Pos).S().Unit()
	if g, _, _, _ := l.TileAt(grid.TileAt(b.Pos)); g.Info().SideOn {
		dir = l.At(livingShaftX+WellLadder, livingShaftY+7).Centre().Sub(b.Pos).S()
		dir = fixed.SVec{X: min(max(dir.X, -fixed.One/2), fixed.One/2), Y: living.Either(l.below(2) == 0, fixed.S(-3*fixed.One/4), 3*fixed.One/4)}
	}
	return command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)}
}

// press is a crate that a piston, driven by the clock, pushes onto a belt, which brings it back; a lever
// that lets the clock, which is slower now, through the and gate; and two crates to be tied.
func (l *Workshop) press() {
	living.SetTile(&l.State, l.At(-5, -6), tile.Grass, tile.Lever, tile.StateBit0)
	living.SetTile(&l.State, l.At(-8, -6), tile.Grass, tile.Delay, tile.East.Facing(3<<3))
	l.Set(-12, -6, tile.Piston, tile.North).Set(-12, -8, tile.Conveyor, tile.South)
	l.Crate(-12, -7)
	l.Crate(-1, -9)
	l.Crate(1, -9)
}

// apprentice gives the last player the inputs of recipes and none of their products. It also sets up trees
// that grow soon, and earth that water reaches.
func (l *Workshop) apprentice() {
	p := l.person(livingPlayers)
	for _, r := range item.Recipes[:l.Recipes()] {
		for slot, found := findItem(p, r.Makes.Kind); found; slot, found = findItem(p, r.Makes.Kind) {
			act.Spend(&l.Decor.Island.State, &p.Inventory[slot], p.Inventory[slot].Count)
		}
	}
	for _, r := range item.Recipes[:l.Recipes()] {
		for _, n := range r.Needs {
			if _, found := findItem(p, n.Kind); !found && n.Count > 0 {
				l.Give(p, n.Kind, 100)
			}
		}
	}
	living.SetTile(&l.State, l.At(18, 8), tile.Dirt, tile.NoBlock, 0) // to be mud
	l.Pour(17, 8, 6)
	for n := range int32(3) {
		living.SetTile(&l.State, l.At(17, 2*n), tile.Grass, tile.Sapling, living.SaplingStages-1)
		living.SetTile(&l.State, l.At(19, 2*n), tile.Grass, tile.Stump, living.StumpOf(n == 0)|(living.StumpStages-1)<<living.StumpShift)
	}
}

// meadow sets up things that burn, grow and flow, and people with effects.
func (l *Workshop) meadow() {
	for n := range int32(160) {
		at := l.At(-14+n%16, 4+n/16)
		b := []tile.Block{tile.Tuft, tile.Bush, tile.NoBlock, tile.Oak, tile.Tuft, tile.Wheat, tile.NoBlock}[l.below(7)]
		living.SetTile(&l.State, at, tile.Grass, b, 0)
	}
	for n := range int32(12) {
		living.SetTile(&l.State, l.At(6+n%4, 4+n/4), tile.Water, tile.NoBlock, 0)
	}
	living.SetTile(&l.State, l.At(4, 8), tile.Pit, tile.NoBlock, 0)
	living.SetTile(&l.State, l.At(4, 5), tile.Dirt, tile.NoBlock, 0)
	living.SetTile(&l.State, l.At(5, 6), tile.Dirt, tile.NoBlock, 0)
	l.build(-16, -18, Stream)
	l.Crate(-12, -18)
	for n := 1; n <= livingPlayers; n++ {
		l.person(n).Health = 1
		living.SetTile(&l.State, grid.TileAt(l.Space.Body(l.person(n).Body).Pos), tile.Grass, tile.Fire, living.BurnTime)
	}
	l.Pour(5, 5, 40)
}

// build sets something up round another place.
func (l *Workshop) build(dx, dy int32, f func(d Decor)) { f(Decor{l.Island, l.At(dx, dy)}) }

// below returns the next number of chance, from 0 to n-1.
func (l *Workshop) below(n uint32) int32 {
	l.n++
	return int32(random.Below(random.Hash(409, l.n, 0, 0), n))
}

// Next makes the next turn.
func (l *Workshop) Next() *turn.Builder {
	next := l.Begin(uint8(1 + l.below(game.MaxTicksPerTurn)))
	if laws := livingLaws[l.Clock/livingLawful%game.Tick(len(livingLaws))] | l.Code.Laws&(1<<world.Peaceful|1<<world.Keep); laws != l.Code.Laws {
		next.Proclaim(world.Ordinance{Topic: world.OfLaws, Value: uint64(laws), Word: l.Word() + 1})
	}
	for n := 1; n <= livingPlayers; n++ {
		if p := l.person(n); l.below(6) != 0 || p.Action == entity.Digging && l.below(12) != 0 {
			continue
		}
		c := l.wish(n)
		c.Tick = l.Clock
		if _, err := next.Append(CastKey(n), l.Sequence(CastKey(n))+1, command.Append(nil, c)); err != nil {
			panic("island: a command of an exhibit: " + err.Error())
		}
	}
	return next
}

// Stir does nothing: all that they do is in their turns.
func (l *Workshop) Stir(*island.Island) bool { return false }

// snowball makes the command of a player that throws a snowball at another player nearby.
func (l *Workshop) snowball(p *entity.PlayerState, b *entity.Body) (c command.Command, aims bool) {
	slot, has := findItem(p, item.Snowball)
	for k := range l.Roster.Here {
		o := l.Space.Body(l.Roster.Here[k].Body)
		if d := o.Pos.Sub(b.Pos); has && o.ID != b.ID && o.Flags&entity.Asleep == 0 && d.Near(4*fixed.One) {
			return command.Command{Kind: command.Throw, Dir: d.S().Unit(), Slot: slot}, true
		}
	}
	return c, false
}

// craft makes the command of a player that wants to make something: it first makes the station and sets it
// up, if none is near, and lays down the product that it has, so that there is room.
func (l *Workshop) craft(p *entity.PlayerState, b *entity.Body, recipe int32, at grid.Tile) command.Command {
	if slot, has := findItem(p, item.Recipes[recipe].Makes.Kind); has && p.Inventory[slot].Count < 100 {
		return command.Command{Kind: command.Drop, Slot: slot, Count: p.Inventory[slot].Count}
	}
	var near craft.Near
	for near.Look(&l.State, p, b); !near.At[item.Recipes[recipe].At]; {
		station := world.BlockItem(item.Recipes[recipe].At.Block())
		if slot, has := findItem(p, station); has {
			return command.Command{Kind: command.Place, Tile: at, Slot: slot}
		}
		recipe = int32(slices.IndexFunc(item.Recipes[:], func(r item.Recipe) bool { return r.Makes.Kind == station }))
	}
	return command.Command{Kind: command.Craft, Slot: uint8(recipe), Count: 1}
}

// wish chooses the next command of a player.
func (l *Workshop) wish(n int) command.Command {
	p := l.person(n)
	b := l.Space.Body(p.Body)
	if b == nil || b.Flags&entity.Asleep != 0 {
		return command.Command{Kind: command.Enter, Text: "Player"}
	}
	here := grid.TileAt(b.Pos)
	near := here.Add(l.below(5)-2, l.below(5)-2)
	slot := uint8(l.below(item.InventorySlots))
	if l.below(5) == 0 {
		kind := living.Either(l.below(2) == 0, entity.Crate, entity.Cart)
		for _, k := range l.Space.Around(b.Pos, world.LiftReach) {
			if o := &l.Space.Bodies()[k]; o.Kind == kind {
				return command.Command{Kind: command.Use, Tile: grid.TileAt(o.Pos)}
			}
		}
	}
	if c, aims := l.snowball(p, b); aims && l.below(9) == 0 {
		return c
	}
	if l.below(10) == 0 {
		return l.climbing(b)
	}
	if n == livingPlayers && l.below(2) == 0 {
		return l.craft(p, b, l.affordable(p, l.below(uint32(l.Recipes()))), near)
	}
	switch l.below(19) {
	case 0, 1, 2, 3, 4:
		dir := fixed.Direction(fixed.Angle(l.below(1 << 16)))
		if home := l.At(l.below(24)-12, l.below(24)-12).Centre().Sub(b.Pos); l.below(2) == 0 {
			dir = home.S().Unit()
		}
		return command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)}
	case 5, 6:
		return command.Command{Kind: command.Move}
	case 14, 15:
		for n := range uint8(item.InventorySlots) {
			if slot := (n + slot) % item.InventorySlots; p.Inventory[slot].Kind.Info().Use != item.NoUse && (n > 9 || l.below(2) == 0) {
				return command.Command{Kind: command.Place, Tile: near, Slot: slot}
			}
		}
	case 7, 8:
		return command.Command{Kind: command.Place, Tile: near, Slot: slot}
	case 9:
		if oak, ok := l.tree(here); ok {
			return command.Command{Kind: command.Dig, Tile: oak}
		}
		if _, b, _, _ := l.TileAt(near); b >= tile.Wire && l.below(12) != 0 {
			break
		}
		return command.Command{Kind: command.Dig, Tile: near}
	case 10:
		return command.Command{Kind: command.Swap, Slot: uint8(l.below(item.HotbarSlots)), Slot2: slot}
	case 11:
		return command.Command{Kind: command.Select, Slot: uint8(l.below(item.HotbarSlots))}
	case 13:
		return command.Command{Kind: command.Craft, Slot: uint8(l.below(uint32(l.Recipes() + 1))), Count: uint8(l.below(3))}
	case 12:
		if slot, ok := findItem(p, act.Locks[1+l.below(3)]); ok {
			return command.Command{Kind: command.Swap, Slot: 0, Slot2: slot}
		}
	}
	return command.Command{Kind: command.Use, Tile: l.lively(here, near)}
}

// affordable returns the first recipe, starting at a given one and then from the first, whose inputs the
// player has.
func (l *Workshop) affordable(p *entity.PlayerState, from int32) int32 {
	for n := range int32(l.Recipes()) {
		if r := (from + n) % int32(l.Recipes()); item.Recipes[r].Affords(p.Inventory[:]) {
			return r
		}
	}
	return from
}

// tree returns a tree around.
func (l *Workshop) tree(here grid.Tile) (t grid.Tile, ok bool) {
	for n := range int32(25) {
		t = here.Add(n%5-2, n/5-2)
		if _, b, _, _ := l.TileAt(t); b == tile.Oak {
			return t, true
		}
	}
	return t, false
}

// lively returns a tile around on which there is something to use, or else.
func (l *Workshop) lively(here, or grid.Tile) grid.Tile {
	for dy := int32(-2); dy <= 2; dy++ {
		for dx := int32(-2); dx <= 2; dx++ {
			if _, b, _, _ := l.TileAt(here.Add(dx, dy)); (b >= tile.Wire || b == tile.Door) && l.below(3) == 0 {
				return here.Add(dx, dy)
			}
		}
	}
	return or
}

// person returns the n-th player of the exhibit.
func (l *Workshop) person(n int) *entity.PlayerState { return l.Roster.ByKey(CastKey(n)) }
