package island_test

import (
	_ "embed"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"manyhold/game/component"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// The layouts of all that is stored, as they were when the format got its number.
//
//go:embed testdata/layout-v2.txt
var layoutV2 string

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
// the format must be raised, with a new layout file.
func TestLayout(t *testing.T) {
	if world.SnapshotFormat != 2 {
		t.Fatal("there is no layout file of this version: add one")
	}
	var b strings.Builder // Counts has one number for each kind of item; how many is written beside them
	for _, v := range []any{entity.Body{}, entity.PlayerState{}, world.Chest{}, world.ChatLine{}, component.Column{}, tile.Region{}, world.Genesis{}, world.Edit{}, world.Outline{}, world.Topology{}} {
		b.WriteString(layout(reflect.TypeOf(v), 0))
	}
	fmt.Fprintf(&b, "bytes of a body %d, of a player %d\n", len(encoding.AppendBody(nil, &entity.Body{})), len(encoding.AppendPlayer(nil, &entity.PlayerState{})))
	if layoutV2 == "" && *update {
		if err := os.WriteFile("testdata/layout-v2.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if b.String() != layoutV2 {
		t.Errorf("a stored struct has changed without a new format version. Now:\n%s", b.String())
	}
	if len(encoding.AppendBody(nil, &entity.Body{})) != encoding.BodyBytes || len(encoding.AppendPlayer(nil, &entity.PlayerState{})) != encoding.PlayerBytes {
		t.Error("bodyBytes or playerBytes is wrong")
	}
}

// TestEveryFieldIsEncoded sets each field of a body and of a player in turn: the bytes must follow.
func TestEveryFieldIsEncoded(t *testing.T) {
	bytesOf := map[reflect.Type]func(v any) string{
		reflect.TypeFor[entity.Body]():        func(v any) string { return string(encoding.AppendBody(nil, v.(*entity.Body))) },
		reflect.TypeFor[entity.PlayerState](): func(v any) string { return string(encoding.AppendPlayer(nil, v.(*entity.PlayerState))) },
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
				v, empty := reflect.New(typ), empty
				if b, is := v.Interface().(*entity.Body); is && (path == ".Make" || path == ".Stuff") {
					b.Kind = entity.Gizmo // only makers' bodies have these
					empty = encode(b)
				}
				if p, is := v.Interface().(*entity.PlayerState); is && strings.Contains(path, ".Pins[") { // pins stand in a row
					for k := range p.Pins {
						p.Pins[k] = entity.Pin{Tile: grid.Tile{X: int32(9 + k), Y: 9}, Sign: 2}
					}
					empty = encode(p)
				}
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
