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
	// Players are those who had a seat at the beginning.
	Players []Player `json:"players"`
}

// Player is a player of a match.
type Player struct {
	Seat string `json:"seat"`
	Name string `json:"name"`
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
	mu   sync.Mutex
	list []Entry
}

// Open reads the book in a file; a file that is not there, or damaged, is an empty book.
func Open(path string) *Book {
	b := &Book{path: path}
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
		b.list = b.list[:min(len(b.list), Most)]
		return true
	}
	old := &b.list[k]
	if old.After == e.After && len(old.Signed) >= len(e.Signed) && (old.Held || !e.Held) {
		return false
	}
	e.When = old.When
	*old = e
	return true
}

// entryOf writes the result of a room down.
func entryOf(id string, v *rooms.View) Entry {
	e := Entry{Room: id, Title: v.Title, Engine: v.Engine.Name, After: v.Outcome.After, Result: slices.Clone(v.Outcome.Result), Held: v.Phase == room.Ended}
	if !json.Valid(e.Result) {
		e.Result, _ = json.Marshal(string(e.Result)) // a text has a JSON form
	}
	for k, x := range v.Starters {
		if x.Key != (room.Key{}) {
			e.Seats++
			e.Players = append(e.Players, Player{v.Engine.Seats[k], x.Name})
		}
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
