package arena

import (
	"encoding/hex"
	"encoding/json"

	"manyhold/net/key"
	"manyhold/net/room"
)

// Away is a player without whom others went on, and who did not come back: they said that they hear nothing
// of it, or voted so.
type Away struct {
	Seat  string   `json:"seat"`
	By    []string `json:"by"`    // seats
	After uint32   `json:"after"` // the generation that the match did not wait for
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
		x := Away{e.Seats[d.Seat], []string{}, d.After}
		for _, k := range d.Seats(len(e.Seats)) {
			x.By = append(x.By, e.Seats[k])
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
