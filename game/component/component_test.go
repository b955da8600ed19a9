package component

import (
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
