package simgame_test

import (
	"testing"
	"time"

	"manyhold/app/order"
	"manyhold/app/replica"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/physics"
	"manyhold/game/predict"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/net/host/kernel"
	memlink "manyhold/net/link/memory"
)

// lookout is a voyager's window's view of a body, frame by frame.
type lookout struct {
	*predict.Predictor
	c       *voyager
	of      game.EntityID
	last    fixed.Vec
	began   bool
	most    fixed.Q // that the body moved in a frame, in tiles
	missing int     // frames in which it was not to be seen
	frames  int
}

// watches has a voyager's turns shown, and watches how a body is drawn.
func (v *voyage) watches(c *voyager, body game.EntityID) *lookout {
	w := &lookout{Predictor: predict.New(game.PlayerID(c.pair.ID())), c: c, of: body}
	c.shown = func(e kernel.Executed) {
		m := replica.Of(e.Machine)
		p := m.Roster.ByKey(game.PlayerID(c.pair.ID()))
		near := new(island.Island)
		m.CopyNear(near, grid.TileAt(m.Space.Body(p.Body).Pos))
		w.Confirm(near, append([]event.Event(nil), m.Happened...))
	}
	return w
}

// issue hands in a command as the window does.
func (w *lookout) issue(k command.Command) {
	seq, tick := w.Command(k)
	k.Tick = tick
	if err := w.c.world.Submit(w.c.v.net.Now(), seq, command.Append(nil, k)); err != nil {
		w.c.v.t.Fatal(err)
	}
	w.c.act()
}

// frame shows the next picture.
func (w *lookout) frame() {
	if !w.Ready() {
		return
	}
	w.Advance()
	w.frames++
	for _, d := range w.View(fixed.One).Bodies {
		if d.ID == w.of {
			if w.began {
				w.most = max(w.most, d.Pos.Sub(w.last).Len())
			}
			w.last, w.began = d.Pos, true
			return
		}
	}
	w.missing++
}

// TestCrossingIsSmooth: with 100 ms of round trip somebody walks over the line between two islands that
// cannot become one. In no frame, of the own window or of an onlooker's, does the figure jump by more than
// four pixels beyond its step, and in none is it missing.
func TestCrossingIsSmooth(t *testing.T) {
	v := newVoyage(t, 3, 2)
	v.run(time.Second)
	v.enter()
	w, _ := v.crew[0].at()
	start, friend, walker := w.SpawnTile, v.crew[1], v.crew[2]
	far := start.Add(0, 9*grid.RegionSide)
	v.walk("far away", 400*time.Second, map[*voyager]grid.Tile{friend: far, walker: far}, nil)
	v.until("two islands", 60*time.Second, func() bool { return v.islands() == 2 })
	var line int32 // the most southern row of the other side
	v.walk("to the line", 400*time.Second, map[*voyager]grid.Tile{friend: start, walker: start}, func() bool {
		w, b := walker.at()
		if b == nil {
			return false
		}
		at := grid.TileAt(b.Pos)
		for line = at.Y; w.Beyond(grid.Tile{X: at.X, Y: line}.Region()) == nil; line-- {
			if _, _, _, ok := w.TileAt(grid.Tile{X: at.X, Y: line}); !ok || line < at.Y-20 {
				return false
			}
		}
		return true
	})
	friend.way, walker.way = nil, nil
	w, b := walker.at()
	way := lane(w, grid.TileAt(b.Pos), line)
	walker.way = &order.WalkTo{Goal: way}
	v.until("the walker is where the way is free", 60*time.Second, func() bool {
		w, _ := walker.at()
		h := &order.Actor{World: w, Me: game.PlayerID(walker.pair.ID()), Issue: func(k command.Command) uint64 { walker.ask(k); return walker.seq }}
		done, _, err := walker.way.Step(h)
		if err != nil {
			t.Fatal(err)
		}
		return done
	})
	v.net.SetDefaults(memlink.Conditions{Delay: 50 * time.Millisecond})
	v.run(30 * time.Second) // the way here changed who votes where, and letters wait while that is news
	w, b = walker.at()
	t.Logf("the line is at %d, the walker at %v", line, grid.TileAt(b.Pos))
	if w.Self() == world.Home || v.islands() != 2 {
		t.Fatalf("on island %x of %d", w.Self(), v.islands())
	}
	own, other := v.watches(walker, b.ID), v.watches(friend, b.ID)
	frames := func(n int) {
		for range n {
			v.run(time.Second / game.TicksPerSecond)
			own.frame()
			other.frame()
		}
	}
	frames(240)
	own.most, own.missing, other.most, other.missing = 0, 0, 0, 0
	for _, leg := range []struct {
		dir  fixed.S
		home bool
	}{{-fixed.One, true}, {fixed.One, false}} { // there and back
		own.issue(command.Command{Kind: command.Move, Dir: fixed.SVec{Y: leg.dir}})
		frames(240)
		own.issue(command.Command{Kind: command.Move})
		frames(120)
		if w, b = walker.at(); b == nil || w.Self() == world.Home != leg.home {
			t.Fatalf("on island %x at %v", w.Self(), b)
		}
	}
	walks := fixed.Q(physics.WalkSpeed) / game.TicksPerSecond
	for who, l := range map[string]*lookout{"the own": own, "the friend's": other} {
		jump := float64(l.most-walks) / float64(fixed.One) * 16
		t.Logf("%s window: furthest step %.2f pixels, walking is %.2f; missing in %d of %d frames", who, float64(l.most)/float64(fixed.One)*16, float64(walks)/float64(fixed.One)*16, l.missing, l.frames)
		if jump > 4 || l.missing > 0 {
			t.Errorf("%s window: the figure jumps by %.1f pixels, and is missing in %d frames", who, jump, l.missing)
		}
	}
}

// lane is a place by a line, in the south of it, from where the way north is free on both sides.
func lane(w *island.Island, by grid.Tile, line int32) grid.Tile {
	for aside := int32(0); aside < 64; aside++ {
		for _, x := range []int32{by.X + aside, by.X - aside} {
			free := true
			for y := line - world.BorderWidth + 1; y < line+10; y++ {
				for dx := int32(-1); dx <= 1; dx++ { // nothing beside the way slows a walker either
					c := w.Land.Cell(x+dx, y)
					free = free && c.Height == 0 && !c.Ground.Info().Solid && c.Ground != tile.DeepWater
				}
			}
			if free {
				return grid.Tile{X: x, Y: line + 7}
			}
		}
	}
	return by
}
