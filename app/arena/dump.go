package arena

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"manyhold/game/match"
	"manyhold/game/world"
	"manyhold/net/room"
)

// Dump is what a machine knows of a state that differs from that of the others: two of them show which fields
// differ. It is written as JSON beside the files of the room.
type Dump struct {
	Diverged   bool              `json:"diverged"` // so that the file tells what it is
	Room       string            `json:"room"`
	Engine     string            `json:"engine"`
	Strict     bool              `json:"strict"`
	Generation uint32            `json:"generation"` // the first that differs
	Seat       string            `json:"seat"`       // whose state differs: one or more, with commas between
	Player     string            `json:"player"`
	Mine       string            `json:"mine"`     // the seat of this machine; "" of a viewer
	Digest     string            `json:"digest"`   // after Generation on this machine; "" if it is not known any more
	Executed   uint32            `json:"executed"` // here, when Snapshot was taken
	Sections   map[string]string `json:"sections"` // hashes of the parts of the world after Generation
	Snapshot   []byte            `json:"snapshot"` // the state after Executed
	Again      *Again            `json:"again,omitempty"`
}

// Again is what a machine came to when it executed the whole match once more.
type Again struct {
	Digest   string `json:"digest"`             // after Generation of the dump
	Parted   uint32 `json:"parted,omitempty"`   // the first generation of late after which the live state is another; 0: none
	Snapshot []byte `json:"snapshot,omitempty"` // the state after Executed, if it is another than that of the dump
}

// IsDump reports whether a file is likely to be a dump.
func IsDump(data []byte) bool {
	return isObject(data) && bytes.Contains(data[:min(len(data), 256)], []byte(`"diverged"`))
}

// ReadDump reads a dump.
func ReadDump(data []byte) (*Dump, error) {
	d := new(Dump)
	if err := json.Unmarshal(data, d); err != nil {
		return nil, fmt.Errorf("this is no dump of a match: %w", err)
	}
	return d, nil
}

// maxDumps is how many divergences a client writes down. A player that differs again and again fills no disk.
const maxDumps = 16

// mostFields is how many differences are listed.
const mostFields = 40

// CompareDumps says in words where the states of two machines differ: which fields of what.
func CompareDumps(a, b *Dump) string {
	if a.Room != b.Room || a.Generation != b.Generation {
		return "these are of two divergences: " + a.about() + " and " + b.about()
	}
	lines := []string{a.about()}
	switch {
	case a.Digest == b.Digest:
		lines[0] += "; both machines have the same state after it: compare with a third one"
	case a.Executed != b.Executed:
		lines[0] += "; the states differ in: " + a.sections(b)
	default:
		lines[0] += fmt.Sprintf("; the states of %s and %s after generation %d:", a.owner(), b.owner(), a.Executed)
		lines = append(lines, fields(a.Snapshot, b.Snapshot)...)
	}
	for _, d := range []*Dump{a, b} {
		lines = append(lines, d.again()...)
	}
	return strings.Join(lines, "\n")
}

// again says what a machine found out about itself.
func (d *Dump) again() (lines []string) {
	switch {
	case d.Again == nil:
		return nil
	case d.Again.Parted == 0:
		return []string{fmt.Sprintf("%s comes to the same state when it executes the match again", d.owner())}
	}
	lines = []string{fmt.Sprintf("%s comes to another state when it executes the match again: its memory was changed before generation %d, or it computes wrongly; its state, and the right one:", d.owner(), d.Again.Parted)}
	return append(lines, fields(d.Snapshot, d.Again.Snapshot)...)
}

// fields lists the fields in which two states differ, each with both values.
func fields(a, b []byte) []string {
	list, err := match.Diff(a, b, mostFields)
	switch {
	case err != nil:
		return []string{"  a state cannot be read: " + err.Error()}
	case len(list) == 0:
		return []string{"  no field differs"}
	}
	for k := range list {
		list[k] = "  " + list[k]
	}
	return list
}

