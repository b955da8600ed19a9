package world

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/rights"
)

// An island holds the part of the world's charter that affects the simulation (see net/charter): as
// ordinances. The island's leader brings them into turns, so that on every peer an ordinance holds from the
// same tick on.

// Topic is the subject matter of an ordinance. The numbers are stored, and those of charter.Topic.
type Topic uint8

// The topics, and what the value of each is.
const (
	NoTopic       Topic = iota
	OfLaws              // Laws
	OfEntry             // a rights.Entry
	OfDefaultRank       // the rights.Rank of players without one
	OfClaimDays         // after how many days without a visit a claim ends; 0: ClaimDays
	OfSpawn             // where newcomers appear: PackTile; 0: where the world began
	OfPlaces            // how many players are in the world at a time at most; 0: MaxPlayers
	topicCount
)

// The topics about a player.
const (
	OfRank Topic = 64 + iota // its rights.Rank; noRank: it has none by name any more
	OfMute                   // the tick until which it is muted
	playerTopicsEnd
)

const noRank = 255

// AboutPlayer reports whether ordinances of the topic have a player as their subject.
func (t Topic) AboutPlayer() bool { return t >= 64 }

// Ordinance is one decision of the charter.
type Ordinance struct {
	Topic   Topic
	Subject game.PlayerID // zero unless the topic is about a player
	Value   uint64
	// Word is the number of the charter's entry: the greater is the later one. In a turn, zero takes the
	// ordinance back.
	Word uint64
}

// Valid reports whether an ordinance can be in a state, or with a Word of zero in a turn.
func (o *Ordinance) Valid() bool {
	if o.Topic.AboutPlayer() == (o.Subject == game.PlayerID{}) {
		return false
	}
	switch o.Topic {
	case OfLaws:
		return o.Value < 1<<LawCount
	case OfEntry:
		return o.Value < uint64(rights.EntryCount)
	case OfDefaultRank:
		return o.Value <= uint64(rights.Builder)
	case OfClaimDays:
		return o.Value <= MaxClaimDays
	case OfPlaces:
		return o.Value <= MaxPlayers
	case OfSpawn:
		_, ok := UnpackTile(o.Value)
		return ok || o.Value == 0
	case OfRank:
		return o.Value < uint64(rights.RankCount) || o.Value == noRank
	case OfMute:
		return true
	}
	return false
}

// compareOrdinances is the order of the table.
func compareOrdinances(a, b Ordinance) int {
	return cmp.Or(cmp.Compare(a.Topic, b.Topic), slices.Compare(a.Subject[:], b.Subject[:]))
}

// PackTile makes a number of a tile that lies within spawnBound tiles of the origin: never zero.
func PackTile(t grid.Tile) uint64 {
	return 1<<62 | uint64(uint32(t.X+spawnBound))<<31 | uint64(uint32(t.Y+spawnBound))
}

// spawnBound bounds the place of a spawn, in tiles from the origin.
const spawnBound = 1 << 29

// UnpackTile is the inverse of PackTile. ok is false for other numbers.
func UnpackTile(v uint64) (t grid.Tile, ok bool) {
	x, y := int64(v>>31&(1<<31-1)), int64(v&(1<<31-1))
	t = grid.Tile{X: int32(x - spawnBound), Y: int32(y - spawnBound)}
	return t, v>>62 == 1 && x <= 2*spawnBound && y <= 2*spawnBound
}

// Code holds the ordinances. The zero value is that of a world whose charter has no entries.
type Code struct {
	Laws  Laws         // derived from the list, like all but the list
	Entry rights.Entry // likewise
	// guests is one more than the rank of players without one by name; 0: no ordinance says.
	guests    rights.Rank
	claimDays uint16 // 0: no ordinance says
	places    uint8  // likewise
	spawn     uint64 // PackTile; 0: none is set
	list      []Ordinance
	sum       uint64
}

// Default returns the rank of players without one by name.
func (c *Code) Default() rights.Rank {
	if c.guests == 0 {
		return rights.Builder
	}
	return c.guests - 1
}

// ClaimDays returns after how many days without a visit a claim ends.
func (c *Code) ClaimDays() uint16 {
	if c.claimDays == 0 {
		return ClaimDays
	}
	return c.claimDays
}

// Places returns how many players are in the world at a time at most. limited is false if no ordinance says.
func (c *Code) Places() (n int, limited bool) {
	if c.places == 0 {
		return MaxPlayers, false
	}
	return int(c.places), true
}

// List returns the ordinances, ascending by topic and subject. They are not to be changed.
func (c *Code) List() []Ordinance { return c.list }

// Sum is a hash of the ordinances, 0 when there are none.
func (c *Code) Sum() uint64 { return c.sum }

// find returns where the ordinance of a topic and subject is, or belongs.
func (c *Code) find(topic Topic, subject game.PlayerID) (at int, found bool) {
	return slices.BinarySearchFunc(c.list, Ordinance{Topic: topic, Subject: subject}, compareOrdinances)
}

// Named returns the rank that the charter gives a player by name; ok is false if it gives none.
func (c *Code) Named(p game.PlayerID) (r rights.Rank, ok bool) {
	if at, found := c.find(OfRank, p); found && c.list[at].Value != noRank {
		return rights.Rank(c.list[at].Value), true
	}
	return c.Default(), false
}

