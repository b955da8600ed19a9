// Package cli is the command line: one file per subcommand, named after it. It reads flags, calls the package
// that does the work, and prints the result. Run returns the exit code.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/cli/roomcmd"
	"manyhold/app/settings"
	"manyhold/app/usage"
	"manyhold/app/version"
)

// Run executes one command line and returns the exit code. config is the text of config.toml.
func Run(config string, args []string, out, errs io.Writer) int {
	settings.SetDefaults(config)
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
		return usage.ExitDone
	}
	fmt.Fprintln(errs, "manyhold:", usage.Sentence(err))
	if errors.Is(err, usage.ErrWrong) || errors.Is(err, usage.ErrSettings) {
		return usage.ExitUsage
	}
	return usage.ExitFailed
}

// impatience is the time after the first signal to end in which a second one counts as the same.
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

// rootCommand builds the command line. Without a subcommand it is `play`.
func rootCommand() *cobra.Command {
	root := playCommand()
	root.Use = "manyhold"
	root.Short = "A shared, persistent 2D world hosted by its players"
	root.Long = `Manyhold is a shared, persistent 2D world hosted by its players.

Without a command it opens the game. With --headless it hosts a world without a window.`
	root.Version = version.Version
	root.SilenceUsage = true
	root.SilenceErrors = true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage.Errorf("%w; `%s --help` lists the options", err, c.CommandPath())
	})
	root.AddCommand(playCommand(), signalCommand(), botCommand(), doCommand(), chatCommand(), connectCommand(), statusCommand(), replayCommand(), worldCommand(), simCommand(), benchCommand(), makeCommand(), roomcmd.Command(enterRoom, omniCommand()))
	return root
}

// noArgs refuses words that a command does not take.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage.Errorf("unknown command %q; `manyhold --help` lists all commands", args[0])
	}
	return nil
}
