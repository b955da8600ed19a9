package charter

import (
	"cmp"
	"slices"

	"manyhold/net/key"
)

// Topic is the subject matter of an ordinance. The numbers are stored: islands keep them.
type Topic uint8

// The topics, and what the value of each is. Those about a player have a subject.
const (
	OnLaws        Topic = 1  // bit n: law n holds
	OnEntry       Topic = 2  // an Entry policy
	OnDefaultRank Topic = 3  // the Rank of players without one
	OnClaimDays   Topic = 4  // after how many days without a visit a claim ends
	OnSpawn       Topic = 5  // a tile, as the machine packs it; 0: where the world began
	OnPlaces      Topic = 6  // how many players are in the world at a time at most; 0: MaxPlaces
	OnRank        Topic = 64 // a Rank, or NoRank
	OnMute        Topic = 65 // the tick until which the player is muted
)

// MaxOrdinances is how many ordinances an island keeps; it ignores others.
const MaxOrdinances = 4096

// NoRank is the value of an ordinance that takes a player's rank away.
const NoRank = 255

// Ordinance is a decision of the charter that affects the simulation. The leader of an island brings it into
// a turn; see net/host/policy.
type Ordinance struct {
	Topic   Topic
	Subject key.ID
	Value   uint64
	Word    uint64 // the clock of the entry: the greater is the later
}

// Compare is the order of ordinances: by topic and subject.
func (o Ordinance) Compare(p Ordinance) int {
	return cmp.Or(cmp.Compare(o.Topic, p.Topic), slices.Compare(o.Subject[:], p.Subject[:]))
}

// topics are the topics of acts whose value is that of the ordinance.
var topics = map[Act]Topic{SetEntry: OnEntry, SetDefaultRank: OnDefaultRank, SetClaimDays: OnClaimDays, SetSpawn: OnSpawn, SetPlaces: OnPlaces, Mute: OnMute}

// decide notes the ordinance of an entry that counts, after the rest of the state has taken it.
func (t *State) decide(e *Entry) {
	o := Ordinance{Topic: topics[e.Act], Subject: e.Subject, Value: e.Value, Word: e.Clock}
	switch e.Act {
	case SetLaw:
		o.Topic, o.Value = OnLaws, uint64(t.Laws)
	case Name:
		o = t.ranked(e.Subject, e.Clock)
	}
	if o.Topic != 0 {
		t.ordain(o)
	}
}

// ranked is the ordinance about a player's rank, by a word.
func (t *State) ranked(k key.ID, word uint64) Ordinance {
	o := Ordinance{Topic: OnRank, Subject: k, Value: NoRank, Word: word}
	if _, named := t.Ranks[k]; named || t.offices.holds(k) {
		o.Value = uint64(t.Rank(k))
	}
	return o
}

// ordain puts an ordinance into the list.
func (t *State) ordain(o Ordinance) {
	at, found := slices.BinarySearchFunc(t.ordinances, o, Ordinance.Compare)
	if found {
		t.ordinances[at] = o
	} else {
		t.ordinances = slices.Insert(t.ordinances, at, o)
	}
}

// Ordinances returns what the charter decides about the simulation, ascending by topic and subject. The slice
// belongs to the state.
func (t *State) Ordinances() []Ordinance { return t.ordinances }
