// Package usage holds the exit codes of the commands, and the errors that mean: the person typed something
// wrong.
package usage

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The exit codes of every command.
const (
	ExitDone   = 0
	ExitFailed = 1
	ExitUsage  = 2
)

// ErrWrong marks a user's error in the command line or the settings.
var ErrWrong = errors.New("wrong usage")

// Error wraps an error in ErrWrong without adding to its words.
type Error struct{ error }

func (Error) Is(target error) bool { return target == ErrWrong }
func (e Error) Unwrap() error      { return e.error }

// Mark marks an error as a user's error in the command line.
func Mark(err error) error { return Error{err} }

// Errorf makes an error that ends the program with ExitUsage.
func Errorf(format string, a ...any) error { return Error{fmt.Errorf(format, a...)} }

// Sentence returns an error's message without the marks that only code looks at.
func Sentence(err error) string {
	s := err.Error()
	for _, mark := range []error{ErrSettings, ErrWrong} {
		s = strings.TrimSuffix(s, ": "+mark.Error())
	}
	return s
}

// Capital lets a line begin with a capital letter.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
