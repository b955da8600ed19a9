package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"manyhold/app/control"
	"manyhold/app/settings"
)

func decreeCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "decree", Short: "As the founder: go on for good without those who are gone", Args: noArgs,
		Long: `Has the node running on --data decree, as the world's founder, that those without whom the
world goes on provisionally are gone for good: from now on it is firm. Whoever of them
comes back later finds their line to be a branch, which is kept.`,
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
			fmt.Fprintln(c.OutOrStdout(), "decreed: the world goes on without those who are gone")
			return nil
		},
	}
}
