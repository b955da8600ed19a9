package order

import (
	"strconv"

	"manyhold/game/event"
	"manyhold/net/host/notice"
)

// reasonCodes are the reasons why a player is not let in, as status prints them.
var reasonCodes = map[event.Reason]string{
	event.NotInvited: "not_invited", event.MembersOnly: "members_only", event.WorldFull: "world_full", event.Crowded: "crowded",
}

// ReasonCode is a reason why a player is not let in, in a word; "" for others.
func ReasonCode(r event.Reason) string { return reasonCodes[r] }

// RefusedWords says in English why a player is not let in, and what helps. before is how many wait for room
// before it.
func RefusedWords(r event.Reason, before int) string {
	if ReasonCode(r) == "" {
		return r.String()
	}
	return refusedNotice(r, before).String()
}

// refusedNotice says the same in any language.
func refusedNotice(r event.Reason, before int) notice.Notice {
	code := ReasonCode(r)
	switch code {
	case "":
		return notice.New("order_refused", "reason", r.String())
	case "world_full", "crowded":
		return notice.New("order_"+code, "n", strconv.Itoa(before))
	}
	return notice.New("order_" + code)
}
