// Package entrance says why the player of a window is not in the world although the window shows it, and what
// the player can do about it.
package entrance

import (
	"strconv"
	"strings"

	"manyhold/app/status"
	"manyhold/game"
	"manyhold/net/key"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Screen is the full-screen message for a player who is not let in. ok is false while there is nothing to
// say: the player is on its way in.
func Screen(w *kit.Words, st *status.Status) (out model.JoinStatus, ok bool) {
	if st == nil {
		return out, false
	}
	if c := st.World.Charter; c != nil && c.Barred {
		return banned(w, st, c.Why), true
	}
	d := st.World.Door
	if d == nil || d.Reason == "" {
		return out, false
	}
	if d.Reason == "world_full" || d.Reason == "crowded" {
		return queue(w, d), true
	}
	out = model.JoinStatus{Progress: -1, Head: w.Get("entrance.closed"), Paste: true, Knock: model.CanKnock}
	says := []string{w.Get("reach." + d.Reason)}
	if t := d.Ticket; t != nil {
		switch t.State {
		case "waiting", "used": // with the next turns, the player is in
			return model.JoinStatus{Progress: -1, Text: w.Get("entrance.using")}, true
		case "refused":
			says = []string{w.Get("reach.invite_" + t.Code)}
		}
	}
	if k := d.Knock; k != nil {
		switch k.State {
		case "waiting":
			out.Knock = model.KnockWaits
			says = []string{w.Get("entrance.knocked")}
		case "refused":
			says = append(says, w.Fill("reach.knock_refused", "name", k.By))
		case "let in":
			return model.JoinStatus{Progress: -1, Text: w.Fill("entrance.let_in", "name", k.By)}, true
		}
	}
	if out.Text = strings.Join(says, " "); out.Knock == model.CanKnock {
		out.Error, out.Text = out.Text, ""
	}
	return out, true
}

// queue is the screen of a player who waits for room.
func queue(w *kit.Words, d *status.DoorStatus) model.JoinStatus {
	text := w.Get("reach.next")
	if d.Before > 0 {
		text = w.Fill("reach.before", "n", strconv.Itoa(d.Before))
		if d.Before == 1 {
			text = w.Get("reach.before_one")
		}
	}
	return model.JoinStatus{Progress: -1, Head: w.Get("entrance." + d.Reason), Text: text}
}

// banned is the screen of a banned player.
func banned(w *kit.Words, st *status.Status, why string) model.JoinStatus {
	out := model.JoinStatus{Progress: -1, Head: w.Get("entrance.banned"), Error: w.Get("reach.banned_for_good")}
	if until := st.World.Charter.Until; until != "" {
		out.Error = w.Fill("reach.banned_until", "date", until)
	}
	if why != "" {
		out.Error += " " + w.Fill("entrance.banned_why", "why", why)
	}
	return out
}

// View is what the window shows of the door to players who are in. The zero value is ready.
type View struct {
	of   *status.Status
	door model.Door
}

// Door returns it as of a status: made anew when that is another.
func (v *View) Door(st *status.Status) model.Door {
	if v.of != st {
		v.of, v.door = st, door(st)
	}
	return v.door
}

// door lists knocks, for a keeper, and invitations.
func door(st *status.Status) (out model.Door) {
	if st == nil || st.World.Door == nil {
		return out
	}
	if c := st.World.Charter; c != nil {
		out.MayInvite, out.MayKeepers = c.Rank == "founder" || c.Rank == "keeper", c.Rank == "founder"
	}
	for _, k := range st.World.Door.Waiting {
		if id, err := key.ParseID(k.Key); err == nil {
			out.Knocks = append(out.Knocks, model.Knocker{Key: game.PlayerID(id), Name: k.Name})
		}
	}
	for _, i := range st.World.Door.Invitations {
		out.Invitations = append(out.Invitations, model.Invitation{ID: i.ID, Note: i.Note, Rank: i.Rank, Used: i.Used, Uses: i.Uses, Expires: i.Expires, By: i.By, State: i.State, Mine: i.Mine})
	}
	return out
}
