package window

import (
	"slices"

	"manyhold/app/order"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui"
	"manyhold/render/ui/kit"
)

// fingers press the keys for what a newcomer wants to do, and nothing but keys: steps, the tile before the
// figure, the panels. A key player has no cursor, so that each tile is gone to and looked at first.
type fingers struct {
	*visitor
	s      *solo
	ticks  int
	seq    uint64        // number of what is being done
	events []event.Event // since the newcomer looked last
	shots  func(name string)
	vain   map[command.Kind]int
	done   map[command.Kind]int
}

// pass lets n ticks of window and world pass.
func (f *fingers) pass(n int) {
	f.t.Helper()
	for range n {
		f.tick(1)
		if f.ticks++; f.ticks%3 == 0 {
			f.s.step()
			for _, e := range f.s.world.Happened {
				if e.Kind == event.Refused {
					e.Seq = f.seq // the window numbers its commands itself
				}
				f.events = append(f.events, e)
			}
		}
	}
}

// keys taps keys one after the other.
func (f *fingers) keys(list ...input.Button) {
	for _, b := range list {
		f.hands.Tap(b)
		f.pass(2)
	}
}

// walkKeys are the keys of walking, by the sign of a direction plus one.
var walkX, walkY = [3]input.Button{input.KeyA, 0, input.KeyD}, [3]input.Button{input.KeyW, 0, input.KeyS}

// head holds the keys of a direction, of signs.
func (f *fingers) head(x, y int) {
	f.hands.Release(input.KeyA, input.KeyD, input.KeyW, input.KeyS)
	for _, b := range [...]input.Button{walkX[x+1], walkY[y+1]} {
		if b != 0 {
			f.hands.Press(b)
		}
	}
}

func signOf[T ~int32 | ~int64](d, dead T) int {
	switch {
	case d > dead:
		return 1
	case d < -dead:
		return -1
	}
	return 0
}

// here returns the player's place, of the confirmed world: what the window predicts is the same in a moment.
func (f *fingers) here() (fixed.Vec, grid.Tile) {
	p := f.s.world.Roster.ByKey(f.s.me)
	b := f.s.world.Space.Body(p.Body)
	return b.Pos, grid.TileAt(b.Pos)
}

// step walks to the middle of a tile, for a second at most.
func (f *fingers) step(t grid.Tile) bool {
	for range 60 {
		at, _ := f.here()
		d := t.Centre().Sub(at)
		x, y := signOf(d.X, fixed.One/5), signOf(d.Y, fixed.One/5)
		f.head(x, y)
		if x == 0 && y == 0 {
			f.pass(3)
			return true
		}
		f.pass(1)
	}
	f.head(0, 0)
	return false
}

// face goes beside a tile and looks at it; it reports whether the tile is the one before the figure then.
func (f *fingers) face(t grid.Tile) bool {
	for try := range 4 {
		_, here := f.here()
		path := order.FindPath(f.s.world, here, t, true, map[grid.Tile]bool{t: true})
		if path == nil {
			return false
		}
		if path[len(path)-1] == t { // the player stands on it
			for _, s := range order.Steps {
				if n := t.Add(s.X, s.Y); order.Walkable(f.s.world, n) {
					path = append(path, n)
					break
				}
			}
		}
		for _, next := range path {
			if !f.step(next) {
				break
			}
		}
		_, here = f.here()
		x, y := signOf(t.X-here.X, 0), signOf(t.Y-here.Y, 0)
		if x == 0 && y == 0 {
			continue
		}
		f.pass(6)
		f.head(x, y)
		f.pass(2)
		f.head(0, 0)
		f.pass(3 + 3*try)
		if f.v().p.aim == t {
			return true
		}
	}
	return false
}

// v is what the window shows.
func (f *fingers) v() *play { return f.visitor.s.mode.(*play) }

