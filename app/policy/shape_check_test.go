package policy

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

// shapeCases are small trees and the rules that each breaks, in order of discovery. A file without a package
// clause gets one, with a comment, so that a case shows only what it is about.
var shapeCases = []struct {
	name  string
	tree  string
	rules string
}{
	{"clean game", `
-- game/clean/a.go --
import ("errors"; "slices"; "maps"; "manyhold/game/grid")
const Half = 1 << 15
type Thing struct { At grid.Tile; N int32 }
var errNone = errors.New("none")
var table = func() (t [4]int32) { for i := range t { t[i] = int32(i) }; return }()
func Keys(m map[int32]bool) []int32 { return slices.Sorted(maps.Keys(m)) }
func Sum(s []int32) (sum int32) { local := map[int32]bool{}; for _, v := range s { sum += v; local[v] = true }; return sum + table[0] }
func Order(s []Thing) { slices.SortStableFunc(s, func(a, b Thing) int { return int(a.N - b.N) }) }
-- game/clean/a_test.go --
import ("testing"; "math/rand/v2"; "time"; "os")
func TestX(t *testing.T) { _ = time.Now(); _ = rand.Float64(); _ = os.Args; go func() {}() }
-- game/grid/a.go --
type Tile struct { X, Y int32 }
`, ""},
	{"clean others", `
-- main.go --
// Command manyhold is a world.
package main
import "manyhold/app/cli"
-- app/cli/a.go --
import ("manyhold/game/grid"; "manyhold/net/host"; "github.com/spf13/cobra")
-- game/grid/a.go --
type Tile struct { X, Y int32 }
-- net/host/a.go --
import ("time"; "os")
func F() { _ = time.Now(); go F(); _ = os.Args }
-- net/epoch/a.go --
import "time"
func F(now time.Time) time.Time { return now.Add(time.Second) }
-- render/a.go --
import ("manyhold/game/grid"; "manyhold/input"; "github.com/hajimehoshi/ebiten/v2")
var x = 0.5
-- input/a.go --
func F() {}
`, ""},

	{"game sees net", "-- game/a/a.go --\nimport _ \"manyhold/net/key\"\n", "import types"},
	{"game's test sees net", "-- game/a/a_test.go --\nimport _ \"manyhold/net/key\"\n", "import"},
	{"game reads the clock", "-- game/a/a.go --\nimport \"time\"\nvar X = time.Second\n", "import"},
	{"game opens files", "-- game/a/a.go --\nimport _ \"os\"\n", "import"},
	{"game draws lots", "-- game/a/a.go --\nimport _ \"math/rand/v2\"\n", "import"},
	{"game is unsafe", "-- game/a/a.go --\nimport _ \"unsafe\"\n", "import"},
	{"game locks", "-- game/a/a.go --\nimport _ \"sync\"\n", "import"},
	{"net sees game", "-- net/host/a.go --\nimport _ \"manyhold/game/grid\"\n", "import"},
	{"net's test sees game", "-- net/host/a_test.go --\nimport _ \"manyhold/game\"\n", "import"},
	{"render sees net", "-- render/ui/a.go --\nimport _ \"manyhold/net/link\"\n", "import"},
	{"audio sees net", "-- audio/a.go --\nimport _ \"manyhold/net/link\"\n", "import"},
	{"input sees net", "-- input/a.go --\nimport _ \"manyhold/net/link\"\n", "import"},
	{"audio sees render", "-- audio/a.go --\nimport _ \"manyhold/render\"\n", "import"},
	{"a node sees the window", "-- app/node/a.go --\nimport _ \"manyhold/app/window\"\n", "import"},
	{"game sees app", "-- game/a/a_test.go --\nimport _ \"manyhold/app/node\"\n", "import"},
	{"a library outside its owner", "-- net/host/a.go --\nimport _ \"github.com/pion/webrtc/v4\"\n", "import"},
	{"a similar name is no ban", "-- render/a.go --\nimport _ \"manyhold/network\"\n", ""},
	{"somebody imports main", "-- render/a.go --\nimport _ \"manyhold\"\n", "import"},

	{"a test of audio waits", "-- audio/a.go --\n-- audio/a_test.go --\nimport _ \"manyhold/net/patience\"\n", ""},
	{"a program waits as tests do", "-- net/host/a.go --\nimport _ \"manyhold/net/patience\"\n", "import"},

	{"Go outside the layout", "-- tools/a.go --\nvar X int\n", "place"},
	{"Go in net itself", "-- net/a.go --\nvar X int\n", "place"},
	{"a directory called util", "-- net/util/a.go --\nvar X int\n", "name"},
	{"a package called common", "-- net/key/a.go --\n// Package common is nothing.\npackage common\n", "name"},
	{"no package comment", "-- net/key/a.go --\npackage key\n", "comment"},
	{"no sentence", "-- net/key/a.go --\n// Package key\npackage key\n", "comment"},
	{"a comment in the test only", "-- net/key/a.go --\npackage key\n-- net/key/a_test.go --\n// Package key is it.\npackage key\n", "comment"},
	{"syntax", "-- net/key/a.go --\nfunc {\n", "syntax"},

	{"a long file", "-- net/key/a.go --\n" + strings.Repeat("\n", 401), "size"},
	{"a long function", "-- net/key/a.go --\nfunc F() {" + strings.Repeat("\n", 80) + "}\n", "size"},
	{"a long test", "-- net/key/a.go --\n-- net/key/a_test.go --\nfunc F() {" + strings.Repeat("\n", 500) + "}\n", ""},

	{"a protocol reads the clock", "-- net/epoch/a.go --\nimport \"time\"\nvar X = time.Now()\n", "called"},
	{"a protocol starts a goroutine", "-- net/roster/a.go --\nfunc F() { go F() }\n", "called"},
	{"a protocol opens a file", "-- net/transfer/a.go --\nimport _ \"os\"\n", "called"},

	{"float type", "-- game/a/a.go --\nvar X float64\n", "float"},
	{"float in a struct", "-- game/a/a.go --\ntype T struct { X [2]float32 }\n", "float"},
	{"complex", "-- game/a/a.go --\nfunc F(c complex128) {}\n", "float"},
	{"float literal", "-- game/a/a.go --\nconst X = 0.5\n", "float"},
	{"a type of one's own called float64", "-- game/a/a.go --\ntype float64 int64\nvar X float64\n", ""},
	{"range over a map", "-- game/a/a.go --\nfunc F(m map[int32]int32) { for range m {} }\n", "map order"},
	{"range over a named map", "-- game/a/a.go --\ntype M map[int32]int32\nfunc F(m M) { for k := range m { _ = k } }\n", "map order"},
	{"range over a generic map", "-- game/a/a.go --\nfunc F[M ~map[K]V, K comparable, V any](m M) { for range m {} }\n", "map order"},
	{"keys of a map", "-- game/a/a.go --\nimport \"maps\"\nfunc F(m map[int32]int32) { for k := range maps.Keys(m) { _ = k } }\n", "map order"},
	{"collected keys of a map", "-- game/a/a.go --\nimport (\"maps\"; \"slices\")\nfunc F(m map[int32]int32) []int32 { return slices.Collect(maps.Keys(m)) }\n", "map order"},
	{"goroutine", "-- game/a/a.go --\nfunc F() { go F() }\n", "goroutine"},
	{"channel", "-- game/a/a.go --\nvar X chan int32\n", "channel"},
	{"send and receive", "-- game/a/a.go --\nimport \"manyhold/game/b\"\nfunc F() { b.C <- 1; <-b.C }\n-- game/b/b.go --\ntype D = chan int32\nvar C D\n", "channel channel channel"},
	{"select", "-- game/a/a.go --\nfunc F() { select {} }\n", "channel"},
	{"unstable sort", "-- game/a/a.go --\nimport \"slices\"\nfunc F(s []int32) { slices.SortFunc(s, func(a, b int32) int { return 0 }) }\n", "unstable sort"},
	{"sort.Slice", "-- game/a/a.go --\nimport \"sort\"\nfunc F(s []int32) { sort.Slice(s, func(i, j int) bool { return false }) }\n", "import unstable sort"},
	{"global state", "-- game/a/a.go --\nvar n int32\nfunc F() { n++ }\n", "global"},
	{"global table written", "-- game/a/a.go --\nvar t [4]struct{ x int32 }\nfunc F() { t[0].x = 1 }\n", "global"},
	{"a field of a value", "-- game/a/a.go --\ntype T struct{ n int32 }\nfunc (t *T) F() { t.n++ }\n", ""},
	{"stored int", "-- game/entity/a.go --\ntype Body struct { N int }\n", "stored int"},
	{"stored array of uint", "-- game/tile/a.go --\ntype T struct { A [3]struct { N uint } }\n", "stored int"},
	{"stored named int", "-- game/item/a.go --\ntype Kind int\ntype T struct { K Kind }\n", "stored int"},
	{"stored int of one struct", "-- game/world/a.go --\ntype ChatLine struct { N int }\ntype scratch struct { n int }\n", "stored int"},
	{"int where nothing is stored", "-- game/physics/a.go --\ntype scratch struct { n int }\n", ""},
	{"game that does not compile", "-- game/a/a.go --\nfunc F() { undefined() }\n", "types"},
}

// TestShapeCheck feeds the checker with trees that break one rule each, and with clean ones.
func TestShapeCheck(t *testing.T) {
	standard := shapeImporter(t)
	for _, c := range shapeCases {
		t.Run(c.name, func(t *testing.T) {
			var rules []string
			found, _ := shapeCheck(t, shapeTree(c.tree), standard)
			for _, v := range found {
				rules = append(rules, v.rule)
			}
			if got := strings.Join(rules, " "); got != c.rules {
				t.Errorf("found %q, want %q: %v", got, c.rules, found)
			}
		})
	}
}

// shapeTree makes a file system from a txtar text and completes package clauses.
func shapeTree(text string) fstest.MapFS {
	tree := fstest.MapFS{}
	for _, f := range txtar.Parse([]byte(text)).Files {
		src := string(f.Data)
		if !strings.Contains(src, "package ") {
			dir := strings.Split(f.Name, "/")
			name := dir[len(dir)-2]
			src = "// Package " + name + " is a case.\npackage " + name + "\n" + src
		}
		tree[f.Name] = &fstest.MapFile{Data: []byte(src)}
	}
	return tree
}
