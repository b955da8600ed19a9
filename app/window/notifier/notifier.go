// Package notifier turns what a node knows of the network into messages for the person at the window.
package notifier

import (
	"slices"

	"manyhold/app/status"
	"manyhold/app/window/wording"
	"manyhold/net/host/notice"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Notifier turns a node's view of the network into messages for the person: a lasting banner for a state, a
// temporary banner, and toasts. It is silent about a polite quit, and repeats nothing.
type Notifier struct {
	Words  *kit.Words
	Fresh  bool // the node was started for this window: what it did before the first look is news too
	before *status.Status
	owed   status.PeerName // the leader that fell, of whom is told when another leads
}

// Notices are the messages after a look at the node.
type Notices struct {
	Banner string   // as long as it is so; "" for nothing
	Flash  string   // a banner that goes by itself
	Toasts []string // short lines
}

// Hear takes the node's present status; here is the player's island, or nil.
func (t *Notifier) Hear(st *status.Status, here *status.IslandStatus) (out Notices) {
	if here != nil {
		out.Banner = t.Lasting(st, here)
	} else if st.PlayOnly && st.Waiting != "" {
		out.Banner = wording.Notice(t.Words, st.Waiting)
	}
	old := t.before
	if old == nil && !t.Fresh {
		old = st
	}
	first := old == nil
	if first {
		old = &status.Status{}
	}
	out.Toasts = append(out.Toasts, t.merged(old.Fork.Merges, st.Fork.Merges, st.Name)...)
	for _, u := range st.Unfair {
		if !first && !slices.Contains(old.Unfair, u) {
			out.Toasts = append(out.Toasts, wording.Notice(t.Words, u.Why))
			if u.Lost && t.owed.Peer == u.Peer {
				t.owed = status.PeerName{} // it did not just disconnect
			}
		}
	}
	if !first {
		out.Toasts = append(out.Toasts, t.offices(old.World.Charter, st.World.Charter, st.Peer)...)
	}
	if !first && st.Desyncs > old.Desyncs {
		out.Toasts = append(out.Toasts, t.Words.Get("net.desync"))
	}
	if !first && st.Fork.LeadersLost > old.Fork.LeadersLost && !unfair(st, st.Fork.LostLeader) {
		t.owed = st.Fork.LostLeader
	}
	if here != nil {
		if was := islandOf(old, here.ID); was != nil && was.Ineligible == "" && here.Ineligible != "" && !here.Viewer && was.Role != status.Observes {
			out.Toasts = append(out.Toasts, t.Words.Get("net.busy"))
		}
		if none := (status.PeerName{}); t.owed != none && here.Leader != none && here.Leader.Peer != t.owed.Peer {
			key := "net.leader_lost"
			if here.Role == status.Leads {
				key = "net.leader_lost_you"
			}
			out.Flash, t.owed = t.Words.Fill(key, "old", t.owed.String(), "new", here.Leader.String()), none
		}
	}
	t.before = st
	return out
}

// offices tells who became temporary keeper, and who is one no more. A charter that was not known before, or
// is not known now, is no news.
func (t *Notifier) offices(old, now *status.CharterStatus, me string) (toasts []string) {
	if old == nil || now == nil {
		return nil
	}
	was, is := temporaryKeeper(old), temporaryKeeper(now)
	if was.Peer == is.Peer {
		return nil
	}
	for _, c := range []struct {
		who status.PeerName
		key string
	}{{was, "net.keeper_ends"}, {is, "net.keeper"}} {
		switch c.who.Peer {
		case "":
		case me:
			toasts = append(toasts, t.Words.Get(c.key+"_you"))
		default:
			toasts = append(toasts, t.Words.Fill(c.key, "name", c.who.String()))
		}
	}
	return toasts
}

// temporaryKeeper is the player who governs for a time, if there is one.
func temporaryKeeper(c *status.CharterStatus) (who status.PeerName) {
	for _, g := range c.Government {
		if g.Office == status.Temporary {
			return g.PeerName
		}
	}
	return who
}

// unfair reports whether a peer lost its seat because it led unfairly.
func unfair(st *status.Status, p status.PeerName) bool {
	return slices.ContainsFunc(st.Unfair, func(u status.UnfairStatus) bool { return u.Lost && u.Peer == p.Peer })
}

// islandOf returns an island of a status, nil if it has none of that id.
func islandOf(st *status.Status, id string) *status.IslandStatus {
	if k := slices.IndexFunc(st.Islands, func(i status.IslandStatus) bool { return i.ID == id }); k >= 0 {
		return &st.Islands[k]
	}
	return nil
}

// waitsForHost is what a node says that only plays, while no host is there.
var waitsForHost = notice.New("waits_for_host")

// Lasting returns the message about the present state of the network; "" for none.
func (t *Notifier) Lasting(st *status.Status, i *status.IslandStatus) string {
	without := func(key string) string {
		if len(st.Fork.Missing) == 0 {
			return t.Words.Get(key + "_others")
		}
		return t.Words.Fill(key, "names", wording.Names(t.Words, st.Fork.Missing.Names()))
	}
	switch {
	case st.World.Charter != nil && st.World.Charter.Tyrant != "":
		return t.Words.Fill("net.tyrant", "name", st.World.Charter.Tyrant)
	case st.World.Charter != nil && st.World.Charter.Usurped:
		return t.Words.Get("net.usurped")
	case st.Fork.Merging != "":
		return t.Words.Get("net.merging")
	case st.PlayOnly && i.Waiting == waitsForHost.String():
		return wording.Notice(t.Words, waitsForHost)
	case i.Waiting != "":
		return without("net.waiting")
	case i.Viewer:
		return t.Words.Get("net.viewer")
	case i.Epoch > 0 && !i.Firm:
		return without("net.disconnected")
	}
	return ""
}

// merged tells of the branches that came in, or were refused, since the last look.
func (t *Notifier) merged(old, now []status.MergeStatus, me string) (toasts []string) {
	for _, m := range now {
		if slices.ContainsFunc(old, func(o status.MergeStatus) bool { return o.Epoch == m.Epoch && o.Turn == m.Turn && o.Who == m.Who }) {
			continue
		}
		key := "net.merged"
		if m.Refused != "" {
			key = "net.refused"
		} else if m.Land != "" {
			key = "net.merged_land"
		}
		if m.Who == me {
			key += "_you"
		}
		toasts = append(toasts, t.Words.Fill(key, "who", m.Who))
	}
	return toasts
}

// Journal tells of the branches that came in or were refused with all that came of it, the newest first.
func (t *Notifier) Journal(st *status.Status) (list []model.JournalEntry) {
	for _, m := range slices.Backward(st.Fork.Merges) {
		e, key := model.JournalEntry{}, "net.page_merged"
		for _, l := range m.Report {
			e.Lines = append(e.Lines, wording.Notice(t.Words, l))
		}
		if m.Land != "" {
			e.Lines = append(e.Lines, t.Words.Fill("net.page_landed", "branch", m.Branch))
		}
		if m.Refused != "" {
			key = "net.page_refused"
			e.Lines = append(e.Lines, wording.Notice(t.Words, m.Refused))
		}
		who := m.Who
		if who == st.Name {
			who = t.Words.Get("net.you")
		}
		e.Title = t.Words.Fill(key, "who", who)
		list = append(list, e)
	}
	return list
}
