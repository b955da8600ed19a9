//go:build !js

package store

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/key"
)

var update = flag.Bool("update", false, "write testdata/v<schema>.db if there is none")

// shapes are the stored structs and schemas as people have them on their disks. What is listed here never
// changes: a change of a struct is a new version of its encoding, a change of the schema another migration,
// and both another line here and another file in testdata.
var shapes = map[string]string{
	"migration 1":       "6f339dc81fa38aa0",
	"genesis":           "Founder:key.ID Seed:uint64 Nonce:[16]uint8 Rules:uint32 Name:string Licence:string Cap:uint16",
	"genesis 2 bytes":   "4d48474e0201020300000000000000000000000000000000000000000000000000000000002a00000000000000090000000000000000000000000000000100000004546573740c43432d42592d53412d342e300200",
	"genesis 1 bytes":   "4d48474e0101020300000000000000000000000000000000000000000000000000000000002a00000000000000090000000000000000000000000000000100000004546573740c43432d42592d53412d342e30",
	"turn":              "Epoch:uint64 Turn:uint64 Hash:[32]uint8 Body:[]uint8",
	"migration 2":       "9166f663e455c1c5",
	"epoch":             "Number:uint64 Rules:uint32 Record:[]uint8 Blob:[]uint8",
	"epoch sum":         "e584382325ecedbe",
	"epoch sum 2":       "f848d48e8bcedd75",
	"checkpoint":        "Epoch:uint64 Turn:uint64 Hash:[32]uint8 Digest:uint64 Snapshot:[]uint8",
	"checkpoint sum":    "c7ec03e6aa07ac32",
	"checkpoint sum 2":  "9d6be12d50263555",
	"branch":            "ID:[32]uint8 Turn:uint64 Root:[32]uint8 Base:[]uint8 Records:[][]uint8 Later:map[uint64][]uint8 Tip:store.Checkpoint Words:string At:time.Time Island:uint64",
	"branch sum":        "3130d91a7fb65c20",
	"player":            "Key:key.ID Name:string First:time.Time Last:time.Time",
	"player sum":        "4e8c73b3d94e3250",
	"segment 1 bytes":   "01050202010102010200",
	"migration 3":       "f71fbd7eef28bd72",
	"charter":           "ID:[32]uint8 Entry:[]uint8",
	"charter sum":       "9bbe22b2f5cbc942",
	"migration 4":       "b99755c3e6288159",
	"mark sum":          "c55991e311f8481f",
	"cut":               "Turn:uint64 Most:uint64 Seen:uint64 At:time.Time Sure:bool Fate:store.Fate",
	"cut sum":           "d287e2e4f5aabbda",
	"migration 5":       "86a17403ecb59061",
	"certificate sum":   "7d6ac4666e3d95c2",
	"number of schemas": "5",
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
		"migration 1":       fmt.Sprintf("%x", sum256([]byte(migrations[0])))[:16],
		"migration 2":       fmt.Sprintf("%x", sum256([]byte(migrations[1])))[:16],
		"migration 3":       fmt.Sprintf("%x", sum256([]byte(migrations[2])))[:16],
		"migration 4":       fmt.Sprintf("%x", sum256([]byte(migrations[3])))[:16],
		"migration 5":       fmt.Sprintf("%x", sum256([]byte(migrations[4])))[:16],
		"certificate sum":   fmt.Sprintf("%x", certificate{line: 1, turn: 2, bytes: []byte{3}}.sum()),
		"mark sum":          fmt.Sprintf("%x", mark{line: 1, turn: 2, most: 3, at: fromMilliseconds(4), clean: true, boot: "5"}.sum()),
		"cut":               shape(Cut{}),
		"cut sum":           fmt.Sprintf("%x", cutRow{1, Cut{Turn: 2, Most: 3, Seen: 4, At: fromMilliseconds(5), Sure: true, Fate: Gone}}.sum()),
		"charter":           shape(CharterRow{}),
		"charter sum":       fmt.Sprintf("%x", CharterRow{ID: [32]byte{1}, Entry: []byte{2}}.sum()),
		"genesis":           shape(g),
		"genesis 2 bytes":   fmt.Sprintf("%x", capped.Encode()),
		"genesis 1 bytes":   fmt.Sprintf("%x", g.Encode()),
		"turn":              shape(Entry{}),
		"epoch":             shape(EpochRow{}),
		"epoch sum":         fmt.Sprintf("%x", EpochRow{Number: 1, Rules: 2, Record: []byte{3}}.sum(Home, nil)),
		"epoch sum 2":       fmt.Sprintf("%x", EpochRow{Number: 1, Rules: 2, Record: []byte{3}}.sum(4, []byte{5})),
		"checkpoint":        shape(Checkpoint{}),
		"checkpoint sum":    fmt.Sprintf("%x", Checkpoint{Epoch: 1, Turn: 2, Hash: [32]byte{3}, Digest: 4}.sum(Home, []byte{5})),
		"checkpoint sum 2":  fmt.Sprintf("%x", Checkpoint{Epoch: 1, Turn: 2, Hash: [32]byte{3}, Digest: 4}.sum(6, []byte{5})),
		"branch":            shape(Branch{}),
		"branch sum":        fmt.Sprintf("%x", Branch{ID: [32]byte{1}, Turn: 2, Words: "3", At: fromMilliseconds(4), Island: 5}.sum([]byte{6}, []byte{7}, encodeRecords([][]byte{{8}}))),
		"player":            shape(Player{}),
		"player sum":        fmt.Sprintf("%x", Player{Key: key.ID{1}, Name: "2", First: fromMilliseconds(3), Last: fromMilliseconds(4)}.sum()),
		"segment 1 bytes":   fmt.Sprintf("%x", encodeSegment([]Entry{{Epoch: 1, Turn: 5, Body: []byte{2}}, {Epoch: 1, Turn: 6, Body: []byte{2}}, {Epoch: 2, Turn: 7}})),
		"number of schemas": fmt.Sprint(len(migrations)),
	}
	for name, now := range got {
		if shapes[name] != now {
			t.Errorf("%s was %q and is now %q: files in people's hands have the old one", name, shapes[name], now)
		}
	}
}

