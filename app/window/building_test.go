package window

import (
	"context"
	"slices"
	"testing"

	"manyhold/app/byhand"
	"manyhold/app/feed"
	"manyhold/app/order"
	"manyhold/app/rooms/hall"
	"manyhold/app/settings"
	"manyhold/app/shelf"
	"manyhold/app/status"
	"manyhold/app/window/build"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/tile"
	gameworld "manyhold/game/world"
	"manyhold/render/ui/model"
)

// solo is a world that a test serves to a playing, without a network: turns come when the test says.
type solo struct {
	world      *island.Island
	me         game.PlayerID
	feed       *feed.Feed
	labour     *order.Queue
	recordings feed.Recorder
	pending    []gameworld.SeatCommand
	turn       uint64
}

func newSolo(seed uint64) *solo {
	s := &solo{me: game.PlayerID{7}, world: island.New(gameworld.Genesis{Seed: seed, Rules: game.CurrentRules, Start: item.Builders})}
	s.feed, s.labour = feed.NewFeed(s.me), order.NewQueue(s.EnterCommand())
	s.feed.Want(true)
	return s
}

func (s *solo) Done() <-chan struct{}                             { return nil }
func (s *solo) Err() error                                        { return nil }
func (s *solo) Stop()                                             {}
func (s *solo) Status() status.Status                             { return status.Status{} }
func (s *solo) Player() game.PlayerID                             { return s.me }
func (s *solo) WorldName() string                                 { return "alone" }
func (s *solo) Remarks() []string                                 { return nil }
func (s *solo) Copies() *feed.Feed                                { return s.feed }
func (s *solo) Orders() *order.Queue                              { return s.labour }
func (s *solo) Inspect() func(f func(w *island.Island))           { return nil }
func (s *solo) SetOffer(*settings.Settings)                       {}
func (s *solo) Recorder() *feed.Recorder                          { return &s.recordings }
func (s *solo) DoAtStart(context.Context, string)                 {}
func (s *solo) RoomAct(context.Context, hall.Act) (string, error) { return "", nil }
func (s *solo) Door(context.Context, []string) (string, error)    { return "", nil }
func (s *solo) Publish(context.Context, []byte) (string, error)   { return "", nil }
func (s *solo) Assets() shelf.Reader                              { return nil }
func (s *solo) PutAsset(context.Context, []byte) (string, bool, error) {
	return "", false, nil
}
func (s *solo) Decree(context.Context) error                      { return nil }
func (s *solo) Charter(context.Context, []string) (string, error) { return "", nil }
func (s *solo) Shout(context.Context, string) error               { return nil }
func (s *solo) ByHand() *byhand.Desk                              { return nil }
func (s *solo) PortalView() *feed.Vista                           { return nil }
func (s *solo) EnterCommand() command.Command {
	return command.Command{Kind: command.Enter, Text: "Ada"}
}

func (s *solo) SendPredicted(seq uint64, c command.Command) {
	o := gameworld.SeatCommand{Key: s.me, Seq: seq, Command: c}
	if p := s.world.Roster.ByKey(s.me); p != nil {
		o.Seat = p.Seat
	}
	s.pending = append(s.pending, o)
}

// step executes a turn.
func (s *solo) step() {
	n := min(len(s.pending), command.MaxPerTurn)
	var events []event.Event
	for k := range game.TicksPerTurn {
		if k == 0 {
			s.world.StepTick(s.pending[:n])
		} else {
			s.world.StepTick(nil)
		}
		events = append(events, s.world.Happened...)
	}
	s.world.Happened = append(s.world.Happened[:0], events...)
	s.pending = slices.Delete(s.pending, 0, n)
	s.turn++
	s.feed.Publish(s.world, s.turn, false)
}

// site is a player who builds in a world of its own.
type site struct {
	t testing.TB
	s *solo
	p *Playing
}

func newSite(t testing.TB) *site {
	t.Helper()
	s := newSolo(11)
	s.step()
	b := &site{t, s, NewPlaying(s, s.feed.Take())}
	b.p.Issue(s.EnterCommand())
	b.until("the player to be there", func() bool { return b.p.me() != nil })
	return b
}

