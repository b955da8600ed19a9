package entrance

import (
	"strings"
	"testing"

	"manyhold/app/status"
	"manyhold/assets"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestScreen: a player who is not let in reads the reason, and what helps.
func TestScreen(t *testing.T) {
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	of := func(d status.DoorStatus) *status.Status {
		return &status.Status{World: status.WorldStatus{Charter: &status.CharterStatus{}, Door: &d}}
	}
	refused := func(code string) *status.Status {
		return of(status.DoorStatus{Reason: "not_invited", Ticket: &status.TicketStatus{State: "refused", Code: code}})
	}
	for name, x := range map[string]struct {
		st    *status.Status
		says  string // in the heading, the text or the error; "" for no screen
		knock model.KnockState
	}{
		"nothing known":    {nil, "", model.NoKnock},
		"on its way":       {of(status.DoorStatus{}), "", model.NoKnock},
		"by invitation":    {of(status.DoorStatus{Reason: "not_invited"}), "You need an invitation", model.CanKnock},
		"members":          {of(status.DoorStatus{Reason: "members_only"}), "Only members", model.CanKnock},
		"being used":       {of(status.DoorStatus{Reason: "not_invited", Ticket: &status.TicketStatus{State: "waiting"}}), "Using your invitation", model.NoKnock},
		"expired":          {refused("expired"), "has expired", model.CanKnock},
		"revoked":          {refused("revoked"), "was revoked", model.CanKnock},
		"used up":          {refused("used_up"), "as many players", model.CanKnock},
		"of another world": {refused("unknown"), "not valid", model.CanKnock},
		"a wrong clock":    {refused("not_signed"), "clock", model.CanKnock},
		"knocked":          {of(status.DoorStatus{Reason: "not_invited", Knock: &status.MyKnockStatus{State: "waiting"}}), "Waiting for a keeper", model.KnockWaits},
		"a keeper refuses": {of(status.DoorStatus{Reason: "not_invited", Knock: &status.MyKnockStatus{State: "refused", By: "Ada"}}), "Ada did not let you in", model.CanKnock},
		"a keeper lets in": {of(status.DoorStatus{Reason: "not_invited", Knock: &status.MyKnockStatus{State: "let in", By: "Ada"}}), "Ada lets you in", model.NoKnock},
		"full":             {of(status.DoorStatus{Reason: "world_full", Before: 3}), "3 players before you", model.NoKnock},
		"full, one before": {of(status.DoorStatus{Reason: "world_full", Before: 1}), "1 player before you", model.NoKnock},
		"full, the next":   {of(status.DoorStatus{Reason: "world_full"}), "You are next", model.NoKnock},
		"a crowd":          {of(status.DoorStatus{Reason: "crowded", Before: 2}), "Many newcomers", model.NoKnock},
		"banned":           {&status.Status{World: status.WorldStatus{Charter: &status.CharterStatus{Barred: true, Why: "my lamps"}}}, "my lamps", model.NoKnock},
		"banned for a day": {&status.Status{World: status.WorldStatus{Charter: &status.CharterStatus{Barred: true, Until: "2026-12-01 18:00"}}}, "after 2026-12-01 18:00", model.NoKnock},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := Screen(words, x.st)
			if all := got.Head + " " + got.Text + " " + got.Error; ok != (x.says != "") || !strings.Contains(all, x.says) || got.Knock != x.knock {
				t.Errorf("%v, %+v", ok, got)
			}
		})
	}
}

// TestDoor: a keeper sees knocks and invitations; the view is made anew with a new status only.
func TestDoor(t *testing.T) {
	key := strings.Repeat("a", 52)
	st := &status.Status{World: status.WorldStatus{Charter: &status.CharterStatus{Rank: "keeper"}, Door: &status.DoorStatus{
		Waiting: []status.KnockStatus{{Key: key, Name: "Bo"}, {Key: "no key", Name: "Eve"}}, Invitations: []status.InvitationStatus{{ID: "abcd", Uses: 20, State: "open"}},
	}}}
	var v View
	d := v.Door(st)
	if len(d.Knocks) != 1 || d.Knocks[0].Name != "Bo" || len(d.Invitations) != 1 || !d.MayInvite {
		t.Errorf("%+v", d)
	}
	st.World.Charter.Rank = "builder"
	if !v.Door(st).MayInvite {
		t.Error("made anew for the same status")
	}
	if other := *st; v.Door(&other).MayInvite {
		t.Error("a builder may invite")
	}
}
