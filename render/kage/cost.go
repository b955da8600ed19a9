package kage

import (
	"go/ast"
	"go/token"
	"math"
	"strconv"
	"strings"
)

// types are the types of variables, and the functions that make their values.
var types = set("bool int float vec2 vec3 vec4 mat2 mat3 mat4 ivec2 ivec3 ivec4")

// given are the variables that the game sets.
var given = set("Time Size Values")

// cheap are the functions that cost about as much as an operation, dear those that cost more.
var (
	cheap = set("abs sign floor ceil fract mod min max clamp mix step dot")
	dear  = set("sin cos tan asin acos atan atan2 exp exp2 log log2 pow sqrt inversesqrt length distance normalize cross smoothstep reflect refract faceforward transpose radians degrees")
)

// dearCost is the cost of a function of dear.
const dearCost = 4

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// builtin reports whether a name is a function of the language that a shader may call.
func builtin(name string) bool { return cheap[name] || dear[name] }

// node counts a part of the tree.
func (c *checker) node(n ast.Node) {
	if c.nodes++; c.nodes > maxNodes {
		c.fail(n, "the shader has more than %d parts; shorten it", maxNodes)
	}
}

// dearer adds costs, up to more than any shader may have.
func dearer(a, b int) int { return min(a+b, MaxCost+1) }

// price computes the cost of a function.
func (c *checker) price(name string, from ast.Node) int {
	f := c.functions[name]
	switch {
	case f.busy:
		c.fail(from, "%s calls itself; use a loop", name)
	case f.cost > 0:
		return f.cost
	}
	f.busy = true
	for _, n := range names(f.decl.Type.Params) {
		c.name(n)
	}
	for _, l := range []*ast.FieldList{f.decl.Type.Params, f.decl.Type.Results} {
		if l == nil {
			c.fail(f.decl, "a function returns a value; add its type")
		}
		for _, p := range l.List {
			c.node(p)
			c.known(p.Type)
		}
	}
	nesting, blocks := c.nesting, c.blocks
	c.nesting, c.blocks = 0, 0
	f.cost = dearer(1, c.block(f.decl.Body))
	c.nesting, c.blocks = nesting, blocks
	if f.cost > MaxCost {
		c.fail(f.decl, "a pixel costs more than %d in %s; use fewer turns of loops, or less in them", MaxCost, name)
	}
	f.busy = false
	return f.cost
}

// known checks the name of a type.
func (c *checker) known(e ast.Expr) {
	if !types[typeName(e)] {
		c.fail(e, "this type does not exist here; use float, int, bool, vec2, vec3, vec4 or mat2, mat3, mat4")
	}
}

func (c *checker) block(b *ast.BlockStmt) (cost int) {
	if c.blocks++; c.blocks > maxBlocks {
		c.fail(b, "statements are nested more than %d deep; move the inner part into a function", maxBlocks)
	}
	for _, s := range b.List {
		cost = dearer(cost, c.stmt(s))
	}
	c.blocks--
	return cost
}

func (c *checker) stmt(s ast.Stmt) (cost int) {
	c.node(s)
	switch s := s.(type) {
	case *ast.AssignStmt:
		return c.assign(s)
	case *ast.IncDecStmt:
		return dearer(1, c.expr(s.X))
	case *ast.DeclStmt:
		return c.local(s)
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			cost = dearer(cost, c.expr(e))
		}
		return dearer(cost, 1)
	case *ast.BlockStmt:
		return c.block(s)
	case *ast.IfStmt:
		if s.Init != nil {
			c.fail(s.Init, "an if has no statement before its condition here; write it before the if")
		}
		cost = dearer(c.expr(s.Cond), c.block(s.Body)) // a graphics card often computes both branches
		if s.Else != nil {
			cost = dearer(cost, c.stmt(s.Else))
		}
		return dearer(cost, 1)
	case *ast.ForStmt:
		return c.loop(s)
	case *ast.BranchStmt:
		if s.Label != nil || s.Tok != token.BREAK && s.Tok != token.CONTINUE {
			c.fail(s, "%s does not exist here; use break and continue without a label", s.Tok)
		}
		return 1
	}
	c.fail(s, "this statement does not exist here; use =, :=, if, for and return")
	return 0
}

// assignments are the operators of assignments.
var assignments = map[token.Token]bool{token.ASSIGN: true, token.DEFINE: true, token.ADD_ASSIGN: true, token.SUB_ASSIGN: true, token.MUL_ASSIGN: true, token.QUO_ASSIGN: true}

