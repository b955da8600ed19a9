package arena

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"manyhold/app/maker/engine"
	"manyhold/app/settings"
	"manyhold/game/match"
	"manyhold/net/key"
	"manyhold/net/room"
)

// Archive is a match as a file: the rules, the setup and all that the room closed, so that anybody can replay
// it to the same digest, and the result with the signatures of the roster. Its words follow from
// State, Masters and Package; Replay checks that it does.
type Archive struct {
	Format      int             `json:"format"`
	Title       string          `json:"title"`
	Engine      string          `json:"engine"`
	Hash        string          `json:"hash"` // of the engine's package
	Seed        uint64          `json:"seed"`
	Strict      bool            `json:"strict"`
	Config      json.RawMessage `json:"config,omitempty"`
	Roster      []Place         `json:"roster"`
	Generations uint32          `json:"generations"`
	Ticks       uint64          `json:"ticks"`
	Digest      string          `json:"digest"` // of the match after all generations
	After       uint32          `json:"after"`  // the generation that brought the result; 0: there is none
	Result      json.RawMessage `json:"result,omitempty"`
	Signatures  []Signature     `json:"signatures"`
	Full        bool            `json:"full,omitempty"`       // most of those have signed who began the match
	SentAway    []Away          `json:"sent_away,omitempty"`  // who was sent away by others, and did not come back
	Objections  []Objection     `json:"objections,omitempty"` // other results that were signed after the end
	State       []byte          `json:"state"`                // of the room
	Masters     [][]byte        `json:"masters"`              // the closed generations
	Package     []byte          `json:"package"`              // of the engine
}

// Place is a seat of the roster.
type Place struct {
	Seat   string `json:"seat"`
	Name   string `json:"name,omitempty"`
	Player string `json:"player,omitempty"`
}

// Signature is a player's signature of the result.
type Signature struct {
	Seat      string `json:"seat"`
	Player    string `json:"player"`
	Signature string `json:"signature"`
}

// Report is what a replay came to.
type Report struct {
	Engine      string          `json:"engine"`
	Generations uint32          `json:"generations"`
	Ticks       uint64          `json:"ticks"`
	Digest      string          `json:"digest"`
	Result      json.RawMessage `json:"result,omitempty"`
	Signed      []string        `json:"signed"` // the seats whose signatures are valid
	Began       int             `json:"began"`  // how many players began the match
	Full        bool            `json:"full"`   // most of them have signed
	SentAway    []Away          `json:"sent_away"`
	Objections  []Objection     `json:"objections"` // their signatures are valid
}

const (
	archiveFormat = 4
	// unsignedFormat is the format before: nobody signed there who was sent away.
	unsignedFormat = 3
	// briefFormat is the one before that: it does not say who was sent away and who objects, but the state of
	// its room does.
	briefFormat = 2
	// MaxArchive is the most bytes of an archive that is read.
	MaxArchive = 64 << 20
)

// errArchive says that a file is no archive, or was changed.
var errArchive = errors.New("this is no archive of a match, or it was changed")

// ErrOther says that a replay did not come out as the archive says.
var ErrOther = errors.New("the replay differs from the archive")

// Record is a room as it is archived: its state, and all that it closed.
type Record struct {
	state   []byte
	masters [][]byte
}

// RecordOf copies a room. It is called between two of its turns.
func RecordOf(r *room.Room) Record {
	return Record{r.Append(nil), append([][]byte(nil), r.Log()...)}
}

// NewArchive returns the archive of a room in which p is played.
func NewArchive(x Record, p *match.Package) (*Archive, error) {
	data, name, err := engine.Bundle(p)
	if err != nil {
		return nil, err
	}
	r, err := room.Restore(x.state, x.masters)
	if err != nil {
		return nil, err
	}
	if r.Engine().Hash != name {
		return nil, errors.New("the room plays another engine")
	}
	a := &Archive{Format: archiveFormat, State: x.state, Masters: x.masters, Package: data}
	return a, a.describe(r, p)
}

// errLate says that a viewer may not save yet what the players do now.
var errLate = errors.New("the match is over for viewers only when they have seen its end; it can be saved then")

// Keep writes the match, from its beginning up to now, to a file that is not there yet. It may take seconds.
func (c *Client) Keep(ctx context.Context, path string) error {
	c.mu.Lock()
	p, s, unseen := c.pilot.Package, c.sight, len(c.pilot.waiting)
	c.mu.Unlock()
	switch {
	case p == nil || s == nil || s.Generation == 0:
		return errors.New("the match has not begun")
	case s.Seat < 0 && s.ViewDelay > 0 && (s.Phase != room.Ended || unseen > 0):
		return errLate
	}
	var record Record
	if err := c.room.Inspect(ctx, func(r *room.Room) { record = RecordOf(r) }); err != nil {
		return err
	}
	a, err := NewArchive(record, p)
	if err != nil {
		return err
	}
	b, err := a.Encode()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return settings.WriteAtomically(path, b)
}

