package audio

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/predict"
	"manyhold/game/world"
)

// heardWorld is the real simulation, predicted by a player and heard by an ear, in one goroutine.
type heardWorld struct {
	*ear
	confirmed *island.Island
	copy      *island.Island
	predict   *predict.Predictor
	key       game.PlayerID
	sent      []world.SeatCommand
	events    []event.Event
	local     int
	kinds     map[event.Kind]int
}

func newHeardWorld() *heardWorld {
	h := &heardWorld{ear: newEar(), key: game.PlayerID{1}, copy: new(island.Island), kinds: map[event.Kind]int{}}
	h.SetVolumes(1, 1, 0, 0, 1)
	h.confirmed = island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	h.predict = predict.New(h.key)
	h.do(command.Command{Kind: command.Enter, Text: "Ann"})
	return h
}

func (h *heardWorld) do(c command.Command) {
	seq, tick := h.predict.Command(c)
	c.Tick = tick
	h.sent = append(h.sent, world.SeatCommand{Key: h.key, Seq: seq, Command: c})
}

// tick lets 1/60 s pass; a turn is confirmed every third time.
func (h *heardWorld) tick() {
	if h.local++; h.local%game.TicksPerTurn == 0 {
		h.events = h.events[:0]
		for range game.TicksPerTurn {
			if me := h.confirmed.Roster.ByKey(h.key); me != nil {
				for i := range h.sent {
					h.sent[i].Seat = me.Seat
				}
			}
			h.confirmed.StepTick(h.sent)
			h.sent = h.sent[:0]
			h.events = append(h.events, h.confirmed.Happened...)
		}
		h.confirmed.CopyNear(h.copy, grid.TileAt(h.ears()))
		if old := h.predict.Confirm(h.copy, h.events); old != nil {
			h.copy = old
		} else {
			h.copy = new(island.Island)
		}
	}
	h.predict.Advance()
	events := h.predict.Events()
	for i := range events {
		h.kinds[events[i].Kind]++
	}
	h.Frame(h.predict.View(0), h.ears(), events)
	h.listen(800)
}

func (h *heardWorld) ears() fixed.Vec {
	if b := h.body(); b != nil {
		return b.Pos
	}
	return h.confirmed.SpawnTile.Centre()
}

func (h *heardWorld) body() *entity.Body {
	if me := h.confirmed.Roster.ByKey(h.key); me != nil && me.Body != 0 {
		return h.confirmed.Space.Body(me.Body)
	}
	return nil
}

// A player's actions in the real simulation are heard: coming, walking, digging, talking, emoting.
func TestRealWorldIsHeard(t *testing.T) {
	h := newHeardWorld()
	played := func(what string, least uint64, ticks int) {
		t.Helper()
		before := h.Stats().Played
		for range ticks {
			h.tick()
		}
		if got := h.Stats().Played - before; got < least {
			t.Errorf("%s: %d sounds, want at least %d; events %v", what, got, least, h.kinds)
		}
	}
	played("entering", 1, 30)
	if h.body() == nil {
		t.Fatal("the player has no body")
	}
	for _, dir := range []fixed.SVec{{X: fixed.One}, {Y: fixed.One}, {X: -fixed.One}, {Y: -fixed.One}} {
		from := h.body().Pos
		h.do(command.Command{Kind: command.Move, Dir: dir})
		before := h.Stats().Played
		for range 60 {
			h.tick()
		}
		h.do(command.Command{Kind: command.Move})
		way := h.body().Pos.Sub(from)
		tiles := (max(way.X, -way.X) + max(way.Y, -way.Y)).Floor()
		if steps := int64(h.Stats().Played - before); steps < tiles-1 || steps > tiles+4 {
			t.Errorf("%d steps on %d tiles", steps, tiles)
		}
	}
	h.tick()
	at := grid.TileAt(h.body().Pos).Add(1, 0)
	h.do(command.Command{Kind: command.Dig, Tile: at})
	played("digging", 2, 120)
	h.do(command.Command{Kind: command.StopDig})
	h.do(command.Command{Kind: command.Say, Text: "hello"})
	played("talking", 1, 30)
	h.do(command.Command{Kind: command.Emote, Count: 1})
	played("an emote", 1, 30)
	if h.kinds[event.Dug] == 0 || h.kinds[event.DigHit] == 0 || h.kinds[event.Said] != 1 || h.kinds[event.Emoted] != 1 || h.kinds[event.Entered] != 1 {
		t.Errorf("events %v", h.kinds)
	}
}

func TestFrameDoesNotAllocate(t *testing.T) {
	h := newHeardWorld()
	for range 60 {
		h.tick()
	}
	v := h.predict.View(0)
	if n := testing.AllocsPerRun(100, func() { h.Frame(v, h.ears(), nil) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