// Rank returns a player's rank.
func (c *Code) Rank(p game.PlayerID) rights.Rank {
	r, _ := c.Named(p)
	return r
}

// MutedUntil returns the tick until which a player is muted.
func (c *Code) MutedUntil(p game.PlayerID) game.Tick {
	if at, found := c.find(OfMute, p); found {
		return game.Tick(c.list[at].Value)
	}
	return 0
}

// Word returns the word of the ordinance of a topic that is about no player, 0 if there is none.
func (c *Code) Word(topic Topic) uint64 {
	if at, found := c.find(topic, game.PlayerID{}); found {
		return c.list[at].Word
	}
	return 0
}

// Differs reports whether Put would change anything.
func (c *Code) Differs(o Ordinance) bool {
	at, found := c.find(o.Topic, o.Subject)
	if o.Word == 0 {
		return found
	}
	return !found && len(c.list) < MaxOrdinances || found && c.list[at] != o
}

// Put takes a valid ordinance, in place of the one about the same; a Word of zero only takes that away. A new
// one is ignored when there are MaxOrdinances. The list of a copy made before stays as it was.
func (c *Code) Put(o Ordinance) {
	if !c.Differs(o) {
		return
	}
	at, found := c.find(o.Topic, o.Subject)
	next := make([]Ordinance, 0, len(c.list)+1)
	next = append(next, c.list[:at]...)
	if o.Word != 0 {
		next = append(next, o)
	}
	if found {
		at++
	}
	c.set(append(next, c.list[at:]...))
}

// set derives the rest from a list.
func (c *Code) set(list []Ordinance) {
	*c = Code{}
	if len(list) == 0 {
		return
	}
	c.list, c.sum = list, xxh3.Hash(appendOrdinances(nil, list))
	for _, o := range list {
		switch o.Topic {
		case OfLaws:
			c.Laws = Laws(o.Value)
		case OfEntry:
			c.Entry = rights.Entry(o.Value)
		case OfDefaultRank:
			c.guests = rights.Rank(o.Value) + 1
		case OfClaimDays:
			c.claimDays = uint16(o.Value)
		case OfPlaces:
			c.places = uint8(o.Value)
		case OfSpawn:
			c.spawn = o.Value
		}
	}
}

// Join takes from another code the ordinances with a later word.
func (c *Code) Join(o *Code) {
	for _, x := range o.list {
		if at, found := c.find(x.Topic, x.Subject); !found || c.list[at].Word < x.Word {
			c.Put(x)
		}
	}
}

// Arrival is the tile at which newcomers appear.
func (i *State) Arrival() grid.Tile {
	if t, ok := UnpackTile(i.Code.spawn); ok {
		return t
	}
	return i.SpawnTile
}

// Rank returns a player's rank.
func (i *State) Rank(p *entity.PlayerState) rights.Rank { return i.Code.Rank(p.Key) }

// AppendOrdinance appends the bytes of an ordinance: u8 topic, the subject's key if the topic is about a
// player, uvarint value, uvarint word.
func AppendOrdinance(dst []byte, o *Ordinance) []byte {
	dst = codec.U8(dst, uint8(o.Topic))
	if o.Topic.AboutPlayer() {
		dst = append(dst, o.Subject[:]...)
	}
	return codec.Uvarint(codec.Uvarint(dst, o.Value), o.Word)
}

// ReadOrdinance reads the bytes of AppendOrdinance.
func ReadOrdinance(c *codec.Cursor) (o Ordinance) {
	o.Topic = Topic(c.U8())
	if o.Topic.AboutPlayer() {
		copy(o.Subject[:], c.Bytes(len(o.Subject)))
	}
	o.Value, o.Word = c.Uvarint(), c.Uvarint()
	c.Require(o.Valid())
	return o
}

func appendOrdinances(dst []byte, list []Ordinance) []byte {
	dst = codec.Uvarint(dst, uint64(len(list)))
	for k := range list {
		dst = AppendOrdinance(dst, &list[k])
	}
	return dst
}

// append appends the table.
func (c *Code) append(dst []byte) []byte { return appendOrdinances(dst, c.list) }

// read reads the bytes of append, of a state that has ordinances.
func (c *Code) read(data []byte) error {
	cur := codec.Read(data)
	var list []Ordinance
	for range cur.Count(MaxOrdinances, 3) {
		o := ReadOrdinance(&cur)
		cur.Require(o.Word != 0 && (len(list) == 0 || compareOrdinances(list[len(list)-1], o) < 0))
		list = append(list, o)
	}
	cur.Require(len(list) > 0)
	if err := cur.Done(); err != nil {
		return err
	}
	c.set(list)
	return nil
}

// readLaws reads the laws of a state from the time before there were other ordinances.
func (c *Code) readLaws(data []byte) error {
	cur := codec.Read(data)
	o := Ordinance{Topic: OfLaws, Value: uint64(cur.U8()), Word: cur.U64()}
	cur.Require(o.Valid() && o.Word != 0)
	if err := cur.Done(); err != nil {
		return err
	}
	c.Put(o)
	return nil
}

func diffCode(a, b *State) string {
	if s := unlikeRows("ordinances", a.Code.list, b.Code.list); s != "" {
		return s
	}
	return first("", unlike("ordinances", fmt.Sprint(a.Code.sum), fmt.Sprint(b.Code.sum)))
}
