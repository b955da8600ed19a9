package roomcmd

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/rooms/ticket"
	"manyhold/app/settings"
	"manyhold/app/usage"
	"manyhold/net/key"
)

const tokenHelp = `Prints a ticket (a JSON Web Token) that the node on --data accepts: with it a program uses the rooms of this player by HTTP,
until the ticket expires or is revoked. The ID of the ticket goes to the standard error.`

func roomTokenCommand(data *string) *cobra.Command {
	var scopes []string
	var hours float64
	var subject string
	var list, asJSON bool
	c := &cobra.Command{
		Use: "token", Short: "Print a ticket for programs that use rooms by HTTP; list and revoke tickets", Args: noArgs, Long: tokenHelp,
		RunE: func(c *cobra.Command, _ []string) error {
			dir, err := settings.FindData(*data)
			if err != nil {
				return err
			}
			if list {
				return listTickets(c, dir, asJSON)
			}
			if asJSON {
				return usage.Errorf("--json goes with --list")
			}
			if _, err := os.Stat(filepath.Join(dir, key.FileName)); err != nil {
				return fmt.Errorf("there is no identity in %s yet; start the game on it once", dir)
			}
			pair, err := key.Load(dir)
			if err != nil {
				return err
			}
			text, r, err := ticket.Open(dir).Issue(pair, scopes, subject, time.Now(), time.Duration(hours*float64(time.Hour)))
			if errors.Is(err, ticket.ErrNotInOrder) {
				err = usage.Mark(err)
			}
			if err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), text)
			fmt.Fprintf(c.ErrOrStderr(), "ticket %s\nrevoke it with: manyhold room token revoke %s\n", wordsOf(r), r.ID)
			return nil
		},
	}
	c.Flags().StringSliceVar(&scopes, "scope", []string{ticket.Read}, "what the holder may do: rooms:read, rooms:create, rooms:play")
	c.Flags().Float64Var(&hours, "hours", 24, "how long the ticket is valid")
	c.Flags().StringVar(&subject, "for", "", "name of the holder, kept in the ticket")
	c.Flags().BoolVar(&list, "list", false, "print the tickets that have not expired")
	c.Flags().BoolVar(&asJSON, "json", false, "print the list as JSON")
	c.AddCommand(&cobra.Command{
		Use: "revoke ID|all", Short: "Revoke a ticket, or all: the node refuses it from now on", Args: arity.Exactly(1, "the ID of a ticket, the beginning of it, or all"),
		RunE: func(c *cobra.Command, args []string) error {
			dir, err := settings.FindData(*data)
			if err != nil {
				return err
			}
			revoked, err := ticket.Open(dir).Revoke(args[0], time.Now())
			for _, r := range revoked {
				fmt.Fprintln(c.OutOrStdout(), "revoked", strings.TrimSuffix(wordsOf(r), isRevoked))
			}
			if err == nil && len(revoked) == 0 {
				fmt.Fprintln(c.OutOrStdout(), "no valid ticket to revoke")
			}
			return err
		},
	})
	return c
}

// listTickets prints the tickets of a node.
func listTickets(c *cobra.Command, dir string, asJSON bool) error {
	list, err := ticket.Open(dir).List(time.Now())
	switch {
	case err != nil:
		return err
	case asJSON:
		return json.NewEncoder(c.OutOrStdout()).Encode(append([]*ticket.Record{}, list...))
	case len(list) == 0:
		fmt.Fprintln(c.OutOrStdout(), "no tickets; issue one with: manyhold room token")
	}
	for _, r := range list {
		fmt.Fprintln(c.OutOrStdout(), wordsOf(r))
	}
	return nil
}

// isRevoked ends the line of a ticket that was revoked.
const isRevoked = ", revoked"

// wordsOf writes what is known of a ticket in a line.
func wordsOf(r *ticket.Record) string {
	s := fmt.Sprintf("%s  for %s: %s, until %s", r.ID, cmp.Or(r.For, "anyone"), strings.Join(r.Scopes, " "), r.Expires.Local().Format("2006-01-02 15:04"))
	if r.Revoked != nil {
		s += isRevoked
	}
	return s
}
