package star

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"manyhold/game/script/star/value"
)

// TestPageOfTheLanguage: docs/scripts.md names each function, method and kind of fault, and its scripts are
// programs.
func TestPageOfTheLanguage(t *testing.T) {
	b, err := os.ReadFile("../../../docs/scripts.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(b)
	for name := range builtins {
		if !strings.Contains(page, "`"+name+"(") {
			t.Errorf("the page lacks the function %s", name)
		}
	}
	for name := range methods {
		if !strings.Contains(page, "`"+name+"(") {
			t.Errorf("the page lacks the method %s", name)
		}
	}
	for k := value.Steps; k <= value.Wrong; k++ {
		if !strings.Contains(page, "`"+k.String()+"`") {
			t.Errorf("the page lacks the fault %s", k)
		}
	}
	var functions []Function
	for _, name := range []string{"say", "show", "open_me", "after", "near", "friends"} {
		functions = append(functions, Function{Name: name, Params: []string{"x", "y"}, Do: func(*Call) value.Value { return value.None }})
	}
	l := NewLibrary(functions, []Constant{{"SECOND", value.Int(60)}}, Attributes{Names: []string{"owner", "name"}})
	scripts := regexp.MustCompile("(?s)```python\n(.*?)```").FindAllStringSubmatch(page, -1)
	if len(scripts) < 3 {
		t.Errorf("only %d scripts", len(scripts))
	}
	for _, s := range scripts {
		if p, err := Load("scripts.md", []byte(s[1]), l, LoadLimits); err != nil || len(p.Handlers()) == 0 {
			t.Errorf("%v\n%s", err, s[1])
		}
	}
}
