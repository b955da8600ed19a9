// Package kage checks shaders that strangers wrote, before anything compiles them. A shader is a part of the
// view half of a blueprint. Its language is Kage, the shader language of Ebitengine, without what a picture
// on a tile does not need. A graphics card has no budget of steps: so the cost of a pixel is computed
// beforehand.
//
// The text holds functions and constants. One function is
//
//	func Pixel(at vec2) vec4
//
// at is from -1 to 1 both ways, to the east and to the south; the result is red, green, blue and opacity,
// each from 0 to 1. The text may use Time (seconds), Size (of the picture, in tiles) and Values (four numbers
// of the script).
//
// Refused are: other languages' parts (packages, types, variables of the top level, arrays, indices, pictures
// as sources), recursion, loops whose turns are not constants, a text that is too large, a pixel that is too
// dear, and constants beyond what every graphics card computes alike.
//
//	const Petals = 5
//
//	func Pixel(at vec2) vec4 {
//		a := atan2(at.y, at.x)
//		return vec4(1, 0.8, 0.4, 1-smoothstep(0.2, 0.8, length(at)*(1+0.2*sin(Petals*a+Time))))
//	}
package kage

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"
)

// The limits of a shader.
const (
	// MaxBytes is the most bytes of its text.
	MaxBytes = 8 << 10
	// MaxCost is the most that a pixel costs: each part of an expression 1, functions such as sin more, and
	// each part of a loop as often as it runs.
	MaxCost = 2_000
	// MaxTurns is the most turns of one loop.
	MaxTurns = 64
	// MaxNumber is the greatest constant.
	MaxNumber = 1_000_000

	maxNodes      = 2_000 // of the tree
	maxFunctions  = 16
	maxParameters = 8
	maxNesting    = 40 // of expressions
	maxBlocks     = 8  // of statements
	maxLetters    = 32 // of a name
)

// Problem is what is wrong with a shader.
type Problem struct {
	Line, Column int    // in its text, from 1
	Why          string // the reason and, after a semicolon, the remedy
}

func (p *Problem) Error() string { return fmt.Sprintf("%d:%d: %s", p.Line, p.Column, p.Why) }

// Check returns the cost of a pixel. The error is a *Problem.
func Check(text string) (cost int, err error) {
	c := &checker{set: token.NewFileSet(), functions: map[string]*function{}, constants: map[string]float64{}}
	defer func() {
		if r := recover(); r != nil {
			p, ok := r.(*Problem)
			if !ok {
				panic(r)
			}
			cost, err = 0, p
		}
	}()
	return c.check(text), nil
}

// opening is what the parser needs before the text.
const opening = "package main\n"

type checker struct {
	set       *token.FileSet
	functions map[string]*function
	constants map[string]float64
	nodes     int
	nesting   int
	blocks    int
}

// function is a function of the text.
type function struct {
	decl *ast.FuncDecl
	cost int // 0: not known yet
	busy bool
}

// fail ends the check.
func (c *checker) fail(n ast.Node, format string, a ...any) { c.failAt(n.Pos(), format, a...) }

func (c *checker) failAt(pos token.Pos, format string, a ...any) {
	p := c.set.Position(pos)
	panic(&Problem{max(p.Line-1, 1), max(p.Column, 1), fmt.Sprintf(format, a...)})
}

func (c *checker) check(text string) int {
	if len(text) > MaxBytes {
		panic(&Problem{1, 1, fmt.Sprintf("the shader has %d bytes and may have %d; shorten it", len(text), MaxBytes)})
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		panic(&Problem{1, 1, "the shader is no UTF-8 text; save the file as UTF-8"})
	}
	bound(text)
	f, err := parser.ParseFile(c.set, "", opening+text, parser.SkipObjectResolution)
	if err != nil {
		if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
			panic(&Problem{max(list[0].Pos.Line-1, 1), max(list[0].Pos.Column, 1), list[0].Msg + "; see the shaders of docs/makers.md"})
		}
		panic(&Problem{1, 1, "the shader cannot be parsed; see the shaders of docs/makers.md"})
	}
	for _, d := range f.Decls {
		c.declare(d)
	}
	pixel := c.functions["Pixel"]
	if pixel == nil {
		panic(&Problem{1, 1, "the shader has no function Pixel; write func Pixel(at vec2) vec4 { … }"})
	}
	if t := pixel.decl.Type; len(names(t.Params)) != 1 || typeName(t.Params.List[0].Type) != "vec2" || t.Results == nil ||
		len(t.Results.List) != 1 || typeName(t.Results.List[0].Type) != "vec4" {
		c.fail(pixel.decl, "Pixel must be func Pixel(at vec2) vec4; change its parameters and result")
	}
	for _, d := range f.Decls { // also those that nothing calls: the compiler reads them
		if fn, ok := d.(*ast.FuncDecl); ok {
			c.price(fn.Name.Name, fn)
		}
	}
	return pixel.cost
}

