package worldpage

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"manyhold/app/status"
	"manyhold/game/entity"
	"manyhold/game/rights"
	"manyhold/game/world"
	"manyhold/net/charter"
	"manyhold/render/ui/model"
)

// setting adds a line. Its key is a word of `manyhold world charter`, and names its label and help.
func (m *maker) setting(s *model.PageSection, e model.Setting) {
	e.Label, e.Help = m.Get("world."+e.Key), m.Get("world."+e.Key+"_help")
	s.Settings = append(s.Settings, e)
}

// world is about the world itself.
func (m *maker) world(s *model.PageSection) {
	c := m.charter
	s.First = true
	m.setting(s, model.Setting{Key: "title", Kind: model.Text, Value: c.Title, Max: charter.MaxText, Why: m.ruleWhy})
	m.setting(s, model.Setting{Key: "description", Kind: model.Text, Value: c.Description, Max: charter.MaxText, Why: m.ruleWhy})
	none := ""
	if c.Picture == "" {
		none = m.Get("world.no_picture")
	}
	s.Rows = append(s.Rows, model.PageRow{Name: m.Get("world.picture"), Acts: []model.PageAct{
		{Label: m.Get("world.picture_set"), Help: m.Get("world.picture_set_help"), Why: m.ruleWhy, Do: model.UseView{}},
		{Label: m.Get("world.clear"), Help: m.Get("world.picture_clear_help"), Why: first(m.ruleWhy, none), Do: model.SaveWorld{Changes: []model.Change{{Key: "picture", Value: "clear"}}}},
	}})
	where, none := m.Get("world.spawn_first"), m.Get("world.no_spawn")
	if at := c.Rules.Spawn; at != nil {
		where, none = m.Fill("world.spawn_at", "x", strconv.Itoa(int(at[0])), "y", strconv.Itoa(int(at[1]))), ""
	}
	s.Rows = append(s.Rows, model.PageRow{Name: m.Get("world.spawn"), Detail: where, Acts: []model.PageAct{
		{Label: m.Get("world.spawn_set"), Help: m.Get("world.spawn_set_help"), Why: m.ruleWhy, Do: model.Carry{Line: "/spawn set"}},
		{Label: m.Get("world.clear"), Help: m.Get("world.spawn_clear_help"), Why: first(m.ruleWhy, none), Do: model.Carry{Line: "/spawn clear"}},
	}})
}

// laws are those of the world.
func (m *maker) laws(s *model.PageSection) {
	s.Note = m.Get("world.laws_note")
	if m.ruleWhy != "" {
		s.Note += " " + m.ruleWhy
	}
	for law := range world.LawCount {
		name := law.String()
		s.Settings = append(s.Settings, model.Setting{Key: lawPrefix + name, Label: m.Get("law." + name), Help: m.Get("law." + name + "_help"), Kind: model.Toggle,
			Value: strconv.FormatBool(slices.Contains(m.charter.Laws, name)), Why: m.ruleWhy})
	}
}

// rules are the founder's settings.
func (m *maker) rules(s *model.PageSection) {
	r := &m.charter.Rules
	s.Note = m.setWhy
	choice := func(key, value string, choices ...string) {
		e := model.Setting{Key: key, Kind: model.Choice, Value: value, Choices: choices, Why: m.setWhy}
		for _, c := range choices {
			e.Names = append(e.Names, m.Get("world."+key+"_"+c))
		}
		m.setting(s, e)
	}
	choice("entry", r.Entry, "anyone", "invited", "members")
	choice("newcomers", r.Newcomers, "visitor", "builder")
	choice("policy", r.Hosting, "open", "invited", "trusted")
	number := func(key string, value int, name func(n int) string, usual ...int) {
		if !slices.Contains(usual, value) {
			usual = append(usual, value)
			slices.Sort(usual)
		}
		e := model.Setting{Key: key, Kind: model.Choice, Value: strconv.Itoa(value), Why: m.setWhy}
		for _, n := range usual {
			e.Choices, e.Names = append(e.Choices, strconv.Itoa(n)), append(e.Names, name(n))
		}
		m.setting(s, e)
	}
	number("strangers", r.Strangers, strconv.Itoa, 0, 1, 2)
	number("places", r.Places, strconv.Itoa, 1, 2, 4, 8, 12, 16, 24, 32, 48, charter.MaxPlaces)
	number("cap", r.Cap, strconv.Itoa, 1, 2, 4, 8, 12, 16, 24, 32, 48, charter.MaxCap)
	m.setting(s, model.Setting{Key: "split", Kind: model.Toggle, Value: strconv.FormatBool(r.Split), Why: m.setWhy})
	days := func(n int) string {
		if n == 0 {
			return m.Get("world.never")
		}
		return m.counted("world.days", n)
	}
	number("claimdays", r.ClaimDays, days, 1, 3, 7, 14, 30, 60, 90, 180, 365)
	number("absence", int(m.charter.Absence), days, 0, 7, 14, 30, 60, 90, 180, 365)
	number("recent", int(m.charter.Recent), days, 1, 3, 7, 14, 30, 60, 90)
	number("branchtime", r.BranchTime, func(n int) string {
		switch {
		case n == 0:
			return m.Get("world.never")
		case n%(24*60) == 0:
			return m.counted("world.days", n/(24*60))
		case n%60 == 0:
			return m.counted("world.hours", n/60)
		}
		return m.counted("world.minutes", n)
	}, 0, 15, 30, 60, 120, 240, 480, 1440, 4320, 10080, charter.MaxBranchTime)
}