// Files of every schema there ever was stay readable.
func TestOldFiles(t *testing.T) {
	for v := 1; v <= len(migrations); v++ {
		t.Run(fmt.Sprint("v", v), func(t *testing.T) {
			name := filepath.Join("testdata", fmt.Sprintf("v%d.db", v))
			if *update && !exists(name) {
				_, path := rich(t, t.TempDir())
				b, err := os.ReadFile(path)
				if err == nil {
					err = os.WriteFile(name, b, 0o644)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			path := Path(dir, testGenesis().ID())
			os.MkdirAll(filepath.Dir(path), 0o700)
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			w, got := open(t, dir)
			shut(t, w)
			l := newLine(testGenesis())
			for l.turn < 450 {
				l.next(l.turn%5 == 0)
			}
			if err := l.consistent(got); err != nil {
				t.Error(err)
			}
			if end(got) != 450 || got.Checkpoint.Turn != 400 || len(got.Epochs) != 1 || len(got.Players) != 1 || len(got.Damage) != 0 {
				t.Errorf("it ends at turn %d from checkpoint %d, damage %q", end(got), got.Checkpoint.Turn, got.Damage)
			}
			report, err := Check(path, testChain)
			if err != nil || len(report.Problems) > 0 || report.Verified < 450 || report.Info.Schema != len(migrations) {
				t.Errorf("%+v, %v", report, err)
			}
		})
	}
}

func FuzzGenesis(f *testing.F) {
	f.Add(testGenesis().Encode())
	f.Add([]byte("MHGN\x02"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := DecodeGenesis(b)
		if err != nil {
			return
		}
		if !bytes.Equal(g.Encode(), b) {
			t.Errorf("%x is read as %+v, which is %x", b, g, g.Encode())
		}
	})
}

func FuzzSegment(f *testing.F) {
	l := newLine(testGenesis())
	for range 20 {
		l.next(l.turn%4 == 0)
	}
	f.Add(encodeSegment(l.all))
	f.Add([]byte{1, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		entries, err := decodeSegment(b)
		if err != nil || len(entries) == 0 {
			return
		}
		again, err := decodeSegment(encodeSegment(entries))
		if err != nil || !reflect.DeepEqual(again, entries) {
			t.Errorf("%v: %+v became %+v", err, entries, again)
		}
	})
}

func TestGenesisRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := Genesis{Seed: rapid.Uint64().Draw(t, "seed"), Rules: rapid.Uint32().Draw(t, "rules"),
			Name: rapid.StringMatching(`[a-zÀ-ž ]{1,20}`).Draw(t, "name"), Licence: DefaultLicence}
		got, err := DecodeGenesis(g.Encode())
		if err != nil || got != g || got.ID() != g.ID() {
			t.Fatalf("%v: %+v became %+v", err, g, got)
		}
		if id, err := ParseWorldID(g.ID().String()); err != nil || id != g.ID() {
			t.Fatal(err)
		}
	})
	for _, bad := range []Genesis{{Licence: "x"}, {Name: "x"}, {Name: "a\nb", Licence: "x"}, {Name: string(make([]byte, 65)), Licence: "x"}} {
		if bad.Valid() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
}
