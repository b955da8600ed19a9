package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"manyhold/app/control"
	"manyhold/app/settings"
)

func decreeCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "decree", Short: "Continue for good without the missing peers (founder only)", Args: noArgs,
		Long: `The running node decrees, as the world's founder, that the missing peers are gone for good.
The provisional world becomes firm. If a missing peer returns later, its version of the
world is kept as a branch.`,
		RunE: func(c *cobra.Command, _ []string) error {
			dir, err := settings.FindData(*data)
			if err != nil {
				return err
			}
			node, err := control.Find(dir)
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
