package order

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/island"
	"manyhold/game/world"
	clock "manyhold/net/patience" // patience is a constant here
)

// TestNobodyListens: a caller that has gone gets no more words, and the work goes on without it.
func TestNobodyListens(t *testing.T) {
	l := NewQueue(command.Command{})
	ctx, cancel := context.WithCancel(t.Context())
	var gone atomic.Bool
	list := []Order{&Tell{func(*Actor) string { return "one" }}, &Tell{func(*Actor) string { cancel(); return "two" }}, &Tell{func(*Actor) string { return "three" }}}
	result := make(chan error, 1)
	go func() {
		err := l.Do(ctx, nil, list, func(string) {
			if gone.Load() {
				t.Error("somebody who has gone is spoken to")
			}
		})
		gone.Store(true)
		result <- err
	}()
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	me := game.PlayerID{1}
	var seq uint64
	for deadline := clock.For(10 * time.Second); ctx.Err() == nil || l.Now != nil; {
		if deadline.Over() {
			t.Fatal("the labour does not end")
		}
		var due []world.SeatCommand
		l.Step(&Actor{World: w, Me: me, Issue: func(c command.Command) uint64 {
			c.Kind = command.Enter
			seq++
			due = append(due, world.SeatCommand{Key: me, Seq: seq, Command: c})
			return seq
		}})
		w.StepTick(due)
	}
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// TestEnterIsLost: an Enter of which nothing comes is issued again, and not before.
func TestEnterIsLost(t *testing.T) {
	l := NewQueue(command.Command{Kind: command.Enter})
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	me := game.PlayerID{1}
	result := make(chan error, 1)
	go func() {
		result <- l.Do(t.Context(), nil, []Order{&Tell{func(*Actor) string { return "in" }}}, func(string) {})
	}()
	for deadline := clock.For(10 * time.Second); len(l.Batches) == 0; {
		if deadline.Over() {
			t.Fatal("the job does not come")
		}
	}
	issued := 0
	for turn := range 2 * reenterAfter {
		var due []world.SeatCommand
		l.Step(&Actor{World: w, Me: me, Issue: func(c command.Command) uint64 {
			if issued++; issued > 1 { // the first is lost
				due = append(due, world.SeatCommand{Key: me, Seq: uint64(issued), Command: c})
			}
			return uint64(issued)
		}})
		if want := 1; turn < reenterAfter && issued != want {
			t.Fatalf("in turn %d it was issued %d times", turn, issued)
		}
		w.StepTick(due)
	}
	if err := <-result; err != nil || issued != 2 {
		t.Errorf("issued %d times, ended with %v", issued, err)
	}
}

// TestNotAdmitted: a newcomer that the world refuses asks again every two seconds, and its orders are given
// up with the reason after five. The next ones are carried out at once when there is room.
func TestNotAdmitted(t *testing.T) {
	l := NewQueue(command.Command{Kind: command.Enter})
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	me, issued, crowd := game.PlayerID{1}, 0, 0
	for before := -1; before < w.Known(); crowd++ { // until one is refused
		before = w.Known()
		w.StepTick([]world.SeatCommand{{Key: game.PlayerID{2, byte(crowd), byte(crowd >> 8)}, Seq: 1, Command: command.Command{Kind: command.Enter}}})
	}
	do := func() (turns int, err error) {
		result := make(chan error, 1)
		go func() {
			result <- l.Do(t.Context(), nil, []Order{&Tell{func(*Actor) string { return "in" }}}, func(string) {})
		}()
		for deadline := clock.For(10 * time.Second); len(l.Batches) == 0; {
			if deadline.Over() {
				t.Fatal("the job does not come")
			}
		}
		for ; l.Now != nil || len(l.Batches) > 0; turns++ {
			var due []world.SeatCommand
			l.Step(&Actor{World: w, Me: me, Events: w.Happened, Issue: func(c command.Command) uint64 {
				issued++
				due = append(due, world.SeatCommand{Key: me, Seq: uint64(issued), Command: c})
				return uint64(issued)
			}})
			w.StepTick(due)
		}
		return turns, <-result
	}
	turns, err := do()
	if !errors.Is(err, ErrNotAdmitted) || turns < admitWithin || turns > admitWithin+5 || issued < 2 || issued > 1+admitWithin/askAgain {
		t.Errorf("given up after %d turns and %d commands: %v", turns, issued, err)
	}
	w.StepTick([]world.SeatCommand{{Key: game.PlayerID{2}, Seat: w.Roster.ByKey(game.PlayerID{2}).Seat, Seq: 2, Command: command.Command{Kind: command.Leave}}})
	for range 2 * 60 * game.TicksPerSecond { // its body sleeps for a minute
		w.StepTick(nil)
	}
	if turns, err := do(); err != nil || turns > 5 {
		t.Errorf("with room: after %d turns: %v", turns, err)
	}
}
