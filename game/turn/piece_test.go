package turn_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/exhibit"
	"manyhold/game/turn"
)

// lantern is a blueprint of player n, and its bytes.
func lantern(n int) (*blueprint.Blueprint, []byte) {
	b := &blueprint.Blueprint{Author: exhibit.CastKey(n), Editor: exhibit.CastKey(n), Version: 1, By: "ann", Title: "Lantern", Licence: "MIT",
		Host: strings.Repeat("x = 1\n", 100)}
	return b, blueprint.Append(nil, b)
}

// TestPieces: a turn has at most one piece of a blueprint, beside commands, and is parsed as it was built.
func TestPieces(t *testing.T) {
	i := crowd(30)
	p, data := lantern(1)
	other, otherData := lantern(2)
	for _, room := range []int{1, 100, blueprint.MaxPiece, 1 << 20} {
		b := i.Begin(3)
		if !b.Publish(p, data, room) || b.Publish(other, otherData, room) || b.Empty() {
			t.Fatal("takes no piece, or two")
		}
		offer(b, i, walks(i, 30))
		built := b.Turn()
		parsed, err := turn.Parse(built.Bytes())
		if err != nil || !reflect.DeepEqual(parsed, built) {
			t.Fatalf("%v: built %+v, parsed %+v", err, built, parsed)
		}
		r := &parsed.Records[0]
		piece := parsed.Piece(r)
		if want := min(room, blueprint.MaxPiece); r.Kind != turn.Piece || len(piece.Data) != want || string(piece.Data) != string(data[:want]) || int(piece.Size) != len(data) {
			t.Fatalf("room %d: %+v", room, piece)
		}
	}
	full := i.Begin(3)
	offer(full, i, walks(i, 30))
	if full.Publish(p, data, blueprint.MaxPiece) {
		if b := full.Turn(); len(b.Bytes()) > turn.Head+command.MaxTurnBytes {
			t.Errorf("a turn of %d bytes", len(b.Bytes()))
		}
	}
	if i.Begin(3).Publish(p, data, 0) {
		t.Error("a piece without room")
	}
	stranger, bytes := lantern(99)
	stranger.Editor = p.Editor
	if i.Begin(3).Publish(stranger, bytes, 100) {
		t.Error("a piece of a blueprint that the rules do not admit")
	}
}

// TestFalsePieces: a turn with two pieces, or with something that is none, is no turn.
func TestFalsePieces(t *testing.T) {
	const seat = 1<<16 + 3
	record := func(at uint8, body []byte) []byte { return codec.Blob(codec.Uvarint([]byte{at}, seat), body) }
	good := blueprint.AppendPiece(nil, &blueprint.Piece{Mark: 1, Size: 9, Data: []byte("abc")})
	head := []byte{1, 3}
	join := func(parts ...[]byte) (b []byte) {
		for _, p := range append([][]byte{head}, parts...) {
			b = append(b, p...)
		}
		return b
	}
	if _, err := turn.Parse(join(record(0, good))); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{
		"two pieces":               join(record(0, good), record(0, good)),
		"a later tick":             join(record(1, good)),
		"bytes behind it":          join(record(0, append(good, 0))),
		"nothing":                  join(record(0, nil)),
		"a piece without data":     join(record(0, blueprint.AppendPiece(nil, &blueprint.Piece{Mark: 1, Size: 9}))),
		"a piece beyond its whole": join(record(0, blueprint.AppendPiece(nil, &blueprint.Piece{Mark: 1, Size: 9, At: 8, Data: []byte("abc")}))),
		"a whole that is too long": join(record(0, blueprint.AppendPiece(nil, &blueprint.Piece{Mark: 1, Size: blueprint.MaxBytes + 1, Data: []byte("abc")}))),
		"a long piece":             join(record(0, blueprint.AppendPiece(nil, &blueprint.Piece{Mark: 1, Size: 999, Data: make([]byte, blueprint.MaxPiece+1)}))),
		"a record of an unknown":   join(codec.Blob(codec.Uvarint([]byte{0}, seat+1), good)),
	} {
		if _, err := turn.Parse(b); !errors.Is(err, turn.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
