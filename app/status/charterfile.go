//go:build !js

package status

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

// DescribeCharter describes the provisions of the charter in a world's file, one a row.
func DescribeCharter(path string, world charter.World, row func(k, format string, a ...any)) error {
	rows, err := admin.Charter(path)
	if err != nil {
		return err
	}
	known, err := readLogins(path, world)
	if err != nil {
		return err
	}
	set, came, bad := readCharter(rows, world, known, row)
	t := set.State()
	entries, _ := set.Len()
	row("charter", "%d entries, %d of them void; %d logins", entries, t.Void, len(came))
	if bad > 0 {
		row("", "%d of its entries are invalid", bad)
	}
	row("hosting", "%s, up to %d players on an island, islands %s", t.Policy, t.Cap, map[bool]string{true: "may split", false: "do not split"}[t.Split])
	row("laws", "%s", cmp.Or(strings.Join(LawsIn(t.Laws), ", "), "none"))
	if t.Title != "" {
		row("title", "%s", t.Title)
	}
	if t.Description != "" {
		row("description", "%s", t.Description)
	}
	describeGovernment(set, known, row)
	invitationRows(t, known, row)
	var all CharterStatus
	all.addRules(t, 0, time.Now(), key.ID.Short)
	all.Rules.ruleRows(row)
	if t.Picture != "" {
		row("picture", "%d × %d dots", charter.PictureSide, charter.PictureSide)
	}
	for _, k := range sortedIDs(t.Ranks) {
		row(t.Rank(k).String(), "%s", k)
	}
	for _, k := range sortedIDs(t.Bans) {
		row("banned", "%s%s by %s: %s", k, untilWords(t.Bans[k].Until), t.Bans[k].By.Short(), cmp.Or(t.Bans[k].Why, "no reason given"))
	}
	for _, k := range sortedIDs(t.Kicks) {
		row("kicked", "%s by %s: %s", k, t.Kicks[k].By.Short(), cmp.Or(t.Kicks[k].Why, "no reason given"))
	}
	for _, words := range came {
		row("login", "%s", words)
	}
	return nil
}

// readCharter makes a set of the rows of a file, with its logins in words, and how many of its entries are
// invalid. It describes what has no place in the set.
func readCharter(rows []store.CharterRow, world charter.World, known *logins, row func(k, format string, a ...any)) (set *charter.Set, came []string, bad int) {
	var uses []*charter.Ticket
	set = charter.NewSet(world)
	for _, r := range rows {
		if l, err := charter.DecodeLogin(r.Entry); err == nil {
			came = append(came, known.words(l))
			set.AddLogin(l, known.record, charter.MaxDay*86400)
			continue
		}
		if a, err := charter.DecodeAppointment(r.Entry); err == nil {
			if _, err := set.AddAppointment(a, known.record, charter.MaxDay); err != nil {
				row("appointment", "of %s: %v", known.called(a.Player), err)
			}
			continue
		}
		if k, err := charter.DecodeTicket(r.Entry); err == nil {
			uses = append(uses, k)
			continue
		}
		if p, err := epoch.DecodeEquivocation(r.Entry); err == nil && p.World == world.ID {
			row("proven", "%s signed two versions of turn %d", p.Signer, p.Heads[0].Turn)
			continue
		}
		if c, err := epoch.DecodeAccusation(r.Entry); err == nil && c.World == world.ID {
			row("offender", "%s ordered forged commands, as %s signed", c.Accused, signers(c))
			continue
		}
		e, err := charter.DecodeEntry(r.Entry)
		if err == nil {
			_, err = set.Add(e, charter.MaxDay)
		}
		if err != nil {
			bad++
		}
	}
	addTickets(set, uses, known, row)
	return set, came, bad
}

// signers names the signers of an accusation in words.
func signers(c *epoch.Accusation) string {
	if c.Voters == 0 {
		return c.Signatures[0].Key.Short() + " (not a voter)"
	}
	return fmt.Sprintf("%d of %d voters", len(c.Signatures), c.Voters)
}

// addTickets adds tickets of invitations to a set, and tells of the void ones.
func addTickets(set *charter.Set, uses []*charter.Ticket, known *logins, row func(k, format string, a ...any)) {
	for _, k := range uses {
		if _, err := set.AddTicket(k, known.record, charter.MaxDay*86400); err != nil {
			row("ticket", "of %s by invitation %s: void: %v", known.called(k.Player), k.Invitation.Short(), err)
		}
	}
}

// invitationRows lists the invitations of a charter.
func invitationRows(t *charter.State, known *logins, row func(k, format string, a ...any)) {
	for _, i := range t.Invitations() {
		s := InvitationOf(i, 0, known.called)
		row("invitation", "%s for a %s, %d of %d used, until %s, by %s%s", s.ID, s.Rank, s.Used, s.Uses, s.Expires, s.By, map[bool]string{true: ", revoked"}[i.Revoked])
	}
}

// describeGovernment describes the government of today, as the charter in a file has it.
func describeGovernment(set *charter.Set, known *logins, row func(k, format string, a ...any)) {
	t := set.State()
	for _, g := range set.Government(charter.Day(time.Now().Unix())) {
		row("governs", "%s, %s", known.called(g.Player), governorOf(g, key.ID.Short).words())
	}
	for _, k := range sortedIDs(t.Heirs) {
		row("heir", "%s, in place %d", known.called(k), t.Heirs[k])
	}
	if t.Absence == 0 {
		row("absence", "does not count: nobody governs in the place of founder and keepers")
		return
	}
	row("absence", "after %d days of founder and keepers, a player who was here within %d days governs", t.Absence, t.Recent)
}
