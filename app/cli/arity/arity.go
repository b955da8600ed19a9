// Package arity checks how many arguments a command has.
package arity

import (
	"github.com/spf13/cobra"

	"manyhold/app/usage"
)

// Exactly refuses a wrong number of arguments, and names the expected ones.
func Exactly(n int, want string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return usage.Errorf("%s needs %s", c.CommandPath(), want)
		}
		return nil
	}
}
