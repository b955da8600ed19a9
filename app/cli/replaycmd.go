package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/feed"
	"manyhold/app/options"
	"manyhold/app/settings"
	"manyhold/app/usage"
	"manyhold/app/window"
	"manyhold/app/window/wording"
	"manyhold/game"
	"manyhold/game/record"
)

// errDiverged says that a replay did not come out as it was recorded.
var errDiverged = errors.New("the replay differs from the recording")

// errBroken says that a recording is damaged in its middle; one that only ends early is not.
var errBroken = errors.New("the recording is damaged; the part after the damage was not replayed")

func replayCommand() *cobra.Command {
	var check, two, look, asJSON bool
	f := new(options.Play)
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: "Replay a recording; --check compares digests, --bisect A B finds the first difference",
		Long: `Replays a recording as fast as possible and prints the result.

With --bisect, it takes two recordings of one world, from two computers or builds, and prints the first turn,
region, table and field that differ. A data directory stands for the node that runs on it: of two such nodes,
the turns of the next seconds are compared. Of two states that machines wrote down because a match diverged
(rooms/*.dump.json in the data directory), it prints the parts that differ.

With --watch, it opens a window on the recording, or on the match.

FILE may be the archive of a match as well (` + "`manyhold room archive`" + `): the match is played again, and its
digest, result and signatures are checked. --json prints the outcome as JSON.`,
		Args: func(c *cobra.Command, args []string) error {
			if two {
				return arity.Exactly(2, "two recordings, or data directories of running nodes")(c, args)
			}
			return arity.Exactly(1, "a recording, made with F8 or --record, or the archive of a match")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if look {
				f.Watch = args[0]
				log, err := settings.NewLog(os.Stderr, f.Log)
				if err != nil {
					return err
				}
				return wording.NoWindow(window.RunWindow(c.Context(), *f, log))
			}
			if two {
				return bisect(c.Context(), c.OutOrStdout(), args[0], args[1])
			}
			if a, err := readArchive(args[0]); a != nil || err != nil {
				return replayArchive(c.OutOrStdout(), a, asJSON, err)
			}
			if asJSON {
				if _, err := feed.ReadRecording(args[0]); err != nil {
					return err
				}
				return usage.Errorf("--json is for archives of matches, and %s is none", args[0])
			}
			return replayRecording(c.OutOrStdout(), args[0], check)
		},
	}
	registerFlags(c, f, "data", "config", "log")
	c.Flags().BoolVar(&look, "watch", false, "watch it in a window: pause, step, seek, any speed")
	c.Flags().BoolVar(&two, "bisect", false, "compare two recordings or two running nodes and print the first difference")
	c.Flags().BoolVar(&asJSON, "json", false, "print what came of the archive of a match as JSON")
	c.Flags().BoolVar(&check, "check", false, "compare every digest and print the first difference")
	return c
}

// replayRecording replays a recording, and prints what came of it.
func replayRecording(out io.Writer, file string, check bool) error {
	b, err := feed.ReadRecording(file)
	if err != nil {
		return err
	}
	r, err := record.NewReader(b)
	if errors.Is(err, record.ErrFormat) {
		return fmt.Errorf("%s: %w, and it is no archive of a match", file, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	began := time.Now()
	res, err := record.Replay(r, check, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	took := time.Since(began)
	if res.Damage != "" {
		fmt.Fprintln(out, "the file is valid up to this error:", res.Damage)
	}
	played := (time.Duration(res.Ticks) * time.Second / game.TicksPerSecond).Round(time.Millisecond)
	fmt.Fprintf(out, "%d turns from turn %d (%s of play) in %s\n", res.Turns, res.First, played, took.Round(time.Millisecond))
	if res.Differs != 0 {
		fmt.Fprintf(out, "first different digest: after turn %d\n", res.Differs)
		if res.Field == "" {
			res.Field = "unknown: the recording has no snapshot after that turn"
		}
		fmt.Fprintf(out, "first different field: %s\n", res.Field)
		return errDiverged
	}
	if check {
		fmt.Fprintln(out, "all digests are equal to the recorded ones")
	}
	fmt.Fprintf(out, "digest at the end: %016x\n", res.Digest)
	if res.Damage != "" && !res.Cut {
		return errBroken
	}
	return nil
}
