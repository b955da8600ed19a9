package status

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/door"
	hoststatus "manyhold/net/host/status"
	"manyhold/net/key"
)

// DoorStatus is who may enter the world, and who asks to.
type DoorStatus struct {
	Entry       string             `json:"entry"`        // anyone, by invitation, members
	DefaultRank string             `json:"default_rank"` // of players without a rank by name
	Invitations []InvitationStatus `json:"invitations,omitempty"`
	Ticket      *TicketStatus      `json:"ticket,omitempty"`  // this node's own invitation
	Waiting     []KnockStatus      `json:"waiting,omitempty"` // players that knock, for a keeper to answer
	Knock       *MyKnockStatus     `json:"knock,omitempty"`   // this player's own
	// Refused is the reason why this node's player is not in the world, "" if none is known; Before is how
	// many players wait for room before it.
	Refused string `json:"refused,omitempty"`
	Reason  string `json:"reason,omitempty"` // the same in a word: not_invited, members_only, world_full, crowded
	Before  int    `json:"before,omitempty"`
}

// InvitationStatus is one invitation to the world.
type InvitationStatus struct {
	ID      string `json:"id"`
	Note    string `json:"note,omitempty"`
	Rank    string `json:"rank"`
	Used    int    `json:"used"`
	Uses    int    `json:"uses"`
	Expires string `json:"expires"` // its last day
	By      string `json:"by"`
	State   string `json:"state"` // open, expired, revoked, used up
	// Mine says that this node has the text of the invitation.
	Mine bool `json:"mine,omitempty"`
}

// TicketStatus is how far this node's player has come with an invitation.
type TicketStatus struct {
	State string `json:"state"` // waiting, used, refused
	Why   string `json:"why,omitempty"`
	Code  string `json:"code,omitempty"` // the same in a word: expired, revoked, used_up, unknown, not_signed
}

// KnockStatus is a player that asks to come in.
type KnockStatus struct {
	Key   string  `json:"key"`
	Name  string  `json:"name"`
	Age   float64 `json:"age_s"`
	Known bool    `json:"known,omitempty"` // the player has been in this world
}

// MyKnockStatus is this player's own knock.
type MyKnockStatus struct {
	State string `json:"state"` // waiting, refused, let in
	By    string `json:"by,omitempty"`
}

// DoorOf describes a door. named names players.
func DoorOf(h *hoststatus.Host, now time.Time, named func(key.ID) string) *DoorStatus {
	if h.Charter.Founder.IsZero() {
		return nil
	}
	d := &DoorStatus{Entry: charter.EntryName(h.Charter.Door.Entry), DefaultRank: h.Charter.Door.Default.String()}
	for k := range h.Charter.Door.Invitations {
		d.Invitations = append(d.Invitations, InvitationOf(&h.Charter.Door.Invitations[k], charter.Day(now.Unix()), named))
	}
	if t := h.Charter.Door.Ticket; !t.Invitation.IsZero() {
		d.Ticket = &TicketStatus{State: "waiting"}
		switch {
		case t.Done:
			d.Ticket.State = "used"
		case t.Err != nil:
			d.Ticket.State, d.Ticket.Why, d.Ticket.Code = "refused", t.Err.Error(), ticketCode(t.Err)
		}
	}
	for _, w := range h.Charter.Door.Waiting {
		d.Waiting = append(d.Waiting, KnockStatus{Key: w.Player.String(), Name: w.Name, Age: now.Sub(w.Since).Seconds(), Known: w.Known})
	}
	if k := h.Charter.Door.Knock; k.State != hoststatus.NotKnocked {
		d.Knock = &MyKnockStatus{State: [...]string{"", "waiting", "refused", "let in"}[k.State]}
		if !k.By.IsZero() {
			d.Knock.By = named(k.By)
		}
	}
	return d
}

// ticketCode is the reason why an invitation cannot be used, in a word.
func ticketCode(err error) string {
	for why, code := range map[error]string{charter.ErrExpired: "expired", charter.ErrRevoked: "revoked", charter.ErrUsedUp: "used_up", door.ErrNotSigned: "not_signed"} {
		if errors.Is(err, why) {
			return code
		}
	}
	return "unknown"
}

// List returns the invitations, none of a door that is not known.
func (d *DoorStatus) List() []InvitationStatus {
	if d == nil {
		return nil
	}
	return d.Invitations
}

// Knocks returns the players that knock, none of a door that is not known.
func (d *DoorStatus) Knocks() []KnockStatus {
	if d == nil {
		return nil
	}
	return d.Waiting
}

// InvitationOf describes an invitation, on a day.
func InvitationOf(i *charter.Invitation, today uint32, named func(key.ID) string) InvitationStatus {
	s := InvitationStatus{ID: i.Key.Short(), Note: i.Note, Rank: i.Rank.String(), Used: len(i.Players), Uses: int(i.Uses),
		Expires: DayName(i.Last), By: named(i.By), State: "open"}
	switch {
	case i.Revoked:
		s.State = "revoked"
	case today > i.Last:
		s.State = "expired"
	case s.Used >= s.Uses:
		s.State = "used up"
	}
	return s
}

// DayName is a day since 1970 as a date.
func DayName(day uint32) string { return time.Unix(int64(day)*86400, 0).UTC().Format(time.DateOnly) }

// InvitationWords lists invitations, one a line.
func InvitationWords(all []InvitationStatus) string {
	if len(all) == 0 {
		return "no invitations"
	}
	var b strings.Builder
	for _, i := range all {
		fmt.Fprintf(&b, "%s  %-7s  %d of %d used, until %s, by %s, %s", i.ID, i.Rank, i.Used, i.Uses, i.Expires, i.By, i.State)
		if i.Note != "" {
			fmt.Fprintf(&b, ": %s", i.Note)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// KnockWords lists players that knock, one a line.
func KnockWords(all []KnockStatus) string {
	if len(all) == 0 {
		return "nobody waits at the door"
	}
	var b strings.Builder
	for _, k := range all {
		fmt.Fprintf(&b, "%s (%s) asks to come in, for %.0f s%s\n", k.Name, Short(k.Key), k.Age, map[bool]string{true: "; has been here before"}[k.Known])
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// printDoor writes who may enter, for a person.
func (s *Status) printDoor(row func(format string, a ...any)) {
	d := s.World.Door
	if d == nil {
		return
	}
	open := 0
	for _, i := range d.Invitations {
		if i.State == "open" {
			open++
		}
	}
	row("door       entry: %s; newcomers are %ss; %d open invitations; %d players knock\n", d.Entry, d.DefaultRank, open, len(d.Waiting))
	if d.Refused != "" {
		row("outside    %s\n", cmp.Or(d.Refused, "-"))
	}
	if t := d.Ticket; t != nil && t.Why != "" {
		row("invitation %s\n", t.Why)
	}
	if d.Knock != nil {
		row("knocked    %s\n", strings.TrimSpace(d.Knock.State+" "+d.Knock.By))
	}
}
