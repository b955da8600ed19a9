package policy

import (
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"manyhold/app/rig"
)

// The ratchet bounds the size of objects, as the shape test bounds the size of files and functions: a type
// with many methods, or a package with many files, is one object in many pieces. Tests are not counted.

// shapeMost is the largest number of each kind that needs no reason.
var shapeMost = map[string]int{
	"methods": 40,    // of a type
	"fields":  25,    // of a struct, those of anonymous structs in it included
	"files":   30,    // of a package
	"lines":   5_000, // of a package
}

// shapeExcuse is the present number of something larger, and the reason for it.
type shapeExcuse struct {
	number int
	reason string
}

// shapeLarge lists everything that is larger: "dir.Type methods", "dir.Type fields", "dir files" or "dir
// lines". A number may only fall. The test fails when the number rises, and also when it is lower than the
// table says: lower it then. Lines are rounded up to the next hundred, so that a small repair needs no change
// here. With -lower the test lowers the numbers itself.
var shapeLarge = map[string]shapeExcuse{
	"app/status.IslandStatus fields":    {27, "one field for each value that `manyhold status --json` prints"},
	"game/physics.Space methods":        {41, "the plain engine and what it asks of the world"},
	"game/physics/rigid.World methods":  {97, "an engine: bodies, contacts, joints and queries read the same arrays"},
	"game/physics/rigid.grip fields":    {29, "the constants of one contact, read in one loop"},
	"game/physics/rigid.scratch fields": {32, "buffers of one step, kept so that a step allocates nothing"},
	"input.State fields":                {30, "plain data: one value for each thing that a player can mean in a tick"},
}

// shapeNumbers counts methods, fields, files and lines of all packages.
func shapeNumbers(packages []*shapePackage) map[string]int {
	n := map[string]int{}
	for _, p := range packages {
		for _, f := range p.files {
			if f.test {
				continue
			}
			n[p.dir+" files"]++
			n[p.dir+" lines"] += f.lines
			ast.Inspect(f.ast, func(node ast.Node) bool {
				switch d := node.(type) {
				case *ast.FuncDecl:
					if d.Recv != nil {
						n[p.dir+"."+receiverName(d.Recv.List[0].Type)+" methods"]++
					}
				case *ast.TypeSpec:
					if s, ok := d.Type.(*ast.StructType); ok {
						key := p.dir + "." + d.Name.Name + " fields"
						n[key] = max(n[key], fieldCount(s)) // build tags may give a struct several forms
					}
				}
				return true
			})
		}
	}
	return n
}

// receiverName is the name of the type that a method belongs to.
func receiverName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverName(e.X)
	case *ast.ParenExpr:
		return receiverName(e.X)
	case *ast.IndexExpr:
		return receiverName(e.X)
	case *ast.IndexListExpr:
		return receiverName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

// fieldCount counts the fields of a struct. An anonymous struct counts with its own fields.
func fieldCount(s *ast.StructType) (n int) {
	for _, f := range s.Fields.List {
		each := 1
		t := f.Type
		for {
			if a, ok := t.(*ast.ArrayType); ok {
				t = a.Elt
			} else if p, ok := t.(*ast.StarExpr); ok {
				t = p.X
			} else {
				break
			}
		}
		if inner, ok := t.(*ast.StructType); ok {
			each = fieldCount(inner)
		}
		n += each * max(1, len(f.Names))
	}
	return n
}

