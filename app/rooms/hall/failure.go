package hall

import (
	"cmp"
	"errors"
	"fmt"

	"manyhold/app/rooms"
	"manyhold/net/host/notice"
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
	Code string // for programs, in snake case; where Err has a notice, that of the notice counts
	Err  error
}

func (f *Failure) Error() string { return f.Err.Error() }

// Unwrap returns the words: a notice, if there is one.
func (f *Failure) Unwrap() error { return f.Err }

// CodeOf returns the code of an error of a hall for programs, in snake case.
func CodeOf(err error) string {
	if n := notice.Notice(""); errors.As(err, &n) {
		return n.Code()
	}
	f := &Failure{}
	errors.As(err, &f)
	return cmp.Or(f.Code, "internal_error")
}

// failf makes a failure.
func failf(k Kind, code, format string, a ...any) error {
	return &Failure{k, code, fmt.Errorf(format, a...)}
}

// explain gives an error of a room its kind and its words.
func explain(err error) error {
	var f *Failure
	var refused *room.Refusal
	if err == nil || errors.As(err, &f) {
		return err
	}
	words, code := error(rooms.Words(err)), ""
	if rooms.Words(err) == "" {
		words, code = err, "room_conflict"
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
	return &Failure{kind, code, words}
}