func (c *checker) assign(s *ast.AssignStmt) (cost int) {
	if !assignments[s.Tok] || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		c.fail(s, "this assignment does not exist here; assign one value with =, :=, +=, -=, *= or /=")
	}
	if n, ok := s.Lhs[0].(*ast.Ident); ok && s.Tok == token.DEFINE {
		c.name(n)
	}
	if s.Tok == token.QUO_ASSIGN {
		c.divisor(s.Rhs[0])
	}
	return dearer(dearer(1, c.expr(s.Lhs[0])), c.expr(s.Rhs[0]))
}

// local checks a variable of a function.
func (c *checker) local(s *ast.DeclStmt) (cost int) {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		c.fail(s, "inside a function, declare variables only; constants stand outside")
	}
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		c.node(v)
		for _, n := range v.Names {
			c.name(n)
		}
		if v.Type != nil {
			c.known(v.Type)
		}
		for _, e := range v.Values {
			cost = dearer(cost, c.expr(e))
		}
	}
	return dearer(cost, 1)
}

// loop checks a loop, whose turns must be known.
func (c *checker) loop(s *ast.ForStmt) int {
	const form = "write for i := 0; i < 8; i++ with constants"
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 || len(init.Rhs) != 1 || s.Cond == nil || s.Post == nil {
		c.fail(s, "the turns of a loop must be known; %s", form)
	}
	i, ok := init.Lhs[0].(*ast.Ident)
	if !ok {
		c.fail(init, "the turns of a loop must be known; %s", form)
	}
	c.name(i)
	from := c.whole(init.Rhs[0], form)
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || typeName(cond.X) != i.Name {
		c.fail(s.Cond, "the turns of a loop must be known; %s", form)
	}
	to, by := c.whole(cond.Y, form), 0
	switch p := s.Post.(type) {
	case *ast.IncDecStmt:
		by = 1
		if p.Tok == token.DEC {
			by = -1
		}
		ok = typeName(p.X) == i.Name
	case *ast.AssignStmt:
		if ok = len(p.Lhs) == 1 && len(p.Rhs) == 1 && typeName(p.Lhs[0]) == i.Name; ok && p.Tok == token.ADD_ASSIGN {
			by = c.whole(p.Rhs[0], form)
		} else if ok && p.Tok == token.SUB_ASSIGN {
			by = -c.whole(p.Rhs[0], form)
		}
	}
	turns := turnsOf(from, to, by, cond.Op)
	switch {
	case !ok || turns < 0:
		c.fail(s, "the turns of a loop must be known; %s", form)
	case turns > MaxTurns:
		c.fail(s, "the loop has more than %d turns; use fewer", MaxTurns)
	}
	ast.Inspect(s.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if typeName(l) == i.Name {
					c.fail(l, "a loop must not set its own variable; use another one")
				}
			}
		case *ast.IncDecStmt:
			if typeName(n.X) == i.Name {
				c.fail(n, "a loop must not set its own variable; use another one")
			}
		}
		return true
	})
	return dearer(2, min(c.block(s.Body)+2, MaxCost+1)*turns)
}

// turnsOf returns how often a loop runs, -1 if that has no end.
func turnsOf(from, to, by int, op token.Token) int {
	switch {
	case op == token.LEQ:
		to++
	case op == token.GEQ:
		to--
	case op != token.LSS && op != token.GTR:
		return -1
	}
	up := op == token.LSS || op == token.LEQ
	switch {
	case by == 0 || up != (by > 0):
		return -1
	case up:
		return max(0, (to-from+by-1)/by)
	}
	return max(0, (from-to-by-1)/-by)
}

// whole returns a constant that is a whole number.
func (c *checker) whole(e ast.Expr, form string) int {
	c.expr(e)
	v, ok := c.fold(e)
	if !ok || v != math.Trunc(v) {
		c.fail(e, "the turns of a loop must be known; %s", form)
	}
	return int(v)
}

// operators are the operators of expressions.
var operators = map[token.Token]bool{token.ADD: true, token.SUB: true, token.MUL: true, token.QUO: true, token.LSS: true, token.GTR: true,
	token.LEQ: true, token.GEQ: true, token.EQL: true, token.NEQ: true, token.LAND: true, token.LOR: true}

