package status

import (
	"fmt"
	"time"

	"manyhold/game/world"
	"manyhold/net/charter"
	"manyhold/net/key"
)

// CharterRules are the settings of a world in its charter, in the words of `manyhold world charter`.
type CharterRules struct {
	Hosting    string    `json:"hosting"`   // open, invited, trusted
	Entry      string    `json:"entry"`     // anyone, invited, members
	Newcomers  string    `json:"newcomers"` // visitor, builder
	Cap        int       `json:"cap"`       // players of an island
	Split      bool      `json:"split"`
	Strangers  int       `json:"strangers"`
	ClaimDays  int       `json:"claim_days"`
	BranchTime int       `json:"branch_minutes"`
	Places     int       `json:"places"`          // players in the world at a time
	Spawn      *[2]int32 `json:"spawn,omitempty"` // nil: where the world began
}

// RankedStatus is a player with a rank by name.
type RankedStatus struct {
	PeerName
	Rank string `json:"rank"`
}

// BanStatus is a player that is banned.
type BanStatus struct {
	PeerName
	By    string `json:"by"` // a name
	Why   string `json:"why,omitempty"`
	Until int64  `json:"until,omitempty"` // Unix seconds; 0: for good
}

// MuteStatus is a player that is muted.
type MuteStatus struct {
	PeerName
	Seconds int64 `json:"seconds"` // of the world that are left
}

// addRules adds the settings and the players that the charter names. A ban that has ended is left out.
func (s *CharterStatus) addRules(t *charter.State, tick uint64, now time.Time, named func(key.ID) string) {
	s.Description, s.Picture = t.Description, t.Picture
	s.Rules = CharterRules{
		Hosting: [...]string{"open", "invited", "trusted"}[min(t.Policy, charter.Trusted)], Entry: [...]string{"anyone", "invited", "members"}[min(t.Entry, charter.EntryMembers)],
		Newcomers: t.Default.String(), Cap: int(t.Cap), Split: t.Split, Strangers: int(t.Strangers), ClaimDays: world.ClaimDays, BranchTime: int(t.BranchTime), Places: charter.MaxPlaces,
	}
	peer := func(k key.ID) PeerName { return PeerName{Peer: k.String(), Name: named(k)} }
	s.Ranked = []RankedStatus{{peer(t.Founder), charter.Founder.String()}}
	for _, k := range sortedIDs(t.Ranks) {
		s.Ranked = append(s.Ranked, RankedStatus{peer(k), t.Ranks[k].String()})
	}
	s.Bans, s.Mutes = []BanStatus{}, []MuteStatus{}
	for _, k := range sortedIDs(t.Bans) {
		if b := t.Bans[k]; !t.MayEnter(k, now.Unix()) {
			s.Bans = append(s.Bans, BanStatus{peer(k), named(b.By), b.Why, int64(b.Until)})
		}
	}
	for _, o := range t.Ordinances() {
		switch o.Topic {
		case charter.OnClaimDays:
			if o.Value > 0 {
				s.Rules.ClaimDays = int(o.Value)
			}
		case charter.OnPlaces:
			if o.Value > 0 {
				s.Rules.Places = int(o.Value)
			}
		case charter.OnSpawn:
			if at, ok := world.UnpackTile(o.Value); ok {
				s.Rules.Spawn = &[2]int32{at.X, at.Y}
			}
		case charter.OnMute:
			if o.Value > tick {
				s.Mutes = append(s.Mutes, MuteStatus{peer(o.Subject), int64((o.Value - tick) / 60)})
			}
		}
	}
}

// ruleRows describes the settings, a row each.
func (r *CharterRules) ruleRows(row func(k, format string, a ...any)) {
	row("entry", "%s; newcomers are %ss", map[string]string{"anyone": "anyone", "invited": "by invitation", "members": "members only"}[r.Entry], r.Newcomers)
	if r.Spawn != nil {
		row("spawn", "%d %d", r.Spawn[0], r.Spawn[1])
	}
	row("limits", "at most %d players at a time; %d strangers may vote; claims end after %d days; branches of up to %d minutes are executed", r.Places, r.Strangers, r.ClaimDays, r.BranchTime)
}

// untilWords says until when a ban lasts.
func untilWords(unix uint64) string {
	if unix == 0 {
		return ""
	}
	return fmt.Sprintf(" until %s", time.Unix(int64(unix), 0).Format(time.DateTime))
}
