package order

import (
	"fmt"

	"manyhold/game/event"
)

// reasonCodes are the reasons why a player is not let in, as status prints them.
var reasonCodes = map[event.Reason]string{
	event.NotInvited: "not_invited", event.MembersOnly: "members_only", event.WorldFull: "world_full", event.Crowded: "crowded",
}

// ReasonCode is a reason why a player is not let in, in a word; "" for others.
func ReasonCode(r event.Reason) string { return reasonCodes[r] }

// RefusedWords says why a player is not let in, and what helps. before is how many wait for room before it.
func RefusedWords(r event.Reason, before int) string {
	switch r {
	case event.NotInvited:
		return "this world admits players with an invitation; ask its founder or a keeper for one, or knock (`manyhold do knock`)"
	case event.MembersOnly:
		return "this world admits members only; knock (`manyhold do knock`), and a keeper may let you in"
	case event.WorldFull:
		return fmt.Sprintf("the world is full; waiting for room, %d before you", before)
	case event.Crowded:
		return fmt.Sprintf("too many newcomers at once; waiting, %d before you", before)
	}
	return r.String()
}
