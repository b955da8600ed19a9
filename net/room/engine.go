package room

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// Engine is what a room knows of the game that is played in it.
type Engine struct {
	Name string
	Hash [32]byte // of the package that all players execute
	// Seats are the names of the places in the roster; Least is how many have to be taken.
	Seats []string
	Least int
	// Stages are the names of the steps of the setup, at least one.
	Stages []string
	// States are the names of the states that the engine reports, and Moves the transitions between them:
	// pairs of numbers from 1; 0 is the beginning.
	States []string
	Moves  [][2]uint8
}

// Check returns what is wrong with an engine's declaration, nil if it is in order.
func (e *Engine) Check() error {
	switch {
	case !IsName(e.Name):
		return fmt.Errorf("the engine's name %q has to be a line of 1 to %d bytes", e.Name, MaxName)
	case len(e.Seats) == 0 || len(e.Seats) > MaxSeats:
		return fmt.Errorf("an engine has 1 to %d seats, not %d", MaxSeats, len(e.Seats))
	case e.Least < 1 || e.Least > len(e.Seats):
		return fmt.Errorf("at least 1 and at most %d seats have to be taken, not %d", len(e.Seats), e.Least)
	case len(e.Stages) == 0 || len(e.Stages) > MaxStates:
		return fmt.Errorf("a setup has 1 to %d stages, not %d", MaxStates, len(e.Stages))
	case len(e.States) > MaxStates:
		return fmt.Errorf("an engine has at most %d states, not %d", MaxStates, len(e.States))
	case len(e.Moves) > MaxStates*MaxStates:
		return errors.New("more transitions than there are pairs of states")
	}
	for _, list := range [][]string{e.Seats, e.Stages, e.States} {
		for k, name := range list {
			if !IsName(name) {
				return fmt.Errorf("the name %q has to be a line of 1 to %d bytes", name, MaxName)
			}
			if slices.Contains(list[:k], name) {
				return fmt.Errorf("the name %q is there twice", name)
			}
		}
	}
	for _, name := range append(paces[:], "countdown", "lagging", "vacant") {
		if slices.Contains(e.States, name) || slices.Contains(e.Stages, name) {
			return fmt.Errorf("%q is a state of every room; choose another name", name)
		}
	}
	for _, m := range e.Moves {
		if int(m[0]) > len(e.States) || int(m[1]) > len(e.States) || m[1] == 0 || m[0] == m[1] {
			return fmt.Errorf("no transition leads from state %d to %d", m[0], m[1])
		}
	}
	return nil
}

// IsName reports whether a text can be a name: one line that can be printed.
func IsName(s string) bool { return s != "" && isLine(s, MaxName) }

// IsLine reports whether a text is a name, or nothing.
func IsLine(s string) bool { return isLine(s, MaxName) }

// isLine reports whether a text is a line of at most so many bytes that can be printed.
func isLine(s string, most int) bool {
	if len(s) > most || !utf8.ValidString(s) {
		return false
	}
	for _, c := range s {
		if c < ' ' || c >= 0x7f && c < 0xa0 || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069 || c == 0xfeff || c == utf8.RuneError {
			return false // controls, and what turns the direction: fixed here, for tables of Unicode grow
		}
	}
	return true
}

// state returns the name of one of the engine's states, by its number.
func (e *Engine) state(n uint8) string {
	if n == 0 || int(n) > len(e.States) {
		return "the beginning"
	}
	return e.States[n-1]
}
