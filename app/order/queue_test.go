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