// until plays until a condition holds, for half a minute of the world at most.
func (b *site) until(what string, holds func() bool) {
	b.t.Helper()
	for n := 0; !holds(); n++ {
		if n > 30*game.TicksPerSecond {
			b.t.Fatalf("in vain: %s; %d steps to undo", what, b.p.build.Steps())
		}
		if b.p.ticks++; b.p.ticks%game.TicksPerTurn == 0 {
			b.s.step()
			b.p.Confirm(b.s.feed.Take())
		}
		b.p.Predict.Advance()
		b.p.View = b.p.Predict.View(fixed.One)
		events := b.p.Predict.Events()
		for i := range events {
			if b.p.View.Me != nil && events[i].Seat == b.p.View.Me.Seat {
				b.p.build.Note(&events[i])
				b.p.build.Land.Hear(&events[i], b.p.View.Me.Seat, b.p.ticks)
			}
		}
		if b.p.me() != nil {
			b.p.goOnBuilding(false)
		}
	}
}

// free returns a place beside the player from which tiles to the east are free, and clears it.
func (b *site) free(w, h int32) grid.Tile {
	b.t.Helper()
	here := grid.TileAt(b.p.body().Pos)
	for _, d := range []grid.Tile{{X: 1, Y: -1}, {X: -2, Y: -2}, {X: 1, Y: 1}, {X: -2, Y: 1}, {X: -1, Y: -3}, {X: -1, Y: 1}} {
		ok := true
		for y := range h {
			for x := range w {
				at := here.Add(d.X+x, d.Y+y)
				ground, block, _, known := b.s.world.TileAt(at)
				ok = ok && known && block == tile.NoBlock && !ground.Info().Liquid && at != here
			}
		}
		if ok {
			return here.Add(d.X, d.Y)
		}
	}
	b.t.Fatal("nowhere is room to build")
	return grid.Tile{}
}

func (b *site) block(t grid.Tile) tile.Block {
	_, block, _, _ := b.s.world.TileAt(t)
	return block
}

// TestToolsBuildAndUndo draws a frame, copies it, turns the copy, and undoes both again.
func TestToolsBuildAndUndo(t *testing.T) {
	b := newSite(t)
	at := b.free(2, 2)
	had := countOf(b.p.View.Me, item.WoodWall)
	b.p.build.Tool = model.ToolBox
	b.p.build.Press(at)
	b.p.build.Release(at.Add(1, 1), item.WoodWall)
	built := func(n int) func() bool {
		return func() bool {
			have := 0
			for y := range int32(2) {
				for x := range int32(2) {
					if b.block(at.Add(x, y)) == tile.WoodWall {
						have++
					}
				}
			}
			return have == n && b.p.build.Idle()
		}
	}
	b.until("the frame", built(4))
	if got := countOf(b.p.View.Me, item.WoodWall); got != had-4 {
		t.Errorf("four walls took %d", had-got)
	}
	if n := b.p.build.CopyArea(b.s.world, at, at.Add(1, 0)); n != 2 || b.p.build.Tool != model.ToolStamp {
		t.Errorf("of two walls %d were copied", n)
	}
	if !b.p.build.Undo() {
		t.Fatal("there is nothing to undo")
	}
	b.until("the walls to be gone", built(0))
	if n := b.p.build.Steps(); n != 0 {
		t.Errorf("undoing is to be undone: %d steps", n)
	}
	if b.p.build.Undo() {
		t.Error("more can be undone than was done")
	}
}

// TestUndoBringsBack digs a wall away by hand: undo builds it again.
func TestUndoBringsBack(t *testing.T) {
	b := newSite(t)
	at := b.free(1, 1)
	slot := build.SlotWith(b.p.View.Me, item.WoodWall)
	b.p.Issue(command.Command{Kind: command.Place, Tile: at, Slot: uint8(slot)})
	b.until("the wall", func() bool { return b.block(at) == tile.WoodWall })
	b.p.Issue(command.Command{Kind: command.Dig, Tile: at})
	b.until("the wall to be gone", func() bool { return b.block(at) == tile.NoBlock && b.p.build.Steps() == 2 })
	b.p.Issue(command.Command{Kind: command.StopDig})
	b.p.build.Undo()
	b.until("the wall to be back", func() bool { return b.block(at) == tile.WoodWall })
	b.p.build.Undo()
	b.until("the wall to be gone for good", func() bool { return b.block(at) == tile.NoBlock })
}

func countOf(p *entity.PlayerState, k item.Kind) (n int) {
	for _, s := range p.Inventory {
		if s.Kind == k {
			n += int(s.Count)
		}
	}
	return n
}