// sections lists the parts of the world that differ.
func (d *Dump) sections(o *Dump) string {
	var list []string
	for k := range world.SectionCount {
		if name := k.String(); d.Sections[name] != o.Sections[name] {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return "what the match keeps beside its world"
	}
	return strings.Join(list, ", ")
}

func (d *Dump) about() string {
	return fmt.Sprintf("room %s, generation %d: the state of %s differs", d.Room[:min(len(d.Room), 8)], d.Generation, d.Seat)
}

// owner names the machine of a dump.
func (d *Dump) owner() string {
	if d.Mine == "" {
		return "a viewer"
	}
	return d.Mine
}

// noteDivergence writes a dump when a seat differs, and again when more is known: which seat it is, and what
// this machine comes to when it executes everything again. The client's lock is held.
func (c *Client) noteDivergence(s *Sight) {
	generation, named := s.Named()
	if generation == 0 || c.pilot.Match() == nil || c.pilot.Executed() < generation {
		return
	}
	news := false
	if c.dump == nil || c.dump.Generation != generation {
		at, snapshot := c.pilot.snapshotOf(s, generation)
		if snapshot == nil || c.dumps >= maxDumps {
			return // later, or never
		}
		c.dump, news = c.pilot.dumpOf(s, generation, at, snapshot), true
		c.dumps++
		c.dump.Room = c.name
	}
	d := c.dump
	if seats := s.seatNames(named); s.Child == room.Halted.String() && seats != d.Seat {
		news, d.Seat, d.Player = true, seats, s.playerNames(named)
	}
	if again := c.pilot.again(d); d.Again == nil && again != nil {
		news, d.Again = true, again
	}
	if news {
		c.o.Log.Warn("a seat's state differs from that of the others", "seat", d.Seat, "generation", generation, "digest", d.Digest)
		c.writeDump(d)
	}
}

// writeDump writes a dump into the data directory.
func (c *Client) writeDump(d *Dump) {
	if c.o.Dir == "" {
		return
	}
	path := filepath.Join(c.o.Dir, "rooms", fmt.Sprintf("%s-%d.dump.json", d.Room[:8], d.Generation))
	b, err := json.MarshalIndent(d, "", " ")
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		err = os.WriteFile(path, b, 0o600)
	}
	if err != nil {
		c.o.Log.Error("cannot write down the state that differs", "err", err)
		return
	}
	c.o.Log.Warn("the state was written down", "file", path)
}

// snapshotOf returns the state that a dump holds, nil if it is too early: one after a generation that all
// machines have. A halted match stands still after its newest one; of another, the machines keep the same
// states now and then.
func (p *Pilot) snapshotOf(s *Sight, generation uint32) (at uint32, snapshot []byte) {
	at = (generation/saveEvery + 2) * saveEvery
	kept := &p.past.saved[at/saveEvery%saves]
	switch {
	case s.Child == room.Halted.String() && p.past.executed+1 < s.Generation:
		return 0, nil
	case s.Child != room.Halted.String() && p.past.executed < at && s.Phase != room.Ended:
		return 0, nil
	case s.Child != room.Halted.String() && kept.after == at:
		return at, bytes.Clone(kept.bytes)
	}
	return p.past.executed, p.m.Snapshot(nil)
}

// again returns what came of the repetition, nil while that is not known.
func (p *Pilot) again(d *Dump) *Again {
	x := p.repeat
	if x == nil || !x.whole || d.Executed != x.past.executed {
		return nil
	}
	a := &Again{Parted: x.parts}
	if digest, known := x.Digest(d.Generation); known {
		a.Digest = fmt.Sprintf("%016x", digest)
	}
	if x.parts > 0 {
		a.Snapshot = x.m.Snapshot(nil)
	}
	return a
}

// dumpOf describes the state of this machine.
func (p *Pilot) dumpOf(s *Sight, generation, at uint32, snapshot []byte) *Dump {
	_, named := s.Named()
	d := &Dump{Diverged: true, Engine: s.Engine.Name, Strict: s.Strict, Generation: generation, Seat: s.seatNames(named), Player: s.playerNames(named),
		Executed: at, Sections: map[string]string{}, Snapshot: snapshot}
	if s.Seat >= 0 {
		d.Mine = s.Engine.Seats[s.Seat]
	}
	if digest, known := p.Digest(generation); known {
		d.Digest = fmt.Sprintf("%016x", digest)
	}
	if p.past.executed-generation < remembered {
		for k, sum := range p.past.parts[generation%remembered] {
			d.Sections[world.Section(k).String()] = fmt.Sprintf("%016x", sum)
		}
	}
	return d
}