// shapeRatchet compares a tree with the table and returns the breaches.
func shapeRatchet(t testing.TB, tree fs.FS, table map[string]shapeExcuse) (broken []string) {
	c := &shapeChecker{fset: token.NewFileSet(), used: map[string]bool{}, sorted: map[*ast.CallExpr]bool{}}
	c.read(t, tree)
	numbers := shapeNumbers(c.packages)
	for _, key := range slices.Sorted(maps.Keys(numbers)) {
		number := numbers[key]
		kind := key[strings.LastIndexByte(key, ' ')+1:]
		most := shapeMost[kind]
		excuse, excused := table[key]
		if kind == "lines" {
			number = (number + 99) / 100 * 100
		}
		switch {
		case number <= most && excused:
			broken = append(broken, fmt.Sprintf("%s: %d needs no excuse any longer: remove it", key, number))
		case number <= most:
		case !excused:
			broken = append(broken, fmt.Sprintf("%s: %d are more than %d", key, number, most))
		case excuse.reason == "":
			broken = append(broken, fmt.Sprintf("%s: the excuse has no reason", key))
		case number > excuse.number:
			broken = append(broken, fmt.Sprintf("%s: %d, risen from %d", key, number, excuse.number))
		case number < excuse.number:
			broken = append(broken, fmt.Sprintf("%s: %d, lower the excuse of %d", key, number, excuse.number))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if numbers[key] == 0 {
			broken = append(broken, fmt.Sprintf("%s: 0 needs no excuse any longer: remove it", key))
		}
	}
	return broken
}

var lower = flag.Bool("lower", false, "lower the numbers in the table of the ratchet to the present ones")

// lowered rewrites the table's numbers that could be lower, and drops the rows that are needless.
func lowered(source string, numbers map[string]int) string {
	row := regexp.MustCompile(`(?m)^\t("([^"\n]+ (methods|fields|files|lines))": +\{)([0-9]+)(, "[^\n]+"\},)\n`)
	return row.ReplaceAllStringFunc(source, func(line string) string {
		m := row.FindStringSubmatch(line)
		number, was := numbers[m[2]], 0
		fmt.Sscan(m[4], &was)
		if m[3] == "lines" {
			number = (number + 99) / 100 * 100
		}
		switch {
		case number <= shapeMost[m[3]]:
			return ""
		case number < was:
			return fmt.Sprintf("\t%s%d%s\n", m[1], number, m[5])
		}
		return line
	})
}

// TestShapeRatchetLower rewrites a table with numbers that fell, rose, stayed and are needless.
func TestShapeRatchetLower(t *testing.T) {
	in := "\t\"a files\":   {50, \"x\"},\n\t\"b lines\": {6000, \"x\"},\n\t\"c.T methods\": {41, \"x\"},\n\t\"d.T fields\": {30, \"x\"},\n"
	want := "\t\"a files\":   {40, \"x\"},\n\t\"b lines\": {6000, \"x\"},\n\t\"c.T methods\": {41, \"x\"},\n"
	if got := lowered(in, map[string]int{"a files": 40, "b lines": 5_950, "c.T methods": 50, "d.T fields": 25}); got != want {
		t.Errorf("got %q", got)
	}
}

// TestShapeRatchet checks the sizes of the types and packages of this repository.
func TestShapeRatchet(t *testing.T) {
	if *lower {
		file := filepath.Join(rig.Root(), "app/policy/shape_ratchet_test.go")
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := &shapeChecker{fset: token.NewFileSet(), used: map[string]bool{}, sorted: map[*ast.CallExpr]bool{}}
		c.read(t, os.DirFS(rig.Root()))
		if err := os.WriteFile(file, []byte(lowered(string(src), shapeNumbers(c.packages))), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Skip("the table is rewritten: run the test again")
	}
	for _, b := range shapeRatchet(t, os.DirFS(rig.Root()), shapeLarge) {
		t.Error(b)
	}
}

// fields25 and the like are pieces of source with as many things as their names say.
var (
	fields25  = "type T struct {\n" + strings.Repeat("\tA, B, C, D, E int32\n", 5) + "}\n"
	fields26  = "type T struct {\n" + strings.Repeat("\tA, B, C, D, E int32\n", 5) + "\tEmbedded\n}\n"
	methods40 = "type T[K any] struct{}\n" + strings.Repeat("func (t *T[K]) F() {}\nfunc (T[K]) G() {}\n", 20)
	methods41 = methods40 + "func (t *T[K]) H() {}\n"
)

// ratchetCases are small trees with a table each, and how the messages begin.
var ratchetCases = []struct {
	name  string
	tree  string
	table map[string]shapeExcuse
	want  []string
}{
	{"just small enough", "-- net/a/a.go --\n" + fields25 + "-- net/b/b.go --\n" + methods40, nil, nil},
	{"a field too many", "-- net/a/a.go --\n" + fields26, nil, []string{"net/a.T fields: 26 are more than 25"}},
	{"fields of an anonymous struct", "-- net/a/a.go --\ntype T struct { A [4]struct {\n" + strings.Repeat("\tA, B int32\n", 13) + "} }\n", nil,
		[]string{"net/a.T fields: 26 are more than 25"}},
	{"parameters are no fields", "-- net/a/a.go --\ntype T struct { F func(" + strings.Repeat("int32, ", 30) + ") }\n", nil, nil},
	{"a type inside a function", "-- net/a/a.go --\nfunc F() {\n" + fields26 + "}\n", nil, []string{"net/a.T fields: 26 are more than 25"}},
	{"a method too many", "-- net/a/a.go --\n" + methods41, nil, []string{"net/a.T methods: 41 are more than 40"}},
	{"methods in several files", "-- net/a/a.go --\n" + methods40 + "-- net/a/b.go --\nfunc (t T[K]) X() {}\n", nil, []string{"net/a.T methods: 41 are more than 40"}},
	{"methods of two types", "-- net/a/a.go --\n" + methods40 + "type U int\nfunc (u U) F() {}\n", nil, nil},
	{"a test is not counted", "-- net/a/a.go --\n" + methods40 + "-- net/a/a_test.go --\nfunc (t T[K]) X() {}\n", nil, nil},
	{"files", manyFiles(31), nil, []string{"net/a files: 31 are more than 30"}},
	{"as many files as may be", manyFiles(30), nil, nil},
	{"lines of all files", "-- net/a/a.go --\n" + strings.Repeat("\n", 2_500) + "-- net/a/b.go --\n" + strings.Repeat("\n", 2_500), nil,
		[]string{"net/a lines: 5100 are more than 5000"}},
	{"excused", "-- net/a/a.go --\n" + fields26, map[string]shapeExcuse{"net/a.T fields": {26, "a row of a table"}}, nil},
	{"risen", "-- net/a/a.go --\n" + methods41, map[string]shapeExcuse{"net/a.T methods": {40, "a facade"}}, []string{"net/a.T methods: 41, risen from 40"}},
	{"could be lowered", "-- net/a/a.go --\n" + fields26, map[string]shapeExcuse{"net/a.T fields": {27, "a row of a table"}},
		[]string{"net/a.T fields: 26, lower the excuse of 27"}},
	{"needless", "-- net/a/a.go --\n" + fields25, map[string]shapeExcuse{"net/a.T fields": {26, "a row of a table"}},
		[]string{"net/a.T fields: 25 needs no excuse"}},
	{"gone", "-- net/a/a.go --\n", map[string]shapeExcuse{"net/b.T fields": {26, "a row of a table"}}, []string{"net/b.T fields: 0 needs no excuse"}},
	{"without a reason", "-- net/a/a.go --\n" + fields26, map[string]shapeExcuse{"net/a.T fields": {26, ""}}, []string{"net/a.T fields: the excuse has no reason"}},
}

// manyFiles is a package of n files.
func manyFiles(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "-- net/a/f%d.go --\nvar X%d int\n", i, i)
	}
	return b.String()
}

// TestShapeRatchetCheck feeds the ratchet with trees that break one bound each, and with clean ones.
func TestShapeRatchetCheck(t *testing.T) {
	for _, c := range ratchetCases {
		t.Run(c.name, func(t *testing.T) {
			got := shapeRatchet(t, shapeTree(c.tree), c.table)
			if len(got) != len(c.want) {
				t.Fatalf("found %q, want %q", got, c.want)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], c.want[i]) {
					t.Errorf("found %q, want %q", got[i], c.want[i])
				}
			}
		})
	}
}