// do carries out a wish by keys. A deed that fails is told to the newcomer as a refusal.
func (f *fingers) do(c command.Command, seq uint64) {
	f.seq = seq
	if c.Kind == command.Move {
		f.head(signOf(c.Dir.X, fixed.One/8), signOf(c.Dir.Y, fixed.One/8))
		return
	}
	f.head(0, 0)
	f.done[c.Kind]++
	if !f.act(c) {
		f.vain[c.Kind]++
		me := f.s.world.Roster.ByKey(f.s.me)
		f.events = append(f.events, event.Event{Kind: event.Refused, Seat: me.Seat, Seq: seq, A: int32(event.TooFar)})
	}
	f.hands.Release(input.KeyJ, input.KeyK, input.KeyE)
	f.pass(3)
}

func (f *fingers) act(c command.Command) bool {
	w := f.s.world
	switch c.Kind {
	case command.Select:
		f.keys(slotKeys[c.Slot])
	case command.Dig:
		if !f.face(c.Tile) {
			return false
		}
		was, on, _, _ := w.TileAt(c.Tile)
		f.hands.Press(input.KeyJ)
		for range 15 * 20 {
			f.pass(3)
			if is, block, _, _ := w.TileAt(c.Tile); is != was || block != on {
				break
			}
		}
	case command.Use:
		if !f.face(c.Tile) {
			return false
		}
		f.keys(input.KeyE)
		f.pass(20)
	case command.Place:
		me := w.Roster.ByKey(f.s.me)
		if me.Slot != c.Slot {
			f.keys(slotKeys[c.Slot])
		}
		if me.Inventory[c.Slot].Kind.Info().Use != item.Eat && !f.face(c.Tile) {
			return false
		}
		f.keys(input.KeyK)
		f.pass(20)
	case command.PickUp:
		f.keys(input.KeyF)
		f.pass(12)
	case command.Home:
		f.keys(input.KeyT)
		f.hands.Type("/spawn")
		f.pass(2)
		f.keys(input.KeyEnter)
		f.pass(30)
	case command.Swap:
		f.keys(input.KeyTab)
		f.pass(20)
		ok := f.choose(kit.Ident("slot", int(c.Slot))) && f.choose(kit.Ident("slot", int(c.Slot2)))
		f.keys(input.KeyEscape)
		f.pass(20)
		return ok
	case command.Craft:
		return f.craft(int(c.Slot), int(max(c.Count, 1)))
	default:
		f.t.Fatalf("no keys for %v", c.Kind)
	}
	return true
}

// slotKeys choose the slots of the hotbar.
var slotKeys = [item.HotbarSlots]input.Button{
	input.KeyDigit1, input.KeyDigit2, input.KeyDigit3, input.KeyDigit4, input.KeyDigit5, input.KeyDigit6,
	input.KeyDigit7, input.KeyDigit8, input.KeyDigit9, input.KeyDigit0, input.KeyMinus, input.KeyEqual,
}

// craft makes something in the panel of the inventory.
func (f *fingers) craft(recipe, times int) bool {
	f.keys(input.KeyTab)
	f.pass(20)
	ok := f.choose(kit.Ident("group", int(item.Recipes[recipe].Group)))
	if ok = ok && f.choose(kit.Ident("recipe", recipe)); ok {
		for range times - 1 {
			f.keys(input.KeyEnter)
			f.pass(6)
		}
	}
	if f.shots != nil {
		f.shots("crafting")
	}
	f.keys(input.KeyEscape)
	f.pass(20)
	return ok
}

// choose leads the focus to a widget by arrow keys, and chooses it.
func (f *fingers) choose(id uint32) bool {
	for range 60 {
		focused, items := ui.Focused(f.visitor.s.ui)
		if focused == id {
			f.keys(input.KeyEnter)
			f.pass(4)
			return true
		}
		from := slices.IndexFunc(items, func(x kit.Widget) bool { return x.ID == focused })
		to := slices.IndexFunc(items, func(x kit.Widget) bool { return x.ID == id })
		if from < 0 || to < 0 {
			f.pass(2)
			continue
		}
		a, b := items[from].R, items[to].R
		switch {
		case b.Y >= a.Y+a.H:
			f.keys(input.KeyArrowDown)
		case b.Y+b.H <= a.Y:
			f.keys(input.KeyArrowUp)
		case b.X > a.X:
			f.keys(input.KeyArrowRight)
		default:
			f.keys(input.KeyArrowLeft)
		}
	}
	return false
}
