package status

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"manyhold/net/charter"
	hoststatus "manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/store"
)

// CharterStatus is the world's charter in `manyhold status`.
type CharterStatus struct {
	Founder string   `json:"founder"`
	Policy  string   `json:"policy"` // who may host: open, invited, trusted only
	Title   string   `json:"title,omitempty"`
	Laws    []string `json:"laws"` // that hold: blocking, strife, mercy, homestead, avatars
	Rank    string   `json:"rank"` // of this node's player
	Entries int      `json:"entries"`
	Logins  int      `json:"logins"`
	Keepers int      `json:"keepers"`
	Banned  int      `json:"banned"`
	// Trusted are the keys of the founder and the keepers.
	Trusted []string `json:"trusted"`
	Members []string `json:"members,omitempty"` // their keys
	Barred  bool     `json:"barred,omitempty"`  // this node's player is banned
	Why     string   `json:"why,omitempty"`     // it is
	Until   string   `json:"until,omitempty"`   // the ban ends then; "": it does not end

	// Government lists the players that govern, and why.
	Government []GovernorStatus `json:"government"`
	Absence    uint32           `json:"absence"` // after how many days founder and keepers are absent; 0: never
	Recent     uint32           `json:"recent"`  // within how many days a temporary keeper must have been there

	Description string         `json:"description,omitempty"`
	Picture     string         `json:"picture,omitempty"` // see charter.Picture
	Rules       CharterRules   `json:"rules"`
	Ranked      []RankedStatus `json:"ranked"` // the founder first
	Bans        []BanStatus    `json:"bans"`
	Mutes       []MuteStatus   `json:"mutes"`
	// Usurped says that peers without the right to host hold the world, or that the only host, Tyrant, leads
	// unfairly. This founder's decree takes the world back.
	Usurped bool   `json:"usurped,omitempty"`
	Tyrant  string `json:"tyrant,omitempty"`
}

// provenStatus is a peer that is proven to have equivocated, or was seen to order a command without an
// author.
type provenStatus struct {
	Peer string `json:"peer"`
	Name string `json:"name"`
	Turn uint64 `json:"turn"` // of an offender: that this node saw; zero: none
	// Accused, of an offender: most voters of an epoch signed that they saw it.
	Accused bool `json:"accused,omitempty"`
}

// CharterOf returns nil while the charter is not known. named returns the name of a player.
func CharterOf(h *hoststatus.Host, named func(key.ID) string) *CharterStatus {
	c := h.Charter
	if c.Founder.IsZero() {
		return nil
	}
	var trusted, members []string
	for _, k := range c.Trusted {
		trusted = append(trusted, k.String())
	}
	for _, k := range c.Members {
		members = append(members, k.String())
	}
	s := &CharterStatus{Government: governmentOf(c.Government, named), Absence: c.Absence, Recent: c.Recent, Trusted: trusted, Members: members, Founder: c.Founder.String(), Policy: c.Policy, Title: c.Title, Laws: LawsIn(c.Laws), Rank: c.Me, Entries: c.Entries, Logins: c.Logins,
		Keepers: c.Keepers, Banned: c.Banned, Barred: c.Barred, Why: c.Why, Usurped: c.Usurped, Tyrant: c.Tyrant}
	if ban := c.State.Bans[h.Me]; c.Barred && ban.Until != 0 {
		s.Until = time.Unix(int64(ban.Until), 0).Format("2006-01-02 15:04")
	}
	s.addRules(c.State, h.Island.Tick, time.Now(), named)
	return s
}

func ProvenOf(h *hoststatus.Host) []provenStatus {
	all := []provenStatus{}
	for _, p := range h.Proofs {
		all = append(all, provenStatus{Peer: p.Key.String(), Name: p.Name, Turn: p.Turn})
	}
	return all
}

// OffendersOf are the leaders that ordered forged commands.
func OffendersOf(h *hoststatus.Host) []provenStatus {
	all := []provenStatus{}
	for _, f := range h.Offenders {
		all = append(all, provenStatus{f.Key.String(), f.Name, f.Turn, f.Convicted})
	}
	return all
}

func sortedIDs[V any](m map[key.ID]V) []key.ID {
	return slices.SortedFunc(maps.Keys(m), func(a, b key.ID) int { return slices.Compare(a[:], b[:]) })
}

// printCharter writes the charter's provisions and the proven liars, for a person.
func (s *Status) printCharter(row func(format string, a ...any)) {
	if c := s.World.Charter; c != nil {
		row("charter    founded by %s; hosting is %s; %d keepers, %d banned, entries: %d, %d logins; this player is a %s\n",
			Short(c.Founder), c.Policy, c.Keepers, c.Banned, c.Entries, c.Logins, c.Rank)
		row("laws       %s\n", cmp.Or(strings.Join(c.Laws, ", "), "none"))
		for _, g := range c.Government {
			row("governs    %s, %s\n", g.PeerName, g.words())
		}
		c.Rules.ruleRows(func(k, format string, a ...any) { row("%-10s "+format+"\n", append([]any{k}, a...)...) })
		if c.Title != "" {
			row("title      %s\n", c.Title)
		}
		if c.Description != "" {
			row("about      %s\n", c.Description)
		}
		if c.Picture != "" {
			row("picture    %d × %d dots\n", charter.PictureSide, charter.PictureSide)
		}
	}
	if c := s.World.Charter; c != nil && c.Barred {
		row("banned     this player is banned from this world: %s\n", cmp.Or(c.Why, "no reason given"))
	}
	if c := s.World.Charter; c != nil && c.Tyrant != "" {
		row("usurped    %s alone hosts this world, and unfairly: `manyhold world decree` takes it back\n", c.Tyrant)
	} else if c != nil && c.Usurped {
		row("usurped    strangers host this world: `manyhold world decree` takes it back\n")
	}
	for _, p := range s.Proven {
		row("equivocal  %s (%s) signed two versions of turn %d and is excluded from every committee\n", p.Name, Short(p.Peer), p.Turn)
	}
	for _, p := range s.Offenders {
		if p.Accused {
			row("offender   %s (%s) ordered forged commands, as most voters signed, and is excluded from every committee\n", p.Name, Short(p.Peer))
			continue
		}
		row("offender   %s (%s) ordered forged commands; this node keeps it out of committees\n", p.Name, Short(p.Peer))
	}
	for _, u := range s.Unfair {
		row("unfair     %s\n", u.Why)
	}
}

// CharterWorld returns the facts that a world's charter is checked against.
func CharterWorld(i *store.Info) charter.World {
	return charter.World{ID: i.ID, Founder: i.Genesis.Founder}
}
