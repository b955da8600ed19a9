//go:build !js

package worldfile

import (
	"fmt"
	"reflect"
	"testing"

	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/format"
	"manyhold/net/store/segment"
)

// shapes are the stored structs and the schema as people have them on their disks. Neither changes under its
// number: a changed struct is a new version of its encoding, and a changed table is a new schema number. Each
// gets a log of its own here.
var shapes = map[string]string{
	"branch":                   "ID:[32]uint8 Turn:uint64 Root:[32]uint8 Base:[]uint8 Records:[][]uint8 Later:map[uint64][]uint8 Tip:store.Checkpoint Words:string At:time.Time Island:uint64 Turns:[][]uint8",
	"branch sum":               "3130d91a7fb65c20",
	"certificate sum":          "7d6ac4666e3d95c2",
	"charter":                  "ID:[32]uint8 Entry:[]uint8",
	"charter sum":              "9bbe22b2f5cbc942",
	"checkpoint":               "Epoch:uint64 Turn:uint64 Hash:[32]uint8 Digest:uint64 Snapshot:[]uint8",
	"checkpoint sum":           "d4ee16ff8e38afda",
	"checkpoint sum of island": "fd72fef248759101",
	"cut":                      "Turn:uint64 Most:uint64 Seen:uint64 At:time.Time Sure:bool Fate:store.Fate",
	"cut sum":                  "d287e2e4f5aabbda",
	"epoch":                    "Number:uint64 Rules:uint32 Record:[]uint8 Blob:[]uint8",
	"epoch sum":                "08de5541e25d6471",
	"epoch sum with blob":      "fc288f8923ddf7ac",
	"genesis":                  "Founder:key.ID Seed:uint64 Nonce:[16]uint8 Rules:uint32 Name:string Licence:string Cap:uint16 Start:uint8",
	"genesis bytes":            "4d48474e0101020300000000000000000000000000000000000000000000000000000000002a00000000000000090000000000000000000000000000000100000004546573740c43432d42592d53412d342e30",
	"genesis bytes with cap":   "4d48474e0201020300000000000000000000000000000000000000000000000000000000002a00000000000000090000000000000000000000000000000100000004546573740c43432d42592d53412d342e300200",
	"mark sum":                 "c55991e311f8481f",
	"player":                   "Key:key.ID Name:string First:time.Time Last:time.Time",
	"player sum":               "4e8c73b3d94e3250",
	"schema":                   "ac3ff271e4f7f97c",
	"schema number":            "2",
	"segment bytes":            "020502020101020001020000",
	"turn":                     "Epoch:uint64 Turn:uint64 Hash:[32]uint8 Body:[]uint8 Signatures:[]uint8",
}

func shape(v any) (s string) {
	t := reflect.TypeOf(v)
	for i := range t.NumField() {
		s += fmt.Sprintf(" %s:%v", t.Field(i).Name, t.Field(i).Type)
	}
	return s[1:]
}

func TestStoredShapesDoNotChange(t *testing.T) {
	g := testGenesis()
	capped := g
	capped.Cap = 2
	got := map[string]string{
		"certificate sum":          fmt.Sprintf("%x", format.Certificate{Island: 1, Turn: 2, Bytes: []byte{3}}.Sum()),
		"mark sum":                 fmt.Sprintf("%x", format.Mark{Island: 1, Turn: 2, Most: 3, At: format.FromMilliseconds(4), Clean: true, Boot: "5"}.Sum()),
		"cut":                      shape(store.Cut{}),
		"cut sum":                  fmt.Sprintf("%x", format.CutRow{Island: 1, Cut: store.Cut{Turn: 2, Most: 3, Seen: 4, At: format.FromMilliseconds(5), Sure: true, Fate: store.Gone}}.Sum()),
		"charter":                  shape(store.CharterRow{}),
		"charter sum":              fmt.Sprintf("%x", format.CharterSum(store.CharterRow{ID: [32]byte{1}, Entry: []byte{2}})),
		"genesis":                  shape(g),
		"genesis bytes with cap":   fmt.Sprintf("%x", capped.Encode()),
		"genesis bytes":            fmt.Sprintf("%x", g.Encode()),
		"turn":                     shape(store.Entry{}),
		"epoch":                    shape(store.EpochRow{}),
		"epoch sum":                fmt.Sprintf("%x", format.EpochSum(store.EpochRow{Number: 1, Rules: 2, Record: []byte{3}}, store.Home, nil)),
		"epoch sum with blob":      fmt.Sprintf("%x", format.EpochSum(store.EpochRow{Number: 1, Rules: 2, Record: []byte{3}}, 4, []byte{5})),
		"checkpoint":               shape(store.Checkpoint{}),
		"checkpoint sum":           fmt.Sprintf("%x", format.CheckpointSum(store.Checkpoint{Epoch: 1, Turn: 2, Hash: [32]byte{3}, Digest: 4}, store.Home, []byte{5})),
		"checkpoint sum of island": fmt.Sprintf("%x", format.CheckpointSum(store.Checkpoint{Epoch: 1, Turn: 2, Hash: [32]byte{3}, Digest: 4}, 6, []byte{5})),
		"branch":                   shape(store.Branch{}),
		"branch sum":               fmt.Sprintf("%x", format.BranchSum(store.Branch{ID: [32]byte{1}, Turn: 2, Words: "3", At: format.FromMilliseconds(4), Island: 5}, []byte{6}, []byte{7}, format.EncodeRecords([][]byte{{8}}))),
		"player":                   shape(store.Player{}),
		"player sum":               fmt.Sprintf("%x", format.PlayerSum(store.Player{Key: key.ID{1}, Name: "2", First: format.FromMilliseconds(3), Last: format.FromMilliseconds(4)})),
		"segment bytes":            fmt.Sprintf("%x", segment.Encode([]store.Entry{{Epoch: 1, Turn: 5, Body: []byte{2}}, {Epoch: 1, Turn: 6, Body: []byte{2}}, {Epoch: 2, Turn: 7}})),
		"schema":                   fmt.Sprintf("%x", sum256([]byte(format.Schema)))[:16],
		"schema number":            fmt.Sprint(format.SchemaNumber),
	}
	for name, now := range got {
		if shapes[name] != now {
			t.Errorf("%s was %q and is now %q: files on people's disks have the old one", name, shapes[name], now)
		}
	}
}