// bound refuses a text whose brackets are nested more deeply than any expression may be: a parser takes stack
// for each of them.
func bound(text string) {
	line, column, open := 1, 0, 0
	for k := range len(text) {
		column++
		switch text[k] {
		case '\n':
			line, column = line+1, 0
		case '(', '[', '{':
			if open++; open > maxNesting+maxBlocks {
				panic(&Problem{line, column, "too many brackets are open; divide the expression"})
			}
		case ')', ']', '}':
			open--
		}
	}
}

// declare notes a declaration of the top level.
func (c *checker) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		c.name(d.Name)
		switch {
		case d.Recv != nil || d.Type.TypeParams != nil || d.Body == nil:
			c.fail(d, "methods and generic functions do not exist here; write a plain function")
		case c.functions[d.Name.Name] != nil:
			c.fail(d.Name, "%s is declared twice; give one of them another name", d.Name.Name)
		case len(c.functions) >= maxFunctions:
			c.fail(d, "a shader has at most %d functions; join some", maxFunctions)
		case len(names(d.Type.Params)) > maxParameters:
			c.fail(d, "a function has at most %d parameters; use a vec4", maxParameters)
		}
		c.functions[d.Name.Name] = &function{decl: d}
	case *ast.GenDecl:
		if d.Tok != token.CONST {
			c.fail(d, "a shader has functions and constants only; move the %s into a function, or leave it out", d.Tok)
		}
		for _, s := range d.Specs {
			c.constant(s.(*ast.ValueSpec))
		}
	default:
		c.fail(d, "this cannot stand here; a shader has functions and constants only")
	}
}

func (c *checker) constant(s *ast.ValueSpec) {
	if s.Type != nil || len(s.Names) != 1 || len(s.Values) != 1 {
		c.fail(s, "a constant is written const Name = number; divide the line")
	}
	c.name(s.Names[0])
	if c.functions[s.Names[0].Name] != nil {
		c.fail(s, "%s is declared twice; give one of them another name", s.Names[0].Name)
	}
	c.expr(s.Values[0])
	v, ok := c.fold(s.Values[0])
	if !ok {
		c.fail(s.Values[0], "a constant is a number; compute it inside a function")
	}
	c.constants[s.Names[0].Name] = v
}

// name checks a name that the text gives to something.
func (c *checker) name(n *ast.Ident) {
	switch {
	case len(n.Name) > maxLetters || strings.HasPrefix(n.Name, "__"):
		c.fail(n, "a name has up to %d letters and does not begin with two underscores; shorten it", maxLetters)
	case n.Name == "Fragment" || n.Name == "Vertex":
		c.fail(n, "%s is made by the game; write func Pixel(at vec2) vec4", n.Name)
	case builtin(n.Name) || given[n.Name] || types[n.Name] || n.Name == "main" || n.Name == "init":
		c.fail(n, "%s has a meaning already; take another name", n.Name)
	}
	if _, constant := c.constants[n.Name]; constant {
		c.fail(n, "%s is a constant already; take another name", n.Name)
	}
	for k := range len(n.Name) {
		if n.Name[k] >= utf8.RuneSelf {
			c.fail(n, "names have letters of ASCII only; write it otherwise")
		}
	}
}

// names returns the names of parameters.
func names(l *ast.FieldList) (list []*ast.Ident) {
	if l != nil {
		for _, f := range l.List {
			list = append(list, f.Names...)
		}
	}
	return list
}

func typeName(e ast.Expr) string {
	if n, ok := e.(*ast.Ident); ok {
		return n.Name
	}
	return ""
}