func (c *checker) expr(e ast.Expr) (cost int) {
	if c.nesting++; c.nesting > maxNesting {
		c.fail(e, "the expression is nested more than %d deep; give a part of it a name", maxNesting)
	}
	defer func() { c.nesting-- }()
	c.node(e)
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.expr(e.X)
	case *ast.Ident:
		if len(e.Name) > maxLetters || strings.HasPrefix(e.Name, "__") {
			c.name(e)
		}
		return 1
	case *ast.BasicLit:
		if v, ok := c.fold(e); !ok || math.Abs(v) > MaxNumber {
			c.fail(e, "constants are numbers up to %d; use a smaller one", MaxNumber)
		}
		return 1
	case *ast.UnaryExpr:
		if e.Op != token.SUB && e.Op != token.ADD && e.Op != token.NOT {
			c.fail(e, "the operator %s does not exist here; use -, + or !", e.Op)
		}
		return dearer(1, c.expr(e.X))
	case *ast.BinaryExpr:
		if !operators[e.Op] {
			c.fail(e, "the operator %s does not exist here; use + - * / and mod()", e.Op)
		}
		if e.Op == token.QUO {
			c.divisor(e.Y)
		}
		cost = dearer(dearer(1, c.expr(e.X)), c.expr(e.Y))
		if v, ok := c.fold(e); ok && math.Abs(v) > MaxNumber {
			c.fail(e, "constants are numbers up to %d; use smaller ones", MaxNumber)
		}
		return cost
	case *ast.SelectorExpr:
		c.swizzle(e)
		return dearer(1, c.expr(e.X))
	case *ast.CallExpr:
		return c.call(e)
	}
	c.fail(e, "this expression does not exist here; arrays, indices and functions as values cannot be used")
	return 0
}

// divisor refuses to divide by a constant zero.
func (c *checker) divisor(e ast.Expr) {
	if v, ok := c.fold(e); ok && v == 0 {
		c.fail(e, "this divides by zero; use another number")
	}
}

// swizzle checks the letters behind a dot.
func (c *checker) swizzle(e *ast.SelectorExpr) {
	name := e.Sel.Name
	for _, letters := range []string{"xyzw", "rgba"} {
		if len(name) <= 4 && strings.Trim(name, letters) == "" {
			return
		}
	}
	c.fail(e.Sel, "a vector has no .%s; use up to four of x y z w, or of r g b a", name)
}

func (c *checker) call(e *ast.CallExpr) (cost int) {
	n, ok := e.Fun.(*ast.Ident)
	if !ok || e.Ellipsis != token.NoPos {
		c.fail(e, "only functions with a name can be called; call one of the shader's own or of the language")
	}
	for _, a := range e.Args {
		cost = dearer(cost, c.expr(a))
	}
	switch {
	case types[n.Name] || cheap[n.Name]:
		return dearer(cost, 1)
	case dear[n.Name]:
		return dearer(cost, dearCost)
	case c.functions[n.Name] != nil:
		return dearer(cost, c.price(n.Name, n))
	case strings.HasPrefix(n.Name, "imageSrc") || strings.HasPrefix(n.Name, "imageDst"):
		c.fail(n, "a shader has no picture as its source; compute the colour of at")
	}
	c.fail(n, "nothing has the name %s; docs/makers.md lists the functions of shaders", n.Name)
	return 0
}

// fold computes a constant; ok is false for everything else. Its bounds are those of float64: whoever calls
// it compares with MaxNumber.
func (c *checker) fold(e ast.Expr) (v float64, ok bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.fold(e.X)
	case *ast.Ident:
		v, ok = c.constants[e.Name]
		return v, ok
	case *ast.BasicLit:
		if e.Kind != token.INT && e.Kind != token.FLOAT || len(e.Value) > maxLetters || strings.ContainsAny(e.Value, "_xXoObBpPiI") {
			return 0, false
		}
		v, err := strconv.ParseFloat(e.Value, 64)
		return v, err == nil
	case *ast.UnaryExpr:
		v, ok = c.fold(e.X)
		if e.Op == token.SUB {
			v = -v
		}
		return v, ok && e.Op != token.NOT
	case *ast.BinaryExpr:
		return c.foldPair(e)
	case *ast.CallExpr: // a conversion
		if n := typeName(e.Fun); (n == "float" || n == "int") && len(e.Args) == 1 {
			return c.fold(e.Args[0])
		}
	}
	return 0, false
}

func (c *checker) foldPair(e *ast.BinaryExpr) (v float64, ok bool) {
	x, okX := c.fold(e.X)
	y, okY := c.fold(e.Y)
	if !okX || !okY {
		return 0, false
	}
	switch e.Op {
	case token.ADD:
		return x + y, true
	case token.SUB:
		return x - y, true
	case token.MUL:
		return x * y, true
	case token.QUO:
		return x / y, y != 0
	}
	return 0, false
}
