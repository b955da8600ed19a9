package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"manyhold/app/control"
)

func decreeCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "decree", Short: "Continue for good without missing peers (founder only)", Args: noArgs,
		Long: `Lets the node that runs on --data decree, as the founder, that the missing peers of a
provisional world are gone for good. The world becomes firm. If one of them returns
later, its fork is archived as a branch.`,
		RunE: func(c *cobra.Command, _ []string) error {
			node, err := runningNode(*data)
			if err != nil {
				return err
			}
			if _, err := node.Call(c.Context(), control.Decree, ""); err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), "decreed: the world continues without the missing peers")
			return nil
		},
	}
}
