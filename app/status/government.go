package status

import (
	"fmt"
	"time"

	"manyhold/net/charter"
	"manyhold/net/key"
)

// GovernorStatus is a player that governs the world, and why.
type GovernorStatus struct {
	PeerName
	Player string `json:"player"`           // its key
	Office string `json:"office"`           // founder, keeper, temporary
	Why    string `json:"why"`              // the reason in one word: founder, named, stayed, heir, member, oldest
	Reason string `json:"reason"`           // the reason in words
	Since  string `json:"since,omitempty"`  // a date; "": not known
	Until  string `json:"until,omitempty"`  // a date, if nothing prolongs it; "": it has no end
	Seen   string `json:"seen,omitempty"`   // the date of the last sign of life
	Absent bool   `json:"absent,omitempty"` // for longer than the charter allows
}

// Temporary is the office of a temporary keeper.
const Temporary = "temporary"

var reasonKeys = map[charter.Reason]string{charter.IsFounder: "founder", charter.IsNamed: "named", charter.IsStaying: "stayed",
	charter.IsHeir: "heir", charter.IsMember: "member", charter.IsOldest: "oldest"}

func governmentOf(all []charter.Governor, named func(key.ID) string) []GovernorStatus {
	list := []GovernorStatus{}
	for _, g := range all {
		list = append(list, governorOf(g, named))
	}
	return list
}

func governorOf(g charter.Governor, named func(key.ID) string) GovernorStatus {
	office := g.Rank.String()
	if g.Temporary {
		office = Temporary
	}
	return GovernorStatus{PeerName: PeerName{Peer: g.Player.String(), Name: named(g.Player)}, Office: office, Why: reasonKeys[g.Reason], Reason: g.Reason.String(), Since: date(g.Since), Until: date(g.Until), Seen: date(g.Seen), Absent: g.Absent}
}

// date is a day as ISO 8601 has it; that of day 0, which is not known, is empty.
func date(day uint32) string {
	if day == 0 {
		return ""
	}
	return time.Unix(int64(day)*86400, 0).UTC().Format(time.DateOnly)
}

// words describes the office without the player.
func (g GovernorStatus) words() string {
	office := g.Office
	if office == Temporary {
		office = "temporary keeper"
	}
	s := fmt.Sprintf("%s: %s", office, g.Reason)
	if g.Since != "" {
		s += ", since " + g.Since
	}
	if g.Until != "" {
		s += ", renewed until " + g.Until
	}
	if g.Absent && g.Seen != "" {
		s += ", absent since " + g.Seen
	} else if g.Absent {
		s += ", absent"
	}
	return s
}
