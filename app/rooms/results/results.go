// Package results keeps the results of matches that a node has seen, with who signed them. A room is
// forgotten some time after it is over; its result stays here.
package results

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"manyhold/app/rooms"
	"manyhold/net/key"
	"manyhold/net/room"
)

// Most is how many results a book has at most; the oldest go first.
const Most = 64

// Entry is the result of a match.
type Entry struct {
	Room   string          `json:"room"`
	Title  string          `json:"title"`
	Engine string          `json:"engine"`
	When   time.Time       `json:"when"` // this node saw it first
	After  uint32          `json:"after_generation"`
	Result json.RawMessage `json:"result"`
	Seats  int             `json:"seats"` // that were taken at the beginning
	Held   bool            `json:"held"`  // a majority has signed
	Signed []Signature     `json:"signed"`
	// Full: most of those who began have signed.
	Full bool `json:"full"`
	// SentAway are those without whom the others went on, and Objections the names of those who have signed
	// another result after the end.
	SentAway   []SentAway `json:"sent_away,omitempty"`
	Objections []string   `json:"objections,omitempty"`
	// Players are those who had a seat at the beginning.
	Players []Player `json:"players"`
}

// SentAway is a player whom others sent away, by names.
type SentAway struct {
	Name string   `json:"name"`
	By   []string `json:"by"`
}

// Player is a player of a match.
type Player struct {
	Seat string `json:"seat"`
	Name string `json:"name"`
	Key  string `json:"player"`
}

// Signature is that of a player below a result.
type Signature struct {
	Seat      string `json:"seat"`
	Name      string `json:"name"`
	Player    string `json:"player"`
	Signature string `json:"signature"` // hexadecimal: see room.Room.Verify
}

// Book is the results of a world's matches, the newest first. It may be used from any goroutine.
type Book struct {
	path string
	me   room.Key
	mu   sync.Mutex
	list []Entry
}

// Open reads the book of a player in a file; a file that is not there, or damaged, is an empty book.
func Open(path string, me room.Key) *Book {
	b := &Book{path: path, me: me}
	if data, err := os.ReadFile(path); err == nil && json.Unmarshal(data, &b.list) != nil {
		b.list = nil
	}
	return b
}

// List returns the results.
func (b *Book) List() []Entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.list)
}

// Has reports whether the result of a room is there and holds.
func (b *Book) Has(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.list, func(e Entry) bool { return e.Room == id && e.Held })
}

// Note enters what is seen of a room, and reports whether that is news. A result without any signature is no
// result yet.
func (b *Book) Note(id string, v *rooms.View, now time.Time) (news bool) {
	if v == nil || v.Outcome.After == 0 || len(v.Outcome.Signed) == 0 {
		return false
	}
	e := entryOf(id, v)
	b.mu.Lock()
	defer b.mu.Unlock()
	k := slices.IndexFunc(b.list, func(o Entry) bool { return o.Room == id })
	if k < 0 {
		e.When = now.UTC().Truncate(time.Second)
		b.list = slices.Insert(b.list, 0, e)
		return b.shorten() != id
	}
	old := &b.list[k]
	if old.After == e.After && len(old.Signed) >= len(e.Signed) && (old.Held || !e.Held) && len(old.Objections) >= len(e.Objections) {
		return false
	}
	e.When = old.When
	*old = e
	return true
}

// shorten drops a result when there are too many, and returns its room, "" if there are not. Anybody can
// announce rooms and results without end. So first go those of strangers, then those of players with whom
// this one has played, and its own last; the oldest of them first.
func (b *Book) shorten() string {
	if len(b.list) <= Most {
		return ""
	}
	met := map[string]bool{}
	for k := range b.list {
		for _, s := range b.list[k].Signed {
			met[s.Player] = met[s.Player] || b.own(&b.list[k])
		}
	}
	rank := func(e *Entry) int {
		switch {
		case b.own(e):
			return 2
		case slices.ContainsFunc(e.Signed, func(s Signature) bool { return met[s.Player] }):
			return 1
		}
		return 0
	}
	out := 0
	for k := range b.list {
		if rank(&b.list[k]) <= rank(&b.list[out]) {
			out = k
		}
	}
	room := b.list[out].Room
	b.list = slices.Delete(b.list, out, out+1)
	return room
}

// own reports whether the player of this node began a match.
func (b *Book) own(e *Entry) bool {
	me := key.ID(b.me).String()
	return slices.ContainsFunc(e.Players, func(p Player) bool { return p.Key == me })
}

// entryOf writes the result of a room down.
func entryOf(id string, v *rooms.View) Entry {
	e := Entry{Room: id, Title: v.Title, Engine: v.Engine.Name, After: v.Outcome.After, Result: slices.Clone(v.Outcome.Result), Held: v.Phase == room.Ended, Full: v.Full}
	if !json.Valid(e.Result) {
		e.Result, _ = json.Marshal(string(e.Result)) // a text has a JSON form
	}
	for k, x := range v.Starters {
		if x.Key != (room.Key{}) {
			e.Seats++
			e.Players = append(e.Players, Player{v.Engine.Seats[k], x.Name, key.ID(x.Key).String()})
		}
	}
	for _, x := range v.SentAway() {
		away := SentAway{Name: v.Starters[x.Seat].Name}
		for _, k := range x.By {
			away.By = append(away.By, v.Starters[k].Name)
		}
		e.SentAway = append(e.SentAway, away)
	}
	for _, x := range v.Objections {
		e.Objections = append(e.Objections, v.Starters[x.Seat].Name)
	}
	for k := range v.Outcome.Signed {
		s := &v.Outcome.Signed[k]
		g := Signature{Player: key.ID(s.By).String(), Signature: hex.EncodeToString(s.Signature[:])}
		if int(s.Seat) < len(v.Starters) { // its player may have left since
			g.Seat, g.Name = v.Engine.Seats[s.Seat], v.Starters[s.Seat].Name
		}
		e.Signed = append(e.Signed, g)
	}
	e.Seats = max(e.Seats, len(e.Signed))
	return e
}

// Save writes the book to its file.
func (b *Book) Save() error {
	b.mu.Lock()
	data, err := json.MarshalIndent(b.list, "", "\t")
	b.mu.Unlock()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(b.path), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(b.path+".new", data, 0o600); err != nil {
		return err
	}
	return os.Rename(b.path+".new", b.path)
}
