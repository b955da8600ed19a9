package hall

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"manyhold/app/rooms"
	"manyhold/net/key"
	"manyhold/net/lobby"
	"manyhold/net/room"
	"manyhold/net/store"
)

// State is a room as HTTP and `manyhold room show --json` tell of it. Fields are only added.
type State struct {
	ID      string          `json:"id"`
	Title   string          `json:"title"`
	Engine  string          `json:"engine"`
	Package string          `json:"package"` // SHA-256 of the engine's package
	Seed    uint64          `json:"seed"`
	Phase   string          `json:"state"` // setup, running, ended
	Child   string          `json:"child"`
	Strict  bool            `json:"strict"`
	Config  json.RawMessage `json:"config"`
	Version uint32          `json:"config_version"`
	// Invalid is why the engine refuses the setup, "" if it does not.
	Invalid string `json:"invalid"`
	// Illegal is the state that the engine wanted last without a declared transition to it, in words, "" for
	// none.
	Illegal string  `json:"illegal"`
	Seats   []Seat  `json:"seats"`
	Least   int     `json:"least"` // so many seats have to be taken
	Viewers []Guest `json:"viewers"`
	// Countdown is how many seconds are left to the first turn, 0 without a countdown.
	Countdown  float64 `json:"countdown_s"`
	Generation uint32  `json:"generation"` // the turn that is open, from 1; 0: the match has not begun
	TurnTicks  uint64  `json:"turn_ticks"`
	ViewDelay  uint32  `json:"view_delay_s"` // so many seconds later viewers see the match
	// Digest is the state that the majority has after the turn DigestAt, "" while none is known.
	Digest   string `json:"digest"`
	DigestAt uint32 `json:"digest_generation"`
	Verdict
	Mine string `json:"mine"` // the seat of this node's player, "" if it has none
	// Link is the text by which somebody from outside of the world comes into the room, "" if there is none.
	Link string `json:"link"`
}

// Verdict is the result of a match, and how far one can rely on it.
type Verdict struct {
	Result json.RawMessage `json:"result"` // null while there is none
	Signed []string        `json:"signed"` // seats that have signed the result
	Began  int             `json:"began"`  // how many players began the match
	// Full says that most of those have signed who began the match.
	Full       bool       `json:"full"`
	SentAway   []SentAway `json:"sent_away"`  // players without whom the others went on, and who did not come back
	Objections []string   `json:"objections"` // seats that have signed another result after the end
}

// SentAway is a seat of whose player others heard nothing, or without whom they voted to go on.
type SentAway struct {
	Seat string   `json:"seat"`
	By   []string `json:"by"` // seats
}

// Seat is a seat of a room.
type Seat struct {
	Seat   string `json:"seat"`
	Name   string `json:"name"`   // of the player
	Player string `json:"player"` // its key, "" if nobody has the seat
	Ready  bool   `json:"ready"`
	// Waited is for how many seconds of the setup the others have waited for the player's readiness, and
	// HoldsUp says that they may vote to go on without it now.
	Waited  int  `json:"waited_s"`
	HoldsUp bool `json:"holds_up"`
	Lagging bool `json:"lagging"`
	Vacant  bool `json:"vacant"` // the player is away, and the seat is kept for it
	// Diverged is the first turn after which the player's state differed from that of the others, 0 for none.
	Diverged uint32 `json:"diverged"`
	// RoundTrip is the slowest of late to the host of the room and back, in milliseconds, and FrameRate the
	// lowest of late, as its packets tell; 0: unknown.
	RoundTrip uint16 `json:"round_trip_ms"`
	FrameRate uint8  `json:"frame_rate"`
}

// Guest is somebody who watches.
type Guest struct {
	Name   string `json:"name"`
	Player string `json:"player"`
}

