package arena

import (
	"encoding/hex"
	"encoding/json"
	"slices"

	"manyhold/net/key"
	"manyhold/net/room"
)

// Away is a player without whom others went on, and who did not come back: they said that they hear nothing
// of it, or voted so.
type Away struct {
	Seat  string   `json:"seat"`
	By    []string `json:"by"`    // seats
	After uint32   `json:"after"` // the generation that the match did not wait for
	// Signatures are those of the seats that sent it away; none in archives of formats before them.
	Signatures []Word `json:"signatures,omitempty"`
}

// Word is a player's signed word that a match may go on without some seats.
type Word struct {
	Signature
	Without []string `json:"without"` // seats
}

// wordOf writes a voice.
func wordOf(r *room.Room, v *room.Voice) Word {
	e := r.Engine()
	w := Word{Signature: signatureOf(e, &room.Signed{Seat: v.By, By: r.Starters()[v.By].Key, Signature: v.Signature}), Without: []string{}}
	for k, seat := range e.Seats {
		if v.Without&(1<<k) != 0 {
			w.Without = append(w.Without, seat)
		}
	}
	return w
}

// unsigned returns dismissals as archives had them before they were signed.
func unsigned(list []Away) []Away {
	list = slices.Clone(list)
	for k := range list {
		list[k].Signatures = nil
	}
	return list
}

// Objection is another result that a player has signed after the end.
type Objection struct {
	Signature
	After  uint32          `json:"after"`
	Result json.RawMessage `json:"result"`
}

// signatureOf writes a signature.
func signatureOf(e *room.Engine, s *room.Signed) Signature {
	return Signature{e.Seats[s.Seat], key.ID(s.By).String(), hex.EncodeToString(s.Signature[:])}
}

// awayOf returns who was sent away.
func awayOf(r *room.Room) (list []Away) {
	e := r.Engine()
	for _, d := range room.Dismissed(r) {
		x := Away{Seat: e.Seats[d.Seat], By: []string{}, After: d.After}
		for _, k := range d.Seats(len(e.Seats)) {
			x.By = append(x.By, e.Seats[k])
		}
		for k := range d.Voices {
			x.Signatures = append(x.Signatures, wordOf(r, &d.Voices[k]))
		}
		list = append(list, x)
	}
	return list
}

// objectionsOf returns the other results that were signed.
func objectionsOf(r *room.Room) (list []Objection) {
	for _, p := range room.Objections(r) {
		list = append(list, Objection{signatureOf(r.Engine(), &p.Signed), p.After, jsonOf(p.Result)})
	}
	return list
}

// jsonOf returns bytes as JSON: a text, if they are none.
func jsonOf(b []byte) json.RawMessage {
	if json.Valid(b) {
		return b
	}
	text, _ := json.Marshal(string(b)) // a string has a JSON form
	return text
}
