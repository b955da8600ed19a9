package arena

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"manyhold/game/world"
	"manyhold/net/key"
)

// Dump is what a machine knows of a state that differs from that of the others: two of them show where. It is
// written as JSON beside the files of the room.
type Dump struct {
	Diverged   bool              `json:"diverged"` // so that the file tells what it is
	Room       string            `json:"room"`
	Engine     string            `json:"engine"`
	Strict     bool              `json:"strict"`
	Generation uint32            `json:"generation"` // the first that differs
	Seat       string            `json:"seat"`       // whose state differs
	Player     string            `json:"player"`
	Mine       string            `json:"mine"`     // the seat of this machine; "" of a viewer
	Digest     string            `json:"digest"`   // after Generation on this machine; "" if it is not known any more
	Executed   uint32            `json:"executed"` // here
	Sections   map[string]string `json:"sections"` // hashes of the parts of the world after Generation
	Snapshot   []byte            `json:"snapshot"` // the state after Executed
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

// CompareDumps says in words where the states of two machines differ.
func CompareDumps(a, b *Dump) string {
	if a.Room != b.Room || a.Generation != b.Generation {
		return "these are of two divergences: " + a.about() + " and " + b.about()
	}
	if a.Digest == b.Digest {
		return fmt.Sprintf("%s; both machines have the same state after it: compare with a third one", a.about())
	}
	var list []string
	for k := range world.SectionCount {
		if name := k.String(); a.Sections[name] != b.Sections[name] {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		list = []string{"what the match keeps beside its world"}
	}
	return fmt.Sprintf("%s; the states differ in: %s", a.about(), strings.Join(list, ", "))
}

func (d *Dump) about() string {
	return fmt.Sprintf("room %s, generation %d: the state of %s differs", d.Room[:min(len(d.Room), 8)], d.Generation, d.Seat)
}

// noteDivergence writes a dump when a seat differs. The client's lock is held.
func (c *Client) noteDivergence(s *Sight) {
	seat, generation := s.Diverged()
	if seat < 0 || c.dump == generation || c.pilot.Match() == nil || c.pilot.Executed() < generation {
		return
	}
	c.dump = generation
	d := c.pilot.dumpOf(s, seat, generation)
	d.Room = c.name
	c.o.Log.Warn("a seat's state differs from that of the others", "seat", d.Seat, "generation", generation, "digest", d.Digest)
	if c.o.Dir == "" {
		return
	}
	path := filepath.Join(c.o.Dir, "rooms", fmt.Sprintf("%s-%d.dump.json", d.Room[:8], generation))
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

// dumpOf describes the state of this machine.
func (p *Pilot) dumpOf(s *Sight, seat int, generation uint32) *Dump {
	d := &Dump{Diverged: true, Engine: s.Engine.Name, Strict: s.Strict, Generation: generation, Seat: s.Engine.Seats[seat], Player: key.ID(s.Seats[seat].Holder).String(),
		Executed: p.past.executed, Sections: map[string]string{}, Snapshot: p.m.Snapshot(nil)}
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
