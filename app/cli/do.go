package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"manyhold/app/control"
	"manyhold/app/order"
	"manyhold/app/usage"
)

func doCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use:   "do 'COMMAND; COMMAND …'",
		Short: "Give orders to the player of the running node",
		Long:  "Gives orders to the player of the node that runs on --data and prints the result of each.\n\n" + order.OrdersHelp,
		RunE: func(c *cobra.Command, args []string) error {
			text := strings.Join(args, " ")
			orders, err := order.ParseOrders(text)
			if err != nil {
				return usage.Mark(err)
			}
			if help, ok := orders[0].(*order.Tell); ok && len(orders) == 1 && strings.TrimSpace(text) == "help" {
				fmt.Fprintln(c.OutOrStdout(), help.Answer(nil))
				return nil
			}
			node, err := control.Running(data)
			if err != nil {
				return err
			}
			return node.Do(c.Context(), text, c.OutOrStdout())
		},
	}
	c.Flags().StringVar(&data, "data", "", "data directory of the node")
	return c
}
