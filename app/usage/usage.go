// Package usage holds the exit codes of the commands, and the errors that mean: the person typed something wrong.
package usage

import (
	"errors"
	"fmt"
	"strings"
)

// The exit codes of every command.
const (
	ExitDone   = 0
	ExitFailed = 1
	ExitUsage  = 2
)

// errUsage marks an error of whoever typed the command line or the settings.
var ErrWrong = errors.New("wrong usage")

// quiet wraps an error in errUsage without adding to its words.
type UsageError struct{ error }

func (UsageError) Is(target error) bool { return target == ErrWrong }
func (e UsageError) Unwrap() error      { return e.error }

// wrongUsage marks an error as one of whoever typed the command line.
func Mark(err error) error { return UsageError{err} }

// usagef makes an error that ends the program with exitUsage.
func Errorf(format string, a ...any) error { return UsageError{fmt.Errorf(format, a...)} }

// sentence returns an error's message without the marks that only code looks at.
func Sentence(err error) string {
	s := err.Error()
	for _, mark := range []error{ErrSettings, ErrWrong} {
		s = strings.TrimSuffix(s, ": "+mark.Error())
	}
	return s
}
