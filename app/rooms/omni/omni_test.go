package omni

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// table is a match of fake hands: it begins after a second, a turn takes 50 ms, and it ends with turn 100.
type table struct {
	mu     sync.Mutex
	start  time.Time
	paused bool
	turn   uint32
	given  []string
	odd    string // the seat whose digest differs
}

// fake is the hand of a seat.
type fake struct {
	t    *table
	seat string
}

func (f *fake) Seat() string { return f.seat }

func (f *fake) Order(_ context.Context, words string) (uint32, error) {
	f.t.mu.Lock()
	defer f.t.mu.Unlock()
	if words == "dance" {
		return 0, errors.New("there is no such order")
	}
	if words == "pause" || words == "resume" {
		f.t.paused = words == "pause"
	}
	f.t.given = append(f.t.given, fmt.Sprint(f.seat, " ", words, " at ", f.t.turn))
	return f.t.turn, nil
}

func (f *fake) Moment() (m Moment) {
	f.t.mu.Lock()
	defer f.t.mu.Unlock()
	m = Moment{State: "running", Child: "playing", Turn: f.t.turn, Last: f.t.turn, Digest: uint64(f.t.turn)}
	switch {
	case time.Since(f.t.start) < time.Second:
		m = Moment{State: "setup", Child: "ready"}
	case f.t.turn >= 100:
		m.State, m.Child, m.Result, m.Signed = "ended", "", json.RawMessage("{\"winner\":\"red\"}"), []string{"red", "blue"}
	case f.t.paused:
		m.Child = "paused"
	}
	if f.seat == f.t.odd {
		m.Digest++
	}
	return m
}

// run lets the match go on until ctx ends.
func (t *table) run(ctx context.Context) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		t.mu.Lock()
		if time.Since(t.start) >= time.Second && !t.paused && t.turn < 100 {
			t.turn++
		}
		t.mu.Unlock()
	}
}

// play runs a script.
func play(t *testing.T, odd, script string) (lines []Line, given []string, err error) {
	synctest.Test(t, func(t *testing.T) {
		x := &table{start: time.Now(), odd: odd}
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { x.run(ctx) })
		defer running.Wait()
		defer cancel()
		var out bytes.Buffer
		err = Run(ctx, []Hand{&fake{x, "red"}, &fake{x, "blue"}}, strings.NewReader(script), &out)
		for d := json.NewDecoder(&out); d.More(); {
			var l Line
			if err := d.Decode(&l); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, l)
		}
		given = x.given
	})
	return lines, given, err
}

// TestRun: lines are carried out in their order, by the seats that they name, after the turns that they wait
// for.
func TestRun(t *testing.T) {
	lines, given, err := play(t, "", "# two players\n\nred walk 1 0\nwait 20\nALL stop\nall pause\nwait 10\nblue resume\nwait 5\nblue bot\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(lines[0].Kind, lines[0].State, lines[1].State, lines[1].Child); got != "statesetuprunningplaying" {
		t.Errorf("begins with %+v", lines[:2])
	}
	var turns []int
	for k, want := range []string{"red walk 1 0 at ", "blue bot at "} {
		at := []int{0, len(given) - 1}[k]
		n := 0
		if _, err := fmt.Sscanf(strings.TrimPrefix(given[at], want), "%d", &n); err != nil {
			t.Fatalf("%q, not %q", given[at], want)
		}
		turns = append(turns, n)
	}
	if turns[0] > 3 || turns[1]-turns[0] < 25 || turns[1]-turns[0] > 31 || len(given) != 7 {
		t.Errorf("given: %q", given)
	}
	end := lines[len(lines)-1]
	if end.Kind != "end" || end.Turn != 100 || string(end.Result) != `{"winner":"red"}` || len(end.Signed) != 2 || end.Digests["red"] != "0000000000000064" || end.Digests["blue"] != end.Digests["red"] {
		t.Errorf("ends with %+v", end)
	}
}

// TestFaults: each line that cannot be carried out is told with its number, the others are carried out, and
// the run fails.
func TestFaults(t *testing.T) {
	lines, given, err := play(t, "", "green walk 1 0\nred\nwait\nwait -1\nwait 99999999\nblue dance\nred stop")
	if !errors.Is(err, ErrFaults) || !strings.HasPrefix(err.Error(), "6 lines") {
		t.Errorf("ends with %v", err)
	}
	var numbers []int
	for _, l := range lines {
		if l.Kind == "fault" {
			numbers = append(numbers, l.Number)
			if l.Error == "" {
				t.Errorf("no words: %+v", l)
			}
		}
	}
	if fmt.Sprint(numbers) != "[1 2 3 4 5 6]" || len(given) != 1 {
		t.Errorf("faults in %v, given %q", numbers, given)
	}
}

// TestDiffer: seats that end with different states are told.
func TestDiffer(t *testing.T) {
	lines, _, err := play(t, "blue", "")
	if end := lines[len(lines)-1]; !errors.Is(err, ErrDiffer) || end.Digests["blue"] != "0000000000000065" {
		t.Errorf("%v: %+v", err, end)
	}
}
