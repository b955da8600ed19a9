// Command manyhold is a shared, lasting 2D world that its players hold together: one program that is
// the game, a peer that hosts a slice of the world, a volunteer node without a window, and the tiny
// signalling server. `manyhold --help` lists the commands; README.md has the map of the code.
//
// This package only composes: one file per subcommand, node.go puts a node together, session.go ties a
// window to it. No rule of the world and no protocol between peers lives here.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// version is the program's version; releases set it by -ldflags "-X main.version=…".
var version = "0.1.0"

// commit names the commit that the program was built from, by its first 12 digits, with a + if files had been changed;
// "unknown" where the build does not say.
var commit = sync.OnceValue(func() string {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	name, changed := "unknown", ""
	for _, s := range b.Settings {
		switch {
		case s.Key == "vcs.revision" && s.Value != "":
			name = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	return name + changed
})

// The exit codes of every command.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// errUsage marks an error of whoever typed the command line or the settings.
var errUsage = errors.New("wrong usage")

// quiet wraps an error in errUsage without adding to its words.
type usageError struct{ error }

func (usageError) Is(target error) bool { return target == errUsage }
func (e usageError) Unwrap() error      { return e.error }

// wrongUsage marks an error as one of whoever typed the command line.
func wrongUsage(err error) error { return usageError{err} }

// usagef makes an error that ends the program with exitUsage.
func usagef(format string, a ...any) error { return usageError{fmt.Errorf(format, a...)} }

//go:embed config.toml
var config string

func main() { os.Exit(run(config, os.Args[1:], os.Stdout, os.Stderr)) }

// run executes one command line and returns the exit code. config is the text of config.toml.
func run(config string, args []string, out, errs io.Writer) int {
	setDefaults(config)
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	context.AfterFunc(ctx, func() { // a second signal, given after a moment, ends the program at once
		time.Sleep(impatience)
		stop()
	})
	root := rootCommand()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	fmt.Fprintln(errs, "manyhold:", sentence(err))
	if errors.Is(err, errUsage) || errors.Is(err, errConfig) {
		return exitUsage
	}
	return exitFailed
}

// impatience is how long after the first signal to end a second one is taken for the same.
const impatience = 2 * time.Second

// endings are the signals on which the program ends politely. A hang-up is one, unless the program was
// started so that it outlives its terminal (nohup).
func endings() []os.Signal {
	s := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		s = append(s, syscall.SIGHUP)
	}
	return s
}

// sentence returns an error's message without the marks that only code looks at.
func sentence(err error) string {
	s := err.Error()
	for _, mark := range []error{errConfig, errUsage} {
		s = strings.TrimSuffix(s, ": "+mark.Error())
	}
	return s
}

// rootCommand builds the command line. Without a subcommand it is `play`.
func rootCommand() *cobra.Command {
	root := playCommand()
	root.Use = "manyhold"
	root.Short = "A shared, lasting 2D world that its players hold together"
	root.Long = `Manyhold is a shared, lasting 2D world that its players hold together.

Without a command it opens the game. With --headless it holds a world without a window.`
	root.Version = version
	root.SilenceUsage = true
	root.SilenceErrors = true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%w; `%s --help` lists what there is", err, c.CommandPath())
	})
	root.AddCommand(playCommand(), signalCommand(), botCommand(), doCommand(), statusCommand(), replayCommand(), worldCommand(), simCommand(), benchCommand())
	return root
}

// noArgs refuses words that a command does not take.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("unknown command %q; `manyhold --help` lists what there is", args[0])
	}
	return nil
}

// exactArgs refuses a wrong number of words, saying what is wanted.
func exactArgs(n int, want string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("%s wants %s", c.CommandPath(), want)
		}
		return nil
	}
}