// describe fills in what follows from the room.
func (a *Archive) describe(r *room.Room, p *match.Package) error {
	e := r.Engine()
	a.Title, a.Engine, a.Hash, a.Seed, a.Strict = r.Title(), e.Name, hex.EncodeToString(e.Hash[:]), r.Seed(), r.Strict()
	config, _ := r.Config()
	if a.Config = nil; len(config) > 0 {
		if a.Config = json.RawMessage(config); !json.Valid(config) {
			a.Config, _ = json.Marshal(string(config))
		}
	}
	a.Roster = nil
	for k, x := range playersOf(r) {
		place := Place{Seat: e.Seats[k], Name: x.Name}
		if x.Key != [32]byte{} {
			place.Player = key.ID(x.Key).String()
		}
		a.Roster = append(a.Roster, place)
	}
	o := r.Outcome()
	a.After, a.Signatures = o.After, []Signature{}
	if a.Result = nil; o.After > 0 {
		a.Result = jsonOf(o.Result)
	}
	for _, s := range o.Signed {
		a.Signatures = append(a.Signatures, signatureOf(e, &s))
	}
	a.Full, a.SentAway, a.Objections = room.Full(r), awayOf(r), objectionsOf(r)
	a.Generations, a.Ticks, a.Digest = 0, 0, ""
	if r.Generation() == 0 {
		return nil // the match has not begun
	}
	m, err := match.New(p, config, r.Seed(), playersOf(r))
	if err != nil {
		return err
	}
	var pilot Pilot
	pilot.m = m
	for g := uint32(1); g < r.Generation(); g++ {
		master, err := r.Master(g)
		if err != nil {
			return err
		}
		pilot.step(&master)
		a.Ticks += uint64(master.Ticks)
		if g == o.After && !bytes.Equal(m.Result(), o.Result) {
			return fmt.Errorf("%w: after generation %d the match has the result %s, and %s was signed", ErrOther, g, m.Result(), o.Result)
		}
	}
	a.Generations, a.Digest = pilot.past.executed, fmt.Sprintf("%016x", m.Digest())
	return nil
}

// Encode returns an archive as JSON.
func (a *Archive) Encode() ([]byte, error) {
	b, err := json.MarshalIndent(a, "", " ")
	return append(b, '\n'), err
}

// IsArchive reports whether a file is likely to be an archive.
func IsArchive(data []byte) bool {
	return isObject(data) && !IsDump(data)
}

// isObject reports whether a file begins as a JSON object.
func isObject(data []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) }

// ReadArchive reads an archive. A stranger may have written it: Replay checks what it says.
func ReadArchive(data []byte) (*Archive, error) {
	if len(data) > MaxArchive {
		return nil, fmt.Errorf("%w: it has %d bytes, and at most %d are read", errArchive, len(data), MaxArchive)
	}
	a := new(Archive)
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(a); err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	if a.Format < briefFormat || a.Format > archiveFormat {
		return nil, fmt.Errorf("%w: it has the format %d, and this program reads %d", errArchive, a.Format, archiveFormat)
	}
	return a, nil
}

// Replay plays an archive again, and checks all that it says: the engine, the digest, the result, and the
// signatures, also those of players who sent another one away.
func (a *Archive) Replay() (*Report, error) {
	r, err := room.Restore(a.State, a.Masters)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	p, err := engine.Open(a.Package, r.Engine().Hash)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	again := &Archive{Format: a.Format, State: a.State, Masters: a.Masters, Package: a.Package}
	if err := again.describe(r, p); err != nil {
		return nil, err
	}
	report := &Report{Engine: again.Engine, Generations: again.Generations, Ticks: again.Ticks, Digest: again.Digest, Result: again.Result, Signed: []string{}, Began: room.Began(r.Starters()),
		Full: again.Full, SentAway: append([]Away{}, again.SentAway...), Objections: append([]Objection{}, again.Objections...)}
	if again.Digest != a.Digest {
		return report, fmt.Errorf("%w: the digest is %s, and the archive says %s", ErrOther, again.Digest, a.Digest)
	}
	o := r.Outcome()
	for k := range o.Signed {
		s := &o.Signed[k]
		if !r.Verify(s, o.After, o.Result) {
			return report, fmt.Errorf("%w: the signature of %s is not valid", ErrOther, again.Signatures[k].Seat)
		}
		report.Signed = append(report.Signed, again.Signatures[k].Seat)
	}
	for k, x := range room.Objections(r) {
		if !r.Verify(&x.Signed, x.After, x.Result) {
			return report, fmt.Errorf("%w: the signature of the objection of %s is not valid", ErrOther, again.Objections[k].Seat)
		}
	}
	for k, d := range room.Dismissed(r) {
		if (a.Format >= archiveFormat || len(d.Voices) > 0) && !d.Proven(r) {
			return report, fmt.Errorf("%w: those who are said to have sent %s away have not signed it", ErrOther, again.SentAway[k].Seat)
		}
	}
	switch again.Format {
	case briefFormat:
		again.Full, again.SentAway, again.Objections = false, nil, nil
	case unsignedFormat:
		again.SentAway = unsigned(again.SentAway)
	}
	said, _ := a.Encode()
	is, _ := again.Encode()
	if !bytes.Equal(compact(said), compact(is)) {
		return report, fmt.Errorf("%w: its settings, players, result or signatures are not those of the match that was played", ErrOther)
	}
	return report, nil
}

// compact returns JSON without spaces.
func compact(b []byte) []byte {
	var c bytes.Buffer
	if json.Compact(&c, b) != nil {
		return b
	}
	return c.Bytes()
}