// members are the players with a rank by name, and the others who are here.
func (m *maker) members(s *model.PageSection) {
	s.Note = m.Fill("world.members_note", "rank", m.rankWord(rankNamed(m.charter.Rules.Newcomers)))
	named := map[string]bool{}
	for rank := rights.Founder; ; rank-- {
		for _, r := range m.charter.Ranked {
			if rankNamed(r.Rank) == rank {
				named[r.Peer] = true
				s.Rows = append(s.Rows, m.member(r.PeerName, rank, true))
			}
		}
		if rank == rights.Visitor {
			break
		}
	}
	for i := range m.Status.Islands {
		for k := range m.Status.Islands[i].People {
			if p := &m.Status.Islands[i].People[k]; !named[p.Key] {
				named[p.Key] = true
				s.Rows = append(s.Rows, m.member(status.PeerName{Peer: p.Key, Name: p.Name}, rankNamed(m.charter.Rules.Newcomers), false))
			}
		}
	}
}

// member is a line of a player, with the ranks to choose from.
func (m *maker) member(p status.PeerName, rank rights.Rank, named bool) model.PageRow {
	row := model.PageRow{Name: p.String(), Look: m.look(p.Peer)}
	by := "world.rank_default"
	switch {
	case rank == rights.Founder:
		by = "world.rank_first"
	case named:
		by = "world.rank_named"
	}
	row.Detail = m.Fill(by, "rank", m.rankWord(rank), "presence", m.presence(p.Peer))
	if rank == rights.Founder {
		return row
	}
	for to := rights.Visitor; to <= rights.Keeper; to++ {
		why := m.unless(rights.Kick, "world.only_keepers")
		switch {
		case why != "":
		case p.Peer == m.Status.Peer:
			why = m.Get("world.only_others")
		case rank >= m.rank:
			why = m.Fill("world.only_below", "name", p.String())
		case to >= m.rank:
			why = m.Get("world.only_founder")
		}
		row.Acts = append(row.Acts, model.PageAct{Label: m.rankWord(to), Help: m.Get("world.rank_" + to.String() + "_help"), Why: why,
			On: to == rank && named, Do: model.RankPlayer{Key: player(p.Peer), Rank: to}})
	}
	return row
}

// look is the look of a player who is here, nil of others.
func (m *maker) look(peer string) *entity.Look {
	p := m.here[peer]
	if p == nil {
		return nil
	}
	return &entity.Look{Skin: p.Look[0], Hair: p.Look[1], HairColour: p.Look[2], Shirt: p.Look[3], Trousers: p.Look[4], Hat: p.Look[5]}
}

// presence says whether a player is in the world now.
func (m *maker) presence(peer string) string {
	if m.here[peer] != nil {
		return m.Get("world.here")
	}
	return m.Get("world.away")
}

// bans are the players that are banned, and those that are muted.
func (m *maker) bans(s *model.PageSection) {
	why := m.unless(rights.Kick, "world.only_keepers")
	for _, b := range m.charter.Bans {
		until := m.Get("world.for_good")
		if b.Until > 0 {
			until = m.Fill("world.until", "time", time.Unix(b.Until, 0).Format(time.DateTime[:16]))
		}
		reason := b.Why
		if reason == "" {
			reason = m.Get("world.no_reason")
		}
		s.Rows = append(s.Rows, model.PageRow{Name: m.Fill("world.banned", "name", b.String(), "until", until),
			Detail: m.Fill("world.banned_by", "name", b.By, "why", reason),
			Acts:   []model.PageAct{{Label: m.Get("world.pardon"), Help: m.Fill("world.pardon_help", "name", b.String()), Why: why, Sure: true, Do: model.PardonPlayer{Key: player(b.Peer)}}}})
	}
	for _, t := range m.charter.Mutes {
		s.Rows = append(s.Rows, model.PageRow{Name: t.String(), Look: m.look(t.Peer), Detail: m.Fill("world.muted_for", "time", m.span(time.Duration(t.Seconds)*time.Second)),
			Acts: []model.PageAct{{Label: m.Get("players.unmute"), Help: m.Fill("players.unmute_help", "name", t.String()), Why: why, Do: model.MutePlayer{Key: player(t.Peer)}}}})
	}
	if len(s.Rows) == 0 {
		s.Note = m.Get("world.bans_none")
	}
}

