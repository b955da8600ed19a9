package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"manyhold/app/control"
)

func acceptCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "accept [BRANCH]", Short: "Take in what nobody could check of a branch (founder and keepers)", Args: cobra.MaximumNArgs(1),
		Long: `Vouches, as the founder or a keeper, for offline changes whose turns nobody could check: they came
without signed turns, or are longer than a day. Their tiles and outlines came in at once; now
items, chests and players follow. manyhold status lists the branches that wait, with their ids.
Without an id, the newest is meant.`,
		RunE: func(c *cobra.Command, args []string) error {
			node, err := control.Running(*data)
			if err != nil {
				return err
			}
			if _, err := node.Call(c.Context(), control.Accept, strings.Join(args, "")); err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), "accepted: the rest of the branch comes in within seconds")
			return nil
		},
	}
}
