package cli

import (
	"encoding/json"

	"manyhold/app/control"

	"github.com/spf13/cobra"
)

func statusCommand() *cobra.Command {
	var data string
	var asJSON bool
	c := &cobra.Command{
		Use:   "status",
		Short: "Show the status of the running node",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			node, err := control.Running(data)
			if err != nil {
				return err
			}
			st, err := node.Status(c.Context())
			if err != nil {
				return err
			}
			if asJSON {
				e := json.NewEncoder(c.OutOrStdout())
				e.SetIndent("", "  ")
				return e.Encode(st)
			}
			st.Print(c.OutOrStdout())
			return nil
		},
	}
	c.Flags().StringVar(&data, "data", "", "data directory of the node")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON with a stable schema")
	return c
}
