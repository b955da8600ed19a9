package island

import (
	_ "embed"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"manyhold/game/entity"
	"manyhold/game/tile"
)

// The layouts of all that is stored, as they were when the format got its number.
//
//go:embed testdata/layout-v6.txt
var layoutV6 string

// A snapshot of the scripted world at tick 3,000 in format 1. It stays readable for ever: it is never
// written again.
//
//go:embed testdata/snapshot-v1.bin
var fixtureV1 []byte

// A snapshot in format 2 of a home that has a child, a line to it, and mail: as fixtureV1.
//
//go:embed testdata/snapshot-v2.bin
var fixtureV2 []byte

// A snapshot in format 3 of a home that has taken a child in: as fixtureV1.
//
//go:embed testdata/snapshot-v3.bin
var fixtureV3 []byte

// wholeDigest is the digest of the state in fixtureV3 under rules 1.
const wholeDigest = 0xb975df3ddd9a6526

// linedDigest is the digest of the state in fixtureV2 under rules 1.
const linedDigest = 0x94da42931d55ae60

// fixtureDigest is the digest of the state in fixtureV1 under rules 1.
const fixtureDigest = 0xf6b1a95227a5af58

// layout describes a type down to its numbers.
func layout(t reflect.Type, depth int) string {
	indent := strings.Repeat("  ", depth)
	switch t.Kind() {
	case reflect.Struct:
		var b strings.Builder
		fmt.Fprintf(&b, "%s struct\n", t)
		for k := range t.NumField() {
			f := t.Field(k)
			fmt.Fprintf(&b, "%s  %s %s", indent, f.Name, layout(f.Type, depth+1))
		}
		return b.String()
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), layout(t.Elem(), depth))
	case reflect.Slice:
		return fmt.Sprintf("[]%s", layout(t.Elem(), depth))
	}
	return fmt.Sprintf("%s %s\n", t, t.Kind())
}