// Row is a room in a list.
type Row struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Engine  string `json:"engine"`
	Phase   string `json:"state"`
	Child   string `json:"child"`
	Strict  bool   `json:"strict"`
	Taken   int    `json:"taken"`
	Seats   int    `json:"seats"`
	Viewers int    `json:"viewers"`
	Here    bool   `json:"here"`    // this node is in it
	Players []Seat `json:"players"` // the seats that are taken, if this node is in the room
}

// rowOf writes a listing as a row.
func rowOf(l *lobby.Listing) Row {
	return Row{ID: l.Room.String(), Title: l.Title, Engine: l.Engine, Phase: l.Phase.String(), Child: l.Child, Strict: l.Strict,
		Taken: int(l.Taken), Seats: int(l.Seats), Viewers: int(l.Viewers), Here: l.Here, Players: []Seat{}}
}

// stateOf writes what is seen of a room as its state for a player.
func stateOf(id store.WorldID, v *rooms.View, me room.Key) *State {
	s := &State{ID: id.String(), Title: v.Title, Engine: v.Engine.Name, Package: hex.EncodeToString(v.Engine.Hash[:]), Seed: v.Seed,
		Phase: v.Phase.String(), Child: v.Child, Strict: v.Strict, Config: jsonOf(v.Config), Version: v.Version, Invalid: v.Invalid,
		Seats: []Seat{}, Least: v.Engine.Least, Viewers: []Guest{}, Countdown: float64(v.Left) / room.Second,
		Generation: v.Generation, TurnTicks: v.Length, ViewDelay: uint32(v.ViewDelay), DigestAt: v.Agreed,
		Verdict: Verdict{Result: jsonOf(v.Outcome.Result), Signed: []string{}, Began: room.Began(v.Starters), Full: v.Full, SentAway: []SentAway{}, Objections: []string{}}}
	for k := range v.Seats {
		x := &v.Seats[k]
		if s.Seats = append(s.Seats, seatOf(v, k)); x.Holder == me {
			s.Mine = v.Engine.Seats[k]
		}
	}
	for k := range v.Viewers {
		s.Viewers = append(s.Viewers, Guest{v.Viewers[k].Name, key.ID(v.Viewers[k].Key).String()})
	}
	if v.Illegal != nil {
		s.Illegal = v.Illegal.Error()
	}
	if v.Agreed > 0 {
		s.Digest = fmt.Sprintf("%016x", v.Digest)
	}
	for _, x := range v.SentAway() {
		away := SentAway{v.Engine.Seats[x.Seat], []string{}}
		for _, k := range x.By {
			away.By = append(away.By, v.Engine.Seats[k])
		}
		s.SentAway = append(s.SentAway, away)
	}
	for _, x := range v.Objections {
		s.Objections = append(s.Objections, v.Engine.Seats[x.Seat])
	}
	for _, x := range v.Outcome.Signed {
		s.Signed = append(s.Signed, v.Engine.Seats[x.Seat])
	}
	return s
}

// seatOf writes a seat.
func seatOf(v *rooms.View, k int) Seat {
	x := &v.Seats[k]
	s := Seat{Seat: v.Engine.Seats[k], Name: x.Name, Ready: x.Ready, Lagging: x.Lagging, Vacant: x.Taken() && x.Vacant > 0, Diverged: x.Diverged,
		Waited: int(x.Waited) / room.Second, HoldsUp: x.HoldsUp(), RoundTrip: x.RoundTrip(), FrameRate: x.FrameRate()}
	if x.Taken() {
		s.Player = key.ID(x.Holder).String()
	}
	return s
}

// players writes the seats that are taken.
func players(v *rooms.View) []Seat {
	list := []Seat{}
	for k := range v.Seats {
		if v.Seats[k].Taken() {
			list = append(list, seatOf(v, k))
		}
	}
	return list
}

// jsonOf returns bytes as JSON: themselves if they are JSON, null if there are none, else a text.
func jsonOf(b []byte) json.RawMessage {
	switch {
	case len(b) == 0:
		return json.RawMessage("null")
	case json.Valid(b):
		return b
	}
	text, _ := json.Marshal(string(b)) // a string has a JSON form
	return text
}
