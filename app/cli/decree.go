package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"manyhold/app/control"
)

func decreeCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "decree", Short: "Continue for good without missing peers (founder only)", Args: noArgs,
		Long: `Declares, as the founder, that the missing peers of a provisional world are gone for good.
The node that runs on --data signs the decree, and the world becomes firm. If a missing peer
returns later, its fork is archived as a branch.`,
		RunE: func(c *cobra.Command, _ []string) error {
			node, err := control.Running(*data)
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
