package kage_test

import (
	"strings"
	"testing"

	"manyhold/render/kage"
	"manyhold/render/sketch/paint"
)

// pixel wraps the body of a function Pixel.
func pixel(body string) string { return "func Pixel(at vec2) vec4 {\n" + body + "\n}\n" }

// TestGood: what a shader may be; the compiler takes each of them.
func TestGood(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		cost int // at most
	}{
		"one colour": {pixel("return vec4(1, 0.5, 0, 1)"), 10},
		"petals":     {"const Petals = 5\n\n" + pixel("a := atan2(at.y, at.x)\nreturn vec4(1, 0.8, 0.4, 1-smoothstep(0.2, 0.8, length(at)*(1+0.2*sin(Petals*a+Time))))"), 60},
		"loops":      {pixel("s := 0.0\nfor i := 0; i < 8; i++ {\nfor j := 4; j > 0; j -= 2 {\ns += sin(float(i)*at.x) + float(j)\n}\n}\nreturn vec4(s, Values.x, Size.y, 1)"), 400},
		"functions":  {"func wave(x float) float {\nif x > 0.5 {\nreturn 1 - x\n} else if x < 0 {\nreturn 0\n}\nreturn x*x\n}\n" + pixel("var v vec3\nv.x = wave(at.x)\nv.yz += at\nv *= 2\nreturn vec4(v.rgb, clamp(v.r, 0, 1))"), 60},
		"matrices":   {pixel("m := mat2(cos(Time), -sin(Time), sin(Time), cos(Time))\np := m * at\nreturn vec4(p.x, p.y, 0, 1)"), 60},
	} {
		cost, err := kage.Check(c.text)
		if err != nil || cost <= 0 || cost > c.cost {
			t.Errorf("%s costs %d: %v", name, cost, err)
		}
		if _, err := paint.Compile(c.text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBad: attacks and mistakes, each with its place.
func TestBad(t *testing.T) {
	deep := "x"
	for range 60 {
		deep = "(" + deep + "+1.0)"
	}
	sum := "at.x"
	for range 60 {
		sum += "+at.y"
	}
	chain := "func f0(x float) float {\nreturn sin(x)\n}\n"
	for _, n := range "123456789" {
		chain += "func f" + string(n) + "(x float) float {\nreturn f" + string(n-1) + "(x)+f" + string(n-1) + "(x+1)\n}\n"
	}
	for name, c := range map[string]struct{ text, want string }{
		"nothing":           {"", "1:1: the shader has no function Pixel"},
		"no Go":             {"func Pixel(", "1:12: "},
		"another signature": {"func Pixel(x float) vec4 {\nreturn vec4(x)\n}", "1:1: Pixel must be func Pixel(at vec2) vec4"},
		"own Fragment":      {"func Fragment(a vec4, b vec2, c vec4) vec4 {\nreturn a\n}\n", "1:6: Fragment is made by the game"},
		"variable":          {"var x float\n" + pixel("return vec4(x)"), "1:1: a shader has functions and constants only"},
		"import":            {"import \"os\"\n" + pixel("return vec4(1)"), "1:1: a shader has functions and constants only"},
		"late import":       {pixel("return vec4(1)") + "import \"os\"\n", "4:1: "},
		"endless":           {pixel("for {\n}\nreturn vec4(1)"), "2:1: the turns of a loop must be known"},
		"condition alone":   {pixel("for at.x < 1 {\n}\nreturn vec4(1)"), "2:1: the turns of a loop must be known"},
		"away":              {pixel("for i := 0; i < 8; i-- {\n}\nreturn vec4(1)"), "2:1: the turns of a loop must be known"},
		"standing":          {pixel("for i := 0; i < 8; i += 0 {\n}\nreturn vec4(1)"), "2:1: the turns of a loop must be known"},
		"variable end":      {pixel("for i := 0; i < int(Time); i++ {\n}\nreturn vec4(1)"), "2:17: the turns of a loop must be known"},
		"many turns":        {pixel("for i := 0; i < 65; i++ {\n}\nreturn vec4(1)"), "2:1: the loop has more than 64 turns"},
		"own variable":      {pixel("for i := 0; i < 8; i++ {\ni = 0\n}\nreturn vec4(1)"), "3:1: a loop must not set its own variable"},
		"nested loops":      {pixel("s := 0.0\nfor i := 0; i < 64; i++ {\nfor j := 0; j < 64; j++ {\ns += 1\n}\n}\nreturn vec4(s)"), "1:1: a pixel costs more than 2000 in Pixel"},
		"calls twice each":  {chain + pixel("return vec4(f9(at.x))"), "a pixel costs more than 2000 in f"},
		"recursion":         {"func f(x float) float {\nreturn f(x)\n}\n" + pixel("return vec4(f(1))"), "2:8: f calls itself"},
		"mutual recursion":  {"func f(x float) float {\nreturn g(x)\n}\nfunc g(x float) float {\nreturn f(x)\n}\n" + pixel("return vec4(f(1))"), "calls itself"},
		"array":             {pixel("var a [9999999]float\nreturn vec4(a[0])"), "2:7: this type does not exist here"},
		"index":             {pixel("return vec4(at[2])"), "2:13: this expression does not exist here"},
		"picture":           {pixel("return imageSrc0At(at)"), "2:8: a shader has no picture as its source"},
		"discard":           {pixel("discard()\nreturn vec4(1)"), "2:1: this statement does not exist here"},
		"goroutine":         {pixel("go f()\nreturn vec4(1)"), "2:1: this statement does not exist here"},
		"closure":           {pixel("f := func() {}\nreturn vec4(1)"), "2:6: this expression does not exist here"},
		"goto":              {pixel("a:\ngoto a\nreturn vec4(1)"), "2:1: this statement does not exist here"},
		"switch":            {pixel("switch {\n}\nreturn vec4(1)"), "2:1: this statement does not exist here"},
		"huge number":       {pixel("return vec4(1e300)"), "2:13: constants are numbers up to 1000000"},
		"huge product":      {pixel("return vec4(1000000.0*1000000.0)"), "2:13: constants are numbers up to 1000000"},
		"huge constant":     {"const A = 1000*1000*1000\n" + pixel("return vec4(A)"), "1:11: constants are numbers up to 1000000"},
		"zero":              {pixel("return vec4(at.x/0)"), "2:18: this divides by zero"},
		"hidden zero":       {"const Z = 1-1\n" + pixel("return vec4(at.x/Z)"), "3:18: this divides by zero"},
		"zero again":        {pixel("x := at.x\nx /= (2-2)\nreturn vec4(x)"), "3:6: this divides by zero"},
		"infinite constant": {"const A = 1/0\n" + pixel("return vec4(A)"), "1:13: this divides by zero"},
		"shift":             {pixel("x := 1 << 40\nreturn vec4(x)"), "2:6: the operator << does not exist here"},
		"remainder":         {pixel("x := 1 % 0\nreturn vec4(x)"), "2:6: the operator % does not exist here"},
		"text":              {pixel("x := \"a\"\nreturn vec4(x)"), "2:6: constants are numbers"},
		"hexadecimal":       {pixel("return vec4(0xffffffffff)"), "2:13: constants are numbers"},
		"imaginary":         {pixel("return vec4(1i)"), "2:13: constants are numbers"},
		"brackets":          {pixel("x := 1.0\nreturn vec4(" + deep + ")"), "3:"},
		"long sum":          {pixel("return vec4(" + sum + ")"), "the expression is nested more than 40 deep"},
		"long":              {pixel("return vec4(1)" + strings.Repeat(" ", kage.MaxBytes)), "1:1: the shader has"},
		"NUL":               {pixel("return vec4(1)\x00"), "1:1: the shader is no UTF-8 text"},
		"no UTF-8":          {pixel("return vec4(1)\xff"), "1:1: the shader is no UTF-8 text"},
		"names of others":   {pixel("sin := 1.0\nreturn vec4(sin)"), "2:1: sin has a meaning already"},
		"given":             {pixel("Time := 1.0\nreturn vec4(Time)"), "2:1: Time has a meaning already"},
		"underscores":       {pixel("__x := 1.0\nreturn vec4(__x)"), "2:1: a name has up to 32 letters"},
		"letters":           {pixel("é := 1.0\nreturn vec4(é)"), "2:1: names have letters of ASCII only"},
		"many letters":      {pixel(strings.Repeat("x", 99) + " := 1.0\nreturn vec4(1)"), "2:1: a name has up to 32 letters"},
		"method":            {"func (v vec2) f() float {\nreturn 1\n}\n" + pixel("return vec4(1)"), "1:1: methods and generic functions do not exist here"},
		"generic":           {"func f[T any](x T) T {\nreturn x\n}\n" + pixel("return vec4(1)"), "1:1: methods and generic functions do not exist here"},
		"without body":      {"func f(x float) float\n" + pixel("return vec4(1)"), "1:1: methods and generic functions do not exist here"},
		"several at once":   {pixel("x, y := 1.0, 2.0\nreturn vec4(x, y, 0, 1)"), "2:1: this assignment does not exist here"},
		"swizzle":           {pixel("return vec4(at.xyzwx, 1)"), "2:16: a vector has no .xyzwx"},
		"method value":      {pixel("return at.xy()"), "2:8: only functions with a name can be called"},
		"unknown function":  {pixel("return foo(at)"), "2:8: nothing has the name foo"},
		"twice":             {pixel("return vec4(1)") + pixel("return vec4(1)"), "4:6: Pixel is declared twice"},
		"blocks":            {pixel(strings.Repeat("if at.x > 0 {\n", 9) + strings.Repeat("}\n", 9) + "return vec4(1)"), "statements are nested more than 8 deep"},
		"range":             {pixel("for range 9 {\n}\nreturn vec4(1)"), "2:1: this statement does not exist here"},
	} {
		_, err := kage.Check(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
		if _, err := paint.Compile(c.text); err == nil {
			t.Errorf("%s is compiled", name)
		}
	}
	if _, err := paint.Compile(pixel("return vec3(1)")); err == nil || !strings.HasPrefix(err.Error(), "2:1: ") && !strings.HasPrefix(err.Error(), "2:") {
		t.Errorf("a mistake of types: %v", err)
	}
}

// FuzzCheck: no text ends the process, in the check or in the compiler behind it, and what passes is bounded.
func FuzzCheck(f *testing.F) {
	for _, text := range []string{"", pixel("return vec4(1)"), "const A = 2\n" + pixel("s := 0.0\nfor i := 0; i < 4; i++ {\ns += sin(at.x*A)\n}\nreturn vec4(s, Values.x, 0, 1)"),
		"func f(x float) float {\nif x > 1 {\nreturn 0\n}\nreturn x\n}\n" + pixel("var v vec3\nv.x = f(at.y)\nreturn vec4(v, 1)")} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cost, err := kage.Check(text)
		if err != nil {
			if p, ok := err.(*kage.Problem); !ok || p.Line < 1 || p.Column < 1 || p.Why == "" {
				t.Errorf("%#v", err)
			}
			return
		}
		if cost <= 0 || cost > kage.MaxCost || len(text) > kage.MaxBytes {
			t.Errorf("it costs %d", cost)
		}
		paint.Compile(text)
	})
}