// span is a length of time in its largest unit, rounded up.
func (m *maker) span(d time.Duration) string {
	for _, u := range []struct {
		key string
		of  time.Duration
	}{{"world.days", 24 * time.Hour}, {"world.hours", time.Hour}} {
		if d > 2*u.of {
			return m.counted(u.key, int((d+u.of-1)/u.of))
		}
	}
	return m.counted("world.minutes", max(1, int((d+time.Minute-1)/time.Minute)))
}

// claims are the pieces of land that belong to players.
func (m *maker) claims(s *model.PageSection) {
	if len(m.Land.Claims) == 0 {
		s.Note = m.Get("world.claims_none")
		return
	}
	s.Note = m.Get("world.claims_note")
	side := func(n int32, less, more string) string {
		if n < 0 {
			more, n = less, -n
		}
		return m.Fill(more, "n", strconv.Itoa(int(n)))
	}
	for k := range m.Land.Claims {
		c := &m.Land.Claims[k]
		dx, dy := c.At.X-m.Land.Arrival.X, c.At.Y-m.Land.Arrival.Y
		row := model.PageRow{Name: c.Owner, Detail: m.Fill("claim.where", "w", strconv.Itoa(int(c.W)), "h", strconv.Itoa(int(c.H)),
			"x", side(dx, "claim.west", "claim.east"), "y", side(dy, "claim.north", "claim.south"))}
		if c.Open {
			row.Detail += " · " + m.Get("world.claim_open")
		}
		row.Detail += " · " + m.Fill("world.claim_ends", "days", m.counted("world.days", c.Days))
		if c.Mine || m.Land.MayEndAll {
			row.Acts = []model.PageAct{{Label: m.Get("claim.end"), Sure: true, Do: model.EndClaim{At: c.At}}}
		}
		s.Rows = append(s.Rows, row)
	}
}

// invitations are the ways into the world.
func (m *maker) invitations(s *model.PageSection) {
	s.Note = m.Get("world.invites_note_" + m.charter.Rules.Entry)
	if text := m.Status.World.Invite; text != "" {
		s.Rows = append(s.Rows, model.PageRow{Name: m.Get("world.invite"), Detail: text,
			Acts: []model.PageAct{{Label: m.Get("share.copy"), Help: m.Get("world.invite_help"), Do: model.CopyInvite{}}}})
	}
	for _, i := range m.Status.World.Door.List() {
		row := model.PageRow{Name: first(i.Note, m.Fill("world.invitation", "id", i.ID)), Detail: m.Fill("world.invitation_used", "rank", m.rankWord(rankNamed(i.Rank)),
			"used", strconv.Itoa(i.Used), "uses", strconv.Itoa(i.Uses), "date", i.Expires, "name", i.By)}
		if i.State == "open" {
			row.Acts = []model.PageAct{{Label: m.Get("world.revoke"), Help: m.Get("world.revoke_help"), Why: m.unless(rights.Invite, "world.only_keepers"), Sure: true, Do: model.RevokeInvitation{ID: i.ID}}}
		} else {
			row.Detail = m.Get("world.invitation_"+strings.ReplaceAll(i.State, " ", "_")) + " · " + row.Detail
		}
		s.Rows = append(s.Rows, row)
	}
}

// government are the players who keep order, and why.
func (m *maker) government(s *model.PageSection) {
	s.Note = m.Get("world.government_note")
	if days := int(m.charter.Absence); days > 0 {
		s.Note += " " + m.Fill("world.away_note", "days", m.counted("world.days", days))
	}
	for _, g := range m.charter.Government {
		row := model.PageRow{Name: g.String(), Look: m.look(g.Peer), Detail: m.Fill("world.governs_"+g.Office, "presence", m.presence(g.Peer))}
		for _, more := range []struct{ key, value string }{{"world.governs_why_" + g.Why, " "}, {"world.governs_since", g.Since}, {"world.governs_until", g.Until}} {
			if more.value != "" {
				row.Detail += " · " + m.Fill(more.key, "date", more.value)
			}
		}
		if g.Absent {
			row.Detail += " · " + m.Get("world.governs_absent")
		}
		s.Rows = append(s.Rows, row)
	}
}

// branches are the archived offline changes.
func (m *maker) branches(s *model.PageSection) {
	s.Note = m.Get("world.branches_none")
	for _, b := range m.Branches {
		s.Note = m.Get("world.branches_note")
		s.Rows = append(s.Rows, model.PageRow{Name: m.Fill("world.branch", "time", b.At.Format(time.DateTime[:16])),
			Detail: m.Fill("world.branch_turns", "from", fmt.Sprint(b.Turn+1), "to", fmt.Sprint(b.Tip))})
	}
}

// counted are the words for a number of things.
func (m *maker) counted(key string, n int) string {
	if n == 1 {
		return m.Get(key + "_one")
	}
	return m.Fill(key, "n", strconv.Itoa(n))
}

// first is the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
