package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"manyhold/app/feed"
	"manyhold/app/newcomer"
	"manyhold/app/usage"
	"manyhold/game"
)

func newcomerCommand() *cobra.Command {
	var seed uint64
	var players, minutes int
	var asJSON bool
	var file string
	c := &cobra.Command{
		Use:   "newcomer",
		Short: "Play the first evening of a newcomer in virtual time",
		Long: `Lets a newcomer, or several together, play in the untouched world of a seed, by real commands and in
virtual time. They know only what is on their screens: the land in the picture and what the map has
revealed, the line of the next goal with its arrow, the crafting panel, and messages.

Prints one line per milestone, and last a line of JSON: the lights that burn, the minutes at which
milestones were reached (null: not at all), how often somebody was knocked out, the longest time
without a goal, and how many different things were found. The same seed gives the same life.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case players < 1 || players > newcomer.MaxPlayers:
				return usage.Errorf("--players is %d; use 1 to %d", players, newcomer.MaxPlayers)
			case minutes < 1 || minutes > newcomer.MaxMinutes:
				return usage.Errorf("--minutes is %d; use 1 to %d", minutes, newcomer.MaxMinutes)
			}
			l := newcomer.New(seed, players)
			if !c.Flags().Changed("record") {
				return playNewcomer(c.OutOrStdout(), l, minutes, asJSON)
			}
			f, err := feed.Create(file)
			if err != nil {
				return err
			}
			l.Record(f) // a failure is told at the end
			err = playNewcomer(c.OutOrStdout(), l, minutes, asJSON)
			return errors.Join(err, f.Close())
		},
	}
	fs := c.Flags()
	fs.Uint64Var(&seed, "seed", 1, "seed of the world")
	fs.IntVar(&players, "players", 1, "how many newcomers play together, 1 to 60")
	fs.IntVar(&minutes, "minutes", 180, "duration in minutes of virtual time, 1 to 1440")
	fs.BoolVar(&asJSON, "json", false, "print only the last line")
	fs.StringVar(&file, "record", "", "record the life in this file")
	return c
}

// playNewcomer plays a life, prints it, and ends its recording, if it is recorded.
func playNewcomer(out io.Writer, l *newcomer.Life, minutes int, asJSON bool) error {
	if !asJSON {
		l.Tell = func(at game.Tick, what string) {
			fmt.Fprintf(out, "%6.1f  %s\n", float64(at*10/newcomer.Minute)/10, what)
		}
	}
	l.Run(minutes, nil)
	if err := l.End(); err != nil {
		return fmt.Errorf("cannot record: %w", err)
	}
	line, err := json.Marshal(l.Result())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, string(line))
	return err
}
