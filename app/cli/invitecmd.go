package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/control"
	"manyhold/app/order"
	"manyhold/app/usage"
	"manyhold/net/charter"
)

const inviteHelp = `Makes an invitation to the world of the node that runs on --data, and prints its text. Each player who joins
with the text uses it once and gets its rank. The founder invites builders, visitors and keepers; a keeper
invites builders and visitors.

"invites" lists the invitations of the world; "uninvite ID" ends one. Players who came by it keep their rank.`

// doorCommands are the commands about the door of the world.
func doorCommands(data *string) []*cobra.Command {
	var rank, note string
	var uses, days int
	invite := &cobra.Command{
		Use: "invite", Short: "Make an invitation to the world", Long: inviteHelp, Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return atDoor(c, *data, append([]string{"invite", rank, strconv.Itoa(uses), strconv.Itoa(days)}, strings.Fields(note)...)...)
		},
	}
	invite.Flags().StringVar(&rank, "rank", "builder", "rank of players who come by it: visitor, builder or keeper")
	invite.Flags().IntVar(&uses, "uses", charter.InviteUses, "number of players it lets in")
	invite.Flags().IntVar(&days, "days", charter.InviteDays, "days until it expires; 0: at the end of today (UTC)")
	invite.Flags().StringVar(&note, "note", "", "a note for the list")
	plain := func(verb, short string) *cobra.Command {
		return &cobra.Command{Use: verb, Short: short, Args: noArgs, RunE: func(c *cobra.Command, _ []string) error {
			return atDoor(c, *data, verb)
		}}
	}
	about := func(verb, what, short string) *cobra.Command {
		return &cobra.Command{Use: verb + " " + what, Short: short, Args: arity.Exactly(1, strings.ToLower(what)), RunE: func(c *cobra.Command, args []string) error {
			return atDoor(c, *data, verb, args[0])
		}}
	}
	return []*cobra.Command{
		invite,
		plain("invites", "List the invitations to the world"),
		about("invitation", "ID", "Print the text of an invitation made here again"),
		about("uninvite", "ID", "End an invitation"),
		plain("knocks", "List the players who knock at the closed world"),
		about("admit", "PLAYER", "Let a player who knocks into the world"),
		about("refuse", "PLAYER", "Refuse a player who knocks"),
	}
}

// atDoor has the running node carry out a command about the door of its world.
func atDoor(c *cobra.Command, data string, words ...string) error {
	for _, w := range words {
		if strings.ContainsAny(w, "\n\r") {
			return usage.Errorf("an argument contains a line break")
		}
	}
	if _, err := order.ParseDoor(words); err != nil {
		return usage.Mark(err)
	}
	node, err := control.Running(data)
	if err != nil {
		return err
	}
	said, err := node.Call(c.Context(), control.Door, strings.Join(words, "\n"))
	if err == nil {
		fmt.Fprintln(c.OutOrStdout(), said)
	}
	return err
}
