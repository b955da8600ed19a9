package ticket

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"manyhold/app/settings"
	"manyhold/net/key"
)

const (
	// folder is the directory of a book in the data directory of its node. It has a file for each ticket.
	folder = "tickets"
	// idBytes is the length of the id of a ticket.
	idBytes = 8
	// shortest is the shortest beginning of an id that names a ticket.
	shortest = 4
	// MaxTickets is how many tickets that have not expired a node has.
	MaxTickets = 1000
)

// Book is the tickets that a node has issued, in its data directory. Programs change it while the node runs:
// each ticket is a file of its own, which the node reads anew for each request.
type Book struct{ dir string }

// Record is what a book knows of a ticket. The ticket itself is not kept.
type Record struct {
	ID      string     `json:"id"` // the claim jti
	For     string     `json:"for"`
	Scopes  []string   `json:"scopes"`
	Issued  time.Time  `json:"issued"`
	Expires time.Time  `json:"expires"`
	Revoked *time.Time `json:"revoked,omitempty"`
}

// Open returns the book of the node on a data directory.
func Open(data string) Book { return Book{filepath.Join(data, folder)} }

// Issue signs a ticket, and enters it.
func (b Book) Issue(pair key.Pair, scopes []string, subject string, from time.Time, valid time.Duration) (text string, r *Record, err error) {
	if err := check(scopes, subject, valid); err != nil {
		return "", nil, err
	}
	all, err := b.List(from)
	switch {
	case err != nil:
		return "", nil, err
	case len(all) >= MaxTickets:
		return "", nil, fmt.Errorf("this node has %d tickets that have not expired, the most possible", MaxTickets)
	}
	var id [idBytes]byte
	rand.Read(id[:])
	from = from.UTC().Truncate(time.Second)
	r = &Record{ID: hex.EncodeToString(id[:]), For: subject, Scopes: scopes, Issued: from, Expires: from.Add(valid).Truncate(time.Second)}
	if text, err = sign(pair, r); err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(b.dir, 0o700); err != nil {
		return "", nil, fmt.Errorf("cannot keep the ticket: %w", err)
	}
	return text, r, b.write(r)
}

// Verify returns the record of a ticket of a node, or an *Invalid.
func (b Book) Verify(node key.ID, text string, now time.Time) (*Record, error) {
	c, err := verify(node, text, now)
	if err != nil {
		return nil, err
	}
	r, err := b.read(c.ID)
	switch {
	case err != nil:
		return nil, ErrUnknown
	case r.Revoked != nil:
		return nil, ErrRevoked
	}
	r.Scopes, r.Expires = strings.Fields(c.Scope), c.ExpiresAt.Time // what is signed counts
	return r, nil
}

// List returns the tickets that have not expired, ascending by the time at which they do, and forgets the
// others.
func (b Book) List(now time.Time) (list []*Record, err error) {
	files, err := os.ReadDir(b.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("cannot read the tickets: %w", err)
	}
	for _, f := range files {
		id, ok := strings.CutSuffix(f.Name(), ".json")
		if !ok {
			continue
		}
		r, err := b.read(id)
		switch {
		case err != nil:
			continue // it is not valid either
		case !now.Before(r.Expires):
			os.Remove(b.file(id))
		default:
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(x, y *Record) int { return cmp.Or(x.Expires.Compare(y.Expires), cmp.Compare(x.ID, y.ID)) })
	return list, nil
}

// All is the name of all tickets.
const All = "all"

// Revoke revokes the ticket whose id begins so, or all, and returns those that were valid until now.
func (b Book) Revoke(name string, now time.Time) (revoked []*Record, err error) {
	list, err := b.List(now)
	if err != nil {
		return nil, err
	}
	if name != All {
		if list, err = named(list, strings.ToLower(name)); err != nil {
			return nil, err
		}
	}
	at := now.UTC().Truncate(time.Second)
	for _, r := range list {
		if r.Revoked != nil {
			continue
		}
		r.Revoked = &at
		if err := b.write(r); err != nil {
			return revoked, err
		}
		revoked = append(revoked, r)
	}
	return revoked, nil
}

// named returns the one ticket of a list whose id begins so.
func named(list []*Record, name string) (found []*Record, err error) {
	for _, r := range list {
		if len(name) >= shortest && strings.HasPrefix(r.ID, name) {
			found = append(found, r)
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("there is no ticket %q that has not expired; `manyhold room token --list` shows them", name)
	case 1:
		return found, nil
	}
	return nil, fmt.Errorf("%q is the beginning of several tickets; write more of it", name)
}

func (b Book) file(id string) string { return filepath.Join(b.dir, id+".json") }

// read reads a record. Only ids name files.
func (b Book) read(id string) (*Record, error) {
	if raw, err := hex.DecodeString(id); err != nil || len(raw) != idBytes {
		return nil, errors.New("this is no id of a ticket")
	}
	text, err := os.ReadFile(b.file(id))
	if err != nil {
		return nil, err
	}
	var r Record
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	if r.ID != id {
		return nil, errors.New("this is the record of another ticket")
	}
	return &r, nil
}

func (b Book) write(r *Record) error {
	text, err := json.Marshal(r)
	if err == nil {
		err = settings.WriteAtomically(b.file(r.ID), text)
	}
	if err != nil {
		return fmt.Errorf("cannot keep the ticket: %w", err)
	}
	return nil
}
