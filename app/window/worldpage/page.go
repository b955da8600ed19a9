// Package worldpage makes the world page, which shows a world's charter and what else is known of it, of a
// node's status. One function makes each section, of plain values and in the words of the window's language.
//
// Everybody sees all of it. A setting beyond the player's rank carries the reason; the charter itself
// decides, on every peer.
package worldpage

import (
	"slices"
	"strings"

	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/rights"
	"manyhold/net/charter"
	"manyhold/net/key"
	"manyhold/net/store/admin"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Source is what the page is made of.
type Source struct {
	Words  *kit.Words
	Status *status.Status
	// Branches are the archived branches in the world's file, as far as it was read.
	Branches []admin.BranchInfo
	Land     model.Land // the claims
}

// maker makes the page.
type maker struct {
	*kit.Words
	Source
	charter *status.CharterStatus
	rank    rights.Rank
	// the reasons why the player may not rule, or not change the founder's settings; empty: may
	ruleWhy, setWhy string
	here            map[string]*status.PersonStatus // players who are awake, by key
}

// sections are the parts of the page, in their order.
var sections = []struct {
	name string // key of its name
	fill func(m *maker, s *model.PageSection)
}{
	{"world.section_world", (*maker).world},
	{"world.section_laws", (*maker).laws},
	{"world.section_rules", (*maker).rules},
	{"world.section_members", (*maker).members},
	{"world.section_bans", (*maker).bans},
	{"world.section_claims", (*maker).claims},
	{"world.section_invites", (*maker).invitations},
	{"world.section_government", (*maker).government},
	{"world.section_branches", (*maker).branches},
}

// Page makes the page. It has no sections while the charter is not known.
func Page(src Source) model.WorldPage {
	st := src.Status
	p := model.WorldPage{Title: st.World.Name}
	c := st.World.Charter
	if c == nil {
		return p
	}
	m := &maker{Words: src.Words, Source: src, charter: c, rank: rankNamed(c.Rank), here: map[string]*status.PersonStatus{}}
	m.ruleWhy, m.setWhy = m.unless(rights.Rule, "world.only_keepers"), m.unless(rights.Set, "world.only_founder")
	for i := range st.Islands {
		for k := range st.Islands[i].People {
			one := &st.Islands[i].People[k]
			m.here[one.Key] = one
		}
	}
	if c.Title != "" {
		p.Title = c.Title
	}
	p.About, p.Picture, p.Rank = c.Description, Picture(c.Picture), m.rankWord(m.rank)
	if len(c.Ranked) > 0 {
		p.Founder = c.Ranked[0].String()
	}
	for _, name := range c.Laws {
		p.Laws = append(p.Laws, m.Get("law."+name))
	}
	p.Known = m.known()
	for _, section := range sections {
		s := model.PageSection{Name: m.Get(section.name)}
		section.fill(m, &s)
		p.Sections = append(p.Sections, s)
	}
	return p
}

// unless returns the words of key, if the player's rank may not do a deed.
func (m *maker) unless(d rights.Deed, key string) string {
	if rights.May(d, m.rank, rights.Common, rights.Law{}) == event.NoReason {
		return ""
	}
	return m.Get(key)
}

// rankNamed is the rank of a name of the charter.
func rankNamed(name string) rights.Rank {
	for r := range rights.RankCount {
		if r.String() == name {
			return r
		}
	}
	return rights.Visitor
}

// rankWord is a rank in the window's language.
func (m *maker) rankWord(r rights.Rank) string { return m.Get("rank." + r.String()) }

// known are the players of the charter that are not here: slash commands can be about them.
func (m *maker) known() (all []model.PageName) {
	add := func(p status.PeerName, banned, muted bool) {
		k := slices.IndexFunc(all, func(n model.PageName) bool { return n.Name == p.String() })
		if k < 0 {
			all = append(all, model.PageName{Name: p.String()})
			k = len(all) - 1
		}
		all[k].Banned, all[k].Muted = all[k].Banned || banned, all[k].Muted || muted
	}
	for _, b := range m.charter.Bans {
		add(b.PeerName, true, false)
	}
	for _, t := range m.charter.Mutes {
		if m.here[t.Peer] == nil {
			add(t.PeerName, false, true)
		}
	}
	return all
}

// Picture returns the picture of the charter's text, nil for none.
func Picture(text string) *model.Picture {
	p, ok := charter.ParsePicture(text)
	if !ok {
		return nil
	}
	return (*model.Picture)(p)
}

// PictureOfBytes returns the picture of its bytes, nil for none.
func PictureOfBytes(b string) *model.Picture {
	p, ok := charter.PictureOf([]byte(b))
	if !ok {
		return nil
	}
	return (*model.Picture)(p)
}

// Words are the words of `manyhold world charter` for a change on the page.
func Words(c model.Change) []string {
	if law, ok := strings.CutPrefix(c.Key, lawPrefix); ok {
		return []string{"law", law, switchWord(c.Value)}
	}
	switch {
	case c.Key == "split":
		return []string{c.Key, switchWord(c.Value)}
	case c.Key == "absence" && c.Value == "0":
		return []string{c.Key, "off"}
	}
	return []string{c.Key, c.Value}
}

// lawPrefix begins the keys of laws.
const lawPrefix = "law."

// switchWord is the word for a toggle.
func switchWord(value string) string {
	if value == "true" {
		return "on"
	}
	return "off"
}

// player returns the key of a player, zero if it is none.
func player(peer string) game.PlayerID {
	id, err := key.ParseID(peer)
	if err != nil {
		return game.PlayerID{}
	}
	return game.PlayerID(id)
}
