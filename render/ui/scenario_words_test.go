package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"manyhold/assets"
	"manyhold/game/goal"
	"manyhold/game/item"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// ofSession are the tables used by config.toml or by the session.
var ofSession = []string{"net.", "report.", "date.", "visit.", "setting.", "help.", "choice.", "byhand.", "reach.", "action.", "button.", "language.", "note.", "find.", "place.", "replay.name", "replay.offer", "showroom.", "world.", "slash.", "passage.", "entrance.", "invitations.", "engine.", "second.", "challenge.", "collection.", "milestone.", "map."}

var keyShape = regexp.MustCompile(`^[a-z]+\.[a-z_0-9]+$`)

// TestWordsAreInTheTable reads the source: every used key is in the table, every entry of the table is used,
// and no text on the screen is written in the code.
func TestWordsAreInTheTable(t *testing.T) {
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, name := range model.EmoteNames {
		used["emote."+name] = true
	}
	for g := range goal.Count {
		used["goal."+g.Name()] = true
	}
	for _, key := range slices.Sorted(maps.Keys(words.Table)) {
		if strings.HasPrefix(key, "group.") || slices.ContainsFunc(ofSession, func(table string) bool { return strings.HasPrefix(key, table) }) {
			used[key] = true
		}
	}
	eachLiteral(t, func(at token.Position, text string) {
		if !keyShape.MatchString(text) {
			return
		}
		if _, ok := words.Table[text]; ok {
			used[text] = true
		} else if _, ok := words.Table[text+"_one"]; ok {
			used[text] = true
		}
	})
	for _, key := range slices.Sorted(maps.Keys(words.Table)) {
		if !used[strings.TrimSuffix(key, "_one")] && !used[key] {
			t.Errorf("%s is in the table and never shown", key)
		}
	}
	eachCall(t, func(at token.Position, name string, args []ast.Expr) {
		word := map[string]int{"Say": 0, "Say1": 0, "Say2": 0, "Count": 0, "Fill": 0, "Get": 0, "tellOf": 0}
		shown := map[string]int{"Text": 1, "Paragraph": 1, "Button": 2, "Heading": 1, "heading": 2, "Toast": 0, "Tell": len(args) - 1, "Refuse": 0}
		if i, ok := word[name]; ok && i < len(args) {
			if key, ok := literal(args[i]); ok && !strings.HasSuffix(key, ".") {
				if _, have := words.Table[key]; !have {
					t.Errorf("%v: %s(%q) is not in the table", at, name, key)
				}
			}
		}
		if i, ok := shown[name]; ok && i >= 0 && i < len(args) {
			if text, ok := literal(args[i]); ok && strings.ContainsFunc(text, func(r rune) bool { return r >= 'A' && r <= 'z' }) {
				t.Errorf("%v: %q is written in the code; it belongs in the table of words", at, text)
			}
		}
	})
	for k := item.None + 1; k < item.KindCount; k++ {
		if key := kit.ItemKey(k); words.Get(key) == key || key == "item.unknown" {
			t.Errorf("item %d has no name", k)
		}
	}
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

func eachFile(t *testing.T, see func(*token.FileSet, *ast.File)) {
	t.Helper()
	set := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(set, path, nil, 0)
		if err == nil {
			see(set, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func eachLiteral(t *testing.T, see func(token.Position, string)) {
	eachFile(t, func(set *token.FileSet, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				if s, ok := literal(e); ok {
					see(set.Position(n.Pos()), s)
				}
			}
			return true
		})
	})
}

func eachCall(t *testing.T, see func(at token.Position, name string, args []ast.Expr)) {
	eachFile(t, func(set *token.FileSet, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
				see(set.Position(n.Pos()), sel.Sel.Name, call.Args)
			}
			return true
		})
	})
}

func TestParseWords(t *testing.T) {
	if _, err := kit.ParseWords([]byte("[title]\nplay = 3")); err == nil {
		t.Error("a number passed as words")
	}
	w, err := kit.ParseWords([]byte("[a]\nb = \"{n} and {m}\""))
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Fill("a.b", "n", "1", "m", "2"); got != "1 and 2" {
		t.Errorf("Fill: %q", got)
	}
	if got := w.Get("no.such"); got != "no.such" {
		t.Errorf("a missing key reads %q", got)
	}
}
