package arena

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"manyhold/game/world"
	"manyhold/net/key"
	"manyhold/net/room"
)

// Dump is what a machine knows of a state that differs from that of the others: two of them show where. It is
// written as JSON beside the files of the room.
type Dump struct {
	Room       string            `json:"room"`
	Engine     string            `json:"engine"`
	Strict     bool              `json:"strict"`
	Generation uint32            `json:"generation"` // the first that differs
	Seat       string            `json:"seat"`       // whose state differs
	Player     string            `json:"player"`
	Mine       string            `json:"mine"`     // the seat of this machine; "" of a viewer
	Digest     string            `json:"digest"`   // after Generation on this machine; "" if it is not known any more
	Agreed     string            `json:"agreed"`   // that of the majority
	Executed   uint32            `json:"executed"` // here
	Sections   map[string]string `json:"sections"` // hashes of the parts of the state after Executed
	Snapshot   []byte            `json:"snapshot"` // the state after Executed
}

// noteDivergence writes a dump when a seat differs. The client's lock is held.
func (c *Client) noteDivergence(s *Sight) {
	seat, generation := s.Diverged()
	if seat < 0 || c.dump == generation || c.pilot.Match() == nil || c.pilot.Executed() < generation {
		return
	}
	c.dump = generation
	d := c.pilot.dumpOf(s, seat, generation)
	d.Room = c.room.ID().String()
	c.o.Log.Warn("a seat's state differs from that of the others", "seat", d.Seat, "generation", generation, "digest", d.Digest, "agreed", d.Agreed)
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
	d := &Dump{Engine: s.Engine.Name, Strict: s.Strict, Generation: generation, Seat: s.Engine.Seats[seat], Player: key.ID(s.Seats[seat].Holder).String(),
		Executed: p.executed, Sections: map[string]string{}, Snapshot: p.m.Snapshot(nil)}
	if s.Seat >= 0 {
		d.Mine = s.Engine.Seats[s.Seat]
	}
	if digest, known := p.Digest(generation); known {
		d.Digest = fmt.Sprintf("%016x", digest)
	}
	if s.Agreed >= generation {
		d.Agreed = fmt.Sprintf("%016x after generation %d", s.Digest, s.Agreed)
	}
	for k, sum := range p.m.Island().Sections() {
		d.Sections[world.Section(k).String()] = fmt.Sprintf("%016x", sum)
	}
	return d
}

var _ = room.Window
