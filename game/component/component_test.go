package component

import (
	"fmt"
	"testing"

	"manyhold/game/codec"
)

// TestColumnsOfTheRulesHaveTheirSize, whoever declares them or sends their rows: the rules read them as long
// as they are.
func TestColumnsOfTheRulesHaveTheirSize(t *testing.T) {
	for _, c := range own {
		for size := range uint16(MaxBytes + 2) {
			want := size == c.size
			var s, read Table
			if got := s.Declare(c.name, size) == nil; got != want {
				t.Errorf("%s of %d bytes is declared: %v", c.name, size, got)
			}
			names := (&Table{Columns: []Column{{Name: c.name, Size: size}}}).AppendNames(nil)
			in := codec.Read(names)
			if read.Read(&in); in.Done() == nil != want {
				t.Errorf("%s of %d bytes is read: %v", c.name, size, !want)
			}
			rows := codec.Uvarint(codec.U16(codec.Text(codec.Uvarint(nil, 1), c.name), size), 1)
			rows = append(codec.U64(rows, 7), make([]byte, size)...)
			in = codec.Read(rows)
			if ReadRows(&in); in.Done() == nil != want {
				t.Errorf("a row of %s of %d bytes is read: %v", c.name, size, !want)
			}
		}
	}
	var s Table
	if s.Declare("other:effect", 3) != nil || s.Declare("other:large", MaxBytes+1) == nil {
		t.Error("other columns are not as they should be")
	}
}

// TestColumnsOfTheRulesHaveRoom: however many columns others declare, those of the rules can be declared.
func TestColumnsOfTheRulesHaveRoom(t *testing.T) {
	var s Table
	for n := range 2 * Max {
		_ = s.Declare(fmt.Sprintf("junk:%d", n), 1)
	}
	if len(s.Columns) != mostOthers {
		t.Errorf("others have %d columns", len(s.Columns))
	}
	for _, c := range own {
		if err := s.Declare(c.name, c.size); err != nil {
			t.Error(err)
		}
	}
	if len(s.Columns) != Max || s.Declare("junk:more", 1) == nil {
		t.Errorf("%d columns", len(s.Columns))
	}
}
