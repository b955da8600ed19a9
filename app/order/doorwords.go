package order

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"manyhold/net/charter"
)

// DoorUses says how each command about the door is used, by its first word.
var DoorUses = map[string]string{
	"invite": "invite RANK USES DAYS [NOTE]", "invites": "invites", "invitation": "invitation ID", "uninvite": "uninvite ID",
	"knock": "knock", "withdraw": "withdraw", "knocks": "knocks", "admit": "admit PLAYER", "refuse": "refuse PLAYER",
}

// DoorAct is a command about the door of the world: invitations, and knocks.
type DoorAct struct {
	Verb string
	Rank charter.Rank // of invite
	Uses uint16
	Days uint32
	Note string
	Who  string // a player, or the id of an invitation
}

// ParseDoor reads the words of a command. Its errors are for people, and the caller's fault.
func ParseDoor(words []string) (a DoorAct, err error) {
	if len(words) == 0 {
		return a, errors.New("no command about the door of the world")
	}
	use, known := DoorUses[words[0]]
	if !known {
		return a, fmt.Errorf("unknown command %q about the door of the world", words[0])
	}
	wrong := fmt.Errorf("usage: %s", use)
	a.Verb = words[0]
	rest := words[1:]
	switch a.Verb {
	case "invite":
		return parseInvite(a, rest, wrong)
	case "invitation", "uninvite", "admit", "refuse":
		if len(rest) != 1 || rest[0] == "" {
			return a, wrong
		}
		a.Who = rest[0]
	default:
		if len(rest) != 0 {
			return a, wrong
		}
	}
	return a, nil
}

// parseInvite reads the terms of an invitation.
func parseInvite(a DoorAct, words []string, wrong error) (DoorAct, error) {
	if len(words) < 3 {
		return a, wrong
	}
	ranks := map[string]charter.Rank{"visitor": charter.Visitor, "builder": charter.Builder, "keeper": charter.Keeper}
	rank, known := ranks[words[0]]
	if !known {
		return a, fmt.Errorf("an invitation gives the rank of visitor, builder or keeper, not %q", words[0])
	}
	uses, err := strconv.ParseUint(words[1], 10, 16)
	if err != nil || uses < 1 || uses > charter.MaxUses {
		return a, fmt.Errorf("an invitation has 1 to %d uses, not %q", charter.MaxUses, words[1])
	}
	days, err := strconv.ParseUint(words[2], 10, 16)
	if err != nil || days > charter.MaxInviteDays {
		return a, fmt.Errorf("an invitation is valid for 0 (today) to %d days, not %q", charter.MaxInviteDays, words[2])
	}
	a.Rank, a.Uses, a.Days = rank, uint16(uses), uint32(days)
	if a.Note = strings.Join(words[3:], " "); len(a.Note) > charter.MaxText {
		return a, fmt.Errorf("the note is too long: at most %d bytes", charter.MaxText)
	}
	return a, nil
}