// TestLayout trips when a stored struct changes: then appendBody and its like must follow, and
// SnapshotVersion must be raised, with a new layout file and fixture beside the old ones.
func TestLayout(t *testing.T) {
	if SnapshotVersion != 6 {
		t.Fatal("there is no layout file of this version: add one")
	}
	var b strings.Builder // Counts has one number for each kind of item; how many is written beside them
	for _, v := range []any{entity.Body{}, entity.PlayerState{}, chest{}, ChatLine{}, column{}, tile.Region{}, Genesis{}, edit{}, Outline{}, realm{}} {
		b.WriteString(layout(reflect.TypeOf(v), 0))
	}
	fmt.Fprintf(&b, "bytes of a body %d, of a player %d\n", len(appendBody(nil, &entity.Body{})), len(appendPlayer(nil, &entity.PlayerState{})))
	if layoutV6 == "" && *update {
		if err := os.WriteFile("testdata/layout-v6.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if b.String() != layoutV6 {
		t.Errorf("a stored struct has changed without a new format version. Now:\n%s", b.String())
	}
	if len(appendBody(nil, &entity.Body{})) != bodyBytes || len(appendPlayer(nil, &entity.PlayerState{})) != playerBytes {
		t.Error("bodyBytes or playerBytes is wrong")
	}
}

// TestEveryFieldIsEncoded sets each field of a body and of a player in turn: the bytes must follow.
func TestEveryFieldIsEncoded(t *testing.T) {
	bytesOf := map[reflect.Type]func(v any) string{
		reflect.TypeFor[entity.Body]():        func(v any) string { return string(appendBody(nil, v.(*entity.Body))) },
		reflect.TypeFor[entity.PlayerState](): func(v any) string { return string(appendPlayer(nil, v.(*entity.PlayerState))) },
	}
	for typ, encode := range bytesOf {
		empty := encode(reflect.New(typ).Interface())
		var visit func(path string, at func(reflect.Value) reflect.Value, t reflect.Type)
		visit = func(path string, at func(reflect.Value) reflect.Value, ft reflect.Type) {
			switch ft.Kind() {
			case reflect.Struct:
				for k := range ft.NumField() {
					visit(path+"."+ft.Field(k).Name, func(v reflect.Value) reflect.Value { return at(v).Field(k) }, ft.Field(k).Type)
				}
			case reflect.Array:
				for k := range ft.Len() {
					visit(fmt.Sprintf("%s[%d]", path, k), func(v reflect.Value) reflect.Value { return at(v).Index(k) }, ft.Elem())
				}
			default:
				v := reflect.New(typ)
				f := at(v.Elem())
				if f.CanUint() {
					f.SetUint(1)
				} else {
					f.SetInt(1)
				}
				if encode(v.Interface()) == empty {
					t.Errorf("%s%s is not encoded", typ, path)
				}
			}
		}
		visit("", func(v reflect.Value) reflect.Value { return v }, typ)
	}
}

// TestOldSnapshotStaysReadable restores the fixture of each format that there was, and lives in it.
func TestOldSnapshotStaysReadable(t *testing.T) {
	if len(fixtureV1) == 0 && *update {
		s := newScript(t)
		for s.Tick() < 3000 {
			s.play(s.Island, s.next())
		}
		if err := os.WriteFile("testdata/snapshot-v1.bin", s.Snapshot(nil), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Fatalf("written; its digest is %#x", s.Digest())
	}
	i := new(Island)
	if err := i.Restore(fixtureV1); err != nil {
		t.Fatal(err)
	}
	if d := i.Digest(); d != fixtureDigest {
		t.Errorf("digest %#x, want %#x", d, uint64(fixtureDigest))
	}
	if i.Self() != Home || !i.alone() {
		t.Error("a world of format 1 is not home alone")
	}
	livable(t, i)
}

// TestSnapshotOfALineStaysReadable is TestOldSnapshotStaysReadable for what came with format 2.
func TestSnapshotOfALineStaysReadable(t *testing.T) {
	if len(fixtureV2) == 0 && *update {
		p := newShores(t, chancer(3), 1)
		p.lay(p.east, entity.Crate, p.mid.Add(2, 2))
		p.lay(p.west, entity.Ball, p.mid.Add(-2, 2))
		p.post = true
		for len(p.west.outboxes) == 0 || len(p.west.outboxes[0].list) == 0 || len(p.west.ghosts) == 0 {
			p.turn(nil)
		}
		if err := os.WriteFile("testdata/snapshot-v2.bin", p.west.Snapshot(nil), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Fatalf("written; its digest is %#x", p.west.Digest())
	}
	i := new(Island)
	if err := i.Restore(fixtureV2); err != nil {
		t.Fatal(err)
	}
	if d := i.Digest(); d != linedDigest {
		t.Errorf("digest %#x, want %#x", d, uint64(linedDigest))
	}
	if i.Self() != Home || i.alone() || len(i.Ghosts()) == 0 || len(i.leases) == 0 || len(i.Towards(nil)) == 0 {
		t.Error("it is not what it was")
	}
	livable(t, i)
}

// TestSnapshotOfAMergeStaysReadable is TestOldSnapshotStaysReadable for what came with format 3.
func TestSnapshotOfAMergeStaysReadable(t *testing.T) {
	if len(fixtureV3) == 0 && *update {
		p := newShores(t, chancer(3), 1)
		if err := p.west.Absorb(p.east.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/snapshot-v3.bin", p.west.Snapshot(nil), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Fatalf("written; its digest is %#x", p.west.Digest())
	}
	i := new(Island)
	if err := i.Restore(fixtureV3); err != nil {
		t.Fatal(err)
	}
	if d := i.Digest(); d != wholeDigest {
		t.Errorf("digest %#x, want %#x", d, uint64(wholeDigest))
	}
	if len(i.within) != 1 || !i.Contains(i.within[0].island) || i.Contains(Home) {
		t.Error("it is not what it was")
	}
	livable(t, i)
}

// livable fails unless an island adds up, and can be stepped, written and read again.
func livable(t *testing.T, i *Island) {
	t.Helper()
	balanced(t, i)
	if err := i.Step(i.Begin(nil, 6)); err != nil {
		t.Fatal(err)
	}
	var again Island
	if err := again.Restore(i.Snapshot(nil)); err != nil || again.Digest() != i.Digest() {
		t.Errorf("its snapshot: %v", err)
	}
}
