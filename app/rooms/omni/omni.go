// Package omni drives the seats of a match from one script: a test client for engines and for the rooms
// themselves. Each seat is a hand, a player with a node of its own; Run reads the script and writes what
// happens.
//
// The script has a line for each order:
//
//	SEAT ORDER     such as: red-1 walk 1 0; kick 1 0. "all" is every seat
//	SEAT bot       lets the bot of the engine play the seat; SEAT hand takes it back
//	SEAT pause     votes for a pause; also resume and continue
//	wait TURNS     lets turns pass before the next line; a match that stands still is looked at 20 times a
//	               second, and each look counts
//	# TEXT         is left out, as empty lines are
//
// The first order waits for the match to begin, and the end of the script for the end of the match. The
// output has a JSON object in each line: see Line.
package omni

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Hand is the player of a seat. Its methods may be called from any goroutine.
type Hand interface {
	Seat() string
	// Order gives an order in words, and returns the turn that was executed last.
	Order(ctx context.Context, words string) (turn uint32, err error)
	// Moment is how far this player is in the match.
	Moment() Moment
}

// Moment is how far a player is in a match.
type Moment struct {
	State  string // setup, running, ended
	Child  string
	Turn   uint32 // that was executed last
	Digest uint64 // after it
	Last   uint32 // the newest turn that the room has closed
	Result json.RawMessage
	Signed []string
}

// Line is a line of the output. Kind is "state" for the match in another state, "order" for an order that was
// given, "fault" for a line that cannot be carried out, and "end".
type Line struct {
	Kind    string            `json:"kind"`
	Turn    uint32            `json:"turn"`
	State   string            `json:"state,omitempty"`
	Child   string            `json:"child,omitempty"`
	Number  int               `json:"line,omitempty"` // of the script
	Seat    string            `json:"seat,omitempty"`
	Order   string            `json:"order,omitempty"`
	Error   string            `json:"error,omitempty"`
	Digests map[string]string `json:"digests,omitempty"` // by seat, after Turn
	Result  json.RawMessage   `json:"result,omitempty"`
	Signed  []string          `json:"signed,omitempty"`
}

const (
	// lookEvery is how often the hands are looked at.
	lookEvery = 50 * time.Millisecond
	// endTime is how long the hands may take to execute the last turn and to sign the result.
	endTime = 15 * time.Second
	// maxWait is the most turns of a wait.
	maxWait = 1 << 20
)

// ErrDiffer says that the hands ended with different states, and ErrFaults that lines could not be carried
// out.
var (
	ErrDiffer = errors.New("the seats ended the match with different states")
	ErrFaults = errors.New("lines of the script could not be carried out")
)

// driver carries out a script.
type driver struct {
	hands  []Hand
	to     *json.Encoder
	was    [2]string // state and child that were written last
	faults int
}

// Run carries out a script with hands, at least one, until the match is over.
func Run(ctx context.Context, hands []Hand, script io.Reader, to io.Writer) error {
	d := &driver{hands: hands, to: json.NewEncoder(to)}
	lines := bufio.NewScanner(script)
	if err := d.await(ctx, func(m Moment) bool { return m.Turn > 0 || m.State == "ended" }); err != nil {
		return err
	}
	for n := 1; lines.Scan(); n++ {
		if err := d.line(ctx, n, strings.TrimSpace(lines.Text())); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("cannot read the script: %w", err)
	}
	if err := d.await(ctx, func(m Moment) bool { return m.State == "ended" }); err != nil {
		return err
	}
	return d.end(ctx)
}

// await lets time pass until all hands are as wanted, and writes the states on the way.
func (d *driver) await(ctx context.Context, fits func(Moment) bool) error {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		m, all := d.hands[0].Moment(), true
		if now := [2]string{m.State, m.Child}; now != d.was {
			d.was = now
			if err := d.to.Encode(Line{Kind: "state", Turn: m.Turn, State: m.State, Child: m.Child}); err != nil {
				return err
			}
		}
		for _, h := range d.hands {
			all = all && fits(h.Moment())
		}
		if all {
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// line carries out a line of the script.
func (d *driver) line(ctx context.Context, n int, text string) error {
	name, order, _ := strings.Cut(text, " ")
	order = strings.TrimSpace(order)
	switch {
	case text == "" || strings.HasPrefix(text, "#"):
		return nil
	case name == "wait":
		turns, err := strconv.ParseUint(order, 10, 32)
		if err != nil || turns > maxWait {
			return d.fault(n, "", text, fmt.Errorf("wait needs a number of turns, at most %d", maxWait))
		}
		return d.wait(ctx, uint32(turns))
	case order == "":
		return d.fault(n, name, text, errors.New("write a seat and an order, or wait and a number of turns"))
	}
	found := false
	for _, h := range d.hands {
		if !strings.EqualFold(name, "all") && !strings.EqualFold(name, h.Seat()) {
			continue
		}
		found = true
		turn, err := h.Order(ctx, order)
		if err != nil {
			err = d.fault(n, h.Seat(), order, err)
		} else {
			err = d.to.Encode(Line{Kind: "order", Turn: turn, Number: n, Seat: h.Seat(), Order: order})
		}
		if err != nil {
			return err
		}
	}
	if !found {
		return d.fault(n, name, order, fmt.Errorf("no seat %q is driven here", name))
	}
	return nil
}

// wait lets turns pass.
func (d *driver) wait(ctx context.Context, turns uint32) error {
	first := d.hands[0]
	last := first.Moment().Turn
	return d.await(ctx, func(m Moment) bool {
		now := first.Moment()
		passed := now.Turn - min(last, now.Turn)
		if now.Child == "paused" || now.Child == "halted" {
			passed = max(passed, 1)
		}
		last = now.Turn
		turns -= min(turns, passed)
		return turns == 0 || m.State == "ended"
	})
}

// fault notes a line that cannot be carried out.
func (d *driver) fault(n int, seat, order string, why error) error {
	d.faults++
	return d.to.Encode(Line{Kind: "fault", Turn: d.hands[0].Moment().Turn, Number: n, Seat: seat, Order: order, Error: why.Error()})
}

// end compares the states of the hands after the last turn, and writes the result.
func (d *driver) end(ctx context.Context) error {
	wait, cancel := context.WithTimeout(ctx, endTime)
	defer cancel()
	err := d.await(wait, func(m Moment) bool {
		return m.Turn >= m.Last && (len(m.Signed) >= len(d.hands) || len(m.Result) == 0)
	})
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	first := d.hands[0].Moment()
	l := Line{Kind: "end", Turn: first.Turn, State: first.State, Digests: map[string]string{}, Result: first.Result, Signed: first.Signed}
	differ := false
	for _, h := range d.hands {
		m := h.Moment()
		l.Digests[h.Seat()] = fmt.Sprintf("%016x", m.Digest)
		differ = differ || m.Digest != first.Digest || m.Turn != first.Turn
	}
	switch err := d.to.Encode(l); {
	case err != nil:
		return err
	case differ:
		return ErrDiffer
	case d.faults > 0:
		return fmt.Errorf("%d %w", d.faults, ErrFaults)
	}
	return nil
}
