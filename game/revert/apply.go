package revert

import (
	"manyhold/game/act"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// apply carries a plan out, and marks the entries. done counts the tiles, stacks and bodies that changed,
// kept those that did not.
func (p *Plan) apply(i *world.State, by *diary.Author) (done, kept int) {
	kept = p.Kept
	for k := range p.parts {
		w := work{i: i, plan: p, part: &p.parts[k], d: i.Diary.Of(p.parts[k].at)}
		w.tiles(false)
		w.stacks()
		w.tiles(true)
		w.bodies()
		for _, n := range w.part.left {
			e := w.d.Entries[n]
			e.Final = true
			w.changes = append(w.changes, diary.Change{N: n, Entry: e})
		}
		done, kept = done+w.done, kept+w.kept
		if p.undo {
			by = nil
		}
		i.Diary.Rewrite(w.part.at, by, w.changes)
	}
	i.Roster.SumAway()
	return done, kept
}

// work carries out a plan in one region.
type work struct {
	i          *world.State
	plan       *Plan
	part       *part
	d          *diary.Diary
	changes    []diary.Change
	done, kept int
}

// mark notes that an entry was undone, or done again.
func (w *work) mark(n int, e diary.Entry) {
	e.Reverted = w.i.Clock + 1
	if w.plan.undo {
		e.Reverted, e.Reverter, e.Moved, e.Made = 0, 0, 0, 0
	}
	w.changes = append(w.changes, diary.Change{N: n, Entry: e})
}

// leave notes that an entry stays as it is after all.
func (w *work) leave(n int) {
	w.kept++
	if w.plan.undo {
		w.part.left = append(w.part.left, n)
	}
}

// tiles changes the tiles: those that are chests, or those that are none. A chest can only disappear when it
// is empty, and one that comes back is there before its stacks are.
func (w *work) tiles(chests bool) {
	for k := range w.part.tiles {
		s := &w.part.tiles[k]
		if (s.Now.Block == tile.Chest) != chests {
			continue
		}
		if !w.set(s) {
			for _, n := range s.entries {
				w.leave(n)
			}
			w.kept -= len(s.entries) - 1 // a tile counts once
			continue
		}
		w.done++
		for at, n := range s.entries {
			e := w.d.Entries[n]
			if at == 0 && !w.plan.undo {
				e.After = s.Now // as it will be again if the revert is undone
			}
			w.mark(n, e)
		}
	}
}

// set changes one tile, and reports whether that is possible.
func (w *work) set(s *Step) bool {
	i := w.i
	if s.To.Same(s.Now) {
		return true
	}
	if s.Now.Block == tile.Chest && !world.ChestEmpty(i, s.T) || !fits(i, s) {
		return false
	}
	if s.Now.Block == tile.Chest {
		i.Chests.Remove(s.T)
	}
	living.SetTile(i, s.T, s.To.Ground, s.To.Block, s.To.State)
	i.Ledger.Destroyed[item.Water] += water(s.Now)
	i.Ledger.Created[item.Water] += water(s.To)
	if s.To.Block == tile.Chest {
		i.Chests.Add(s.T)
	}
	return true
}

// water returns the units of water on a tile.
func water(l diary.Look) uint64 {
	if l.Block == tile.Flood {
		return uint64(l.State)
	}
	return 0
}

// stacks moves what was taken from chests and put into them.
func (w *work) stacks() {
	for _, n := range w.part.chests {
		e := w.d.Entries[n]
		t := w.d.At.Tile(e.K)
		ok := lookAt(w.i, t).Block == tile.Chest && (w.i.Chests.Slots(t) != nil || w.i.Chests.Room(t.Region()))
		if ok {
			slots := world.OpenChest(w.i, t).Slots[:]
			who := w.i.Roster.ByKey(w.d.Authors[e.Author].Key)
			switch {
			case w.plan.undo && e.Kind == diary.Put:
				ok = putAgain(&e, slots, who)
			case w.plan.undo:
				ok = takeAgain(w.i, &e, slots, who)
			case e.Kind == diary.Put:
				ok = handBack(&e, slots, who)
			default:
				ok = bringBack(w.i, &e, slots, who)
			}
		}
		if !ok {
			w.leave(n)
			continue
		}
		w.done++
		w.mark(n, e)
	}
}

// bringBack puts a taken stack into its chest again, as far as it fits: the taker's own items first, and new
// ones for the rest.
func bringBack(i *world.State, e *diary.Entry, slots []item.Stack, who *entity.PlayerState) bool {
	kind := e.Stack.Kind
	e.Moved = item.Room(slots, e.Stack)
	e.Made = e.Moved
	if who != nil {
		e.Made = item.Remove(who.Inventory[:], kind, e.Moved)
	}
	i.Ledger.Created[kind] += uint64(e.Made)
	add(slots, e.Slot, item.Stack{Kind: kind, Count: e.Moved})
	return e.Moved > 0
}

// add puts items into a chest, into an empty slot of their own if that is free.
func add(slots []item.Stack, slot uint8, s item.Stack) {
	if s.Count > 0 && slots[slot].Count == 0 {
		slots[slot] = s
		return
	}
	item.Add(slots, s)
}

// takeAgain takes the items out that bringBack had put in. It does nothing unless all of them are still there
// and have room with the taker.
func takeAgain(i *world.State, e *diary.Entry, slots []item.Stack, who *entity.PlayerState) bool {
	kind, own := e.Stack.Kind, e.Moved-e.Made
	if item.Total(slots, kind) < int(e.Moved) || own > 0 && (who == nil || item.Room(who.Inventory[:], item.Stack{Kind: kind, Count: own}) < own) {
		return false
	}
	remove(slots, e.Slot, kind, e.Moved)
	i.Ledger.Destroyed[kind] += uint64(e.Made)
	if own > 0 {
		item.Add(who.Inventory[:], item.Stack{Kind: kind, Count: own})
	}
	return true
}

// remove takes items out of a chest, those of a slot first.
func remove(slots []item.Stack, slot uint8, k item.Kind, n uint8) {
	if s := &slots[slot]; s.Kind == k {
		n -= item.Take(s, min(n, s.Count)).Count
	}
	item.Remove(slots, k, n)
}

// handBack gives a stack that was put into a chest back, as far as it is still there and its owner has room.
func handBack(e *diary.Entry, slots []item.Stack, who *entity.PlayerState) bool {
	if who == nil {
		return false
	}
	kind := e.Stack.Kind
	n := item.Room(who.Inventory[:], item.Stack{Kind: kind, Count: uint8(min(int(e.Stack.Count), item.Total(slots, kind)))})
	if n == 0 {
		return false
	}
	item.Remove(slots, kind, n)
	item.Add(who.Inventory[:], item.Stack{Kind: kind, Count: n})
	e.Moved = n
	return true
}

// putAgain puts the items into a chest that handBack had given back. It does nothing unless all are there and
// fit.
func putAgain(e *diary.Entry, slots []item.Stack, who *entity.PlayerState) bool {
	s := item.Stack{Kind: e.Stack.Kind, Count: e.Moved}
	if who == nil || item.Total(who.Inventory[:], s.Kind) < int(s.Count) || item.Room(slots, s) < s.Count {
		return false
	}
	item.Remove(who.Inventory[:], s.Kind, s.Count)
	item.Add(slots, s)
	return true
}

// bodies lets bodies come and go.
func (w *work) bodies() {
	for _, n := range w.part.bodies {
		e := w.d.Entries[n]
		if comes := (e.Kind == diary.PutAway) != w.plan.undo; comes && w.raise(&e) || !comes && w.lower(&e) {
			w.done++
			w.mark(n, e)
		} else {
			w.leave(n)
		}
	}
}

// raise sets a body down again where it was. Nothing is left of a maker's thing that was put away.
func (w *work) raise(e *diary.Entry) bool {
	t := w.d.At.Tile(e.K)
	if e.Thing.Made() || w.i.Space.Has(e.Body) || act.FitsBody(w.i, t, e.Thing) != event.NoReason {
		return false
	}
	w.i.Space.Insert(entity.Body{ID: e.Body, Kind: e.Thing, Pos: t.Centre(), Born: w.i.Clock})
	return true
}

// lower takes a body away.
func (w *work) lower(e *diary.Entry) bool {
	b := w.i.Space.Body(e.Body)
	if b == nil || !isStill(b, e.Thing) || b.Other != 0 {
		return false
	}
	if x := w.i.Things.OfBody(e.Body); x != nil { // with its children
		living.RemoveThing(w.i, x)
		return true
	}
	w.i.RemoveBody(e.Body)
	return true
}
