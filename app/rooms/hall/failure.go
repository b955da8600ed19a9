package hall

import (
	"errors"
	"fmt"

	"manyhold/app/rooms"
	"manyhold/net/room"
)

// Kind is the kind of a failure, as HTTP tells them apart.
type Kind uint8

// The kinds.
const (
	Wrong     Kind = 1 + iota // the request is not in order
	Forbidden                 // the player may not do this
	Missing                   // there is no such room or engine
	Conflict                  // not in this state of the room
	TooLarge                  // a configuration or name is too long
	Silent                    // the room does not answer
)

// Failure is an error of a hall, with words for people.
type Failure struct {
	Kind Kind
	Err  error
}

func (f *Failure) Error() string { return f.Err.Error() }

// Unwrap returns the words: a notice, if there is one.
func (f *Failure) Unwrap() error { return f.Err }

// failf makes a failure.
func failf(k Kind, format string, a ...any) error { return &Failure{k, fmt.Errorf(format, a...)} }

// explain gives an error of a room its kind and its words.
func explain(err error) error {
	var f *Failure
	var refused *room.Refusal
	if err == nil || errors.As(err, &f) {
		return err
	}
	words := error(rooms.Words(err))
	if rooms.Words(err) == "" {
		words = err
	}
	kind := Conflict
	switch {
	case errors.Is(err, rooms.ErrUnknown):
		kind = Missing
	case errors.Is(err, rooms.ErrLost):
		kind = Silent
	case errors.As(err, &refused):
		switch refused.Why {
		case room.NoSuchSeat, room.BadName:
			kind = Wrong
		case room.TooLong:
			kind = TooLarge
		}
	}
	return &Failure{kind, words}
}
