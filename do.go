package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/spf13/cobra"
)

func doCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use:   "do 'COMMAND; COMMAND …'",
		Short: "Give orders as the player of the node running on --data",
		Long:  "Gives orders as the player of the node running on --data and prints what came of each.\n\n" + ordersHelp,
		RunE: func(c *cobra.Command, args []string) error {
			text := strings.Join(args, " ")
			orders, err := parseOrders(text)
			if err != nil {
				return wrongUsage(err)
			}
			if help, ok := orders[0].(*tell); ok && len(orders) == 1 && strings.TrimSpace(text) == "help" {
				fmt.Fprintln(c.OutOrStdout(), help.answer(nil))
				return nil
			}
			dir, err := findData(data)
			if err != nil {
				return err
			}
			node, err := findNode(dir)
			if err != nil {
				return err
			}
			resp, err := node.request(c.Context(), "POST", "/do", []byte(text))
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			return printAnswer(c.OutOrStdout(), resp)
		},
	}
	c.Flags().StringVar(&data, "data", "", "directory of the identity whose node is asked")
	return c
}

// printAnswer copies what came of the orders and returns the failure that ended them, if one did.
func printAnswer(w io.Writer, resp *http.Response) error {
	if resp.StatusCode != http.StatusOK {
		b, _ := io.ReadAll(io.LimitReader(resp.Body, maxOrders))
		return errors.New(strings.TrimSpace(string(b)))
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if said, ok := strings.CutPrefix(line, " "); ok {
			fmt.Fprintln(w, said)
			continue
		}
		if why, ok := strings.CutPrefix(line, "failed: "); ok {
			return errors.New(why)
		}
		return nil
	}
	return errors.New("the node ended before the orders were done")
}
