package star

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
)

// The compiler turns the tree into Go closures. Their shared data is fixed when they are made; data of a run
// is in its frames.
type (
	expr func(f *frame) value.Value
	stmt func(f *frame) flow
	// setter assigns to a variable or an element.
	setter func(f *frame, v value.Value)
	// flow says where to go on after a statement.
	flow uint8
)

const (
	onward flow = iota
	breaks
	continues
	returns
)

type compiler struct {
	library *Library
	globals []value.Value
	names   []string // of the globals
	texts   state.Names
	nesting int // of expressions
	blocks  int // of statements
}

// execute runs statements until one of them leaves the block.
func execute(f *frame, body []stmt) flow {
	for _, s := range body {
		if then := s(f); then != onward {
			return then
		}
	}
	return onward
}

// cost is the number of nodes of an expression, without the parts that charge for themselves because they run
// later, or several times.
func cost(e syntax.Node) int64 {
	n := int64(0)
	syntax.Walk(e, func(x syntax.Node) bool {
		switch x := x.(type) {
		case nil, *syntax.ParenExpr:
			return x != nil
		case *syntax.Comprehension:
			n += 2
			return false
		case *syntax.LambdaExpr:
			n += 2 + defaultsCost(x.Params)
			return false
		}
		n++
		return true
	})
	return n
}

// defaultsCost is the cost of the defaults of parameters, which are evaluated where the function is made.
func defaultsCost(params []syntax.Expr) int64 {
	n := int64(0)
	for _, p := range params {
		if b, ok := p.(*syntax.BinaryExpr); ok {
			n += cost(b.Y)
		}
	}
	return n
}

func (c *compiler) block(list []syntax.Stmt) []stmt {
	if c.blocks++; c.blocks > maxBlocks {
		refuse(start(list[0]), "statements are nested more than %d deep; move the inner part into a function", maxBlocks)
	}
	out := make([]stmt, 0, len(list))
	for _, s := range list {
		out = append(out, c.stmt(s))
	}
	c.blocks--
	return out
}

func (c *compiler) stmt(s syntax.Stmt) stmt {
	at := start(s)
	switch s := s.(type) {
	case *syntax.ExprStmt:
		x, n := c.expr(s.X), 1+cost(s.X)
		return func(f *frame) flow { f.m.meter.Step(at, n); x(f); return onward }
	case *syntax.BranchStmt:
		then := onward
		switch s.Token {
		case syntax.BREAK:
			then = breaks
		case syntax.CONTINUE:
			then = continues
		}
		return func(f *frame) flow { f.m.meter.Step(at, 1); return then }
	case *syntax.ReturnStmt:
		if s.Result == nil {
			return func(f *frame) flow { f.m.meter.Step(at, 1); f.result = value.None; return returns }
		}
		x, n := c.expr(s.Result), 1+cost(s.Result)
		return func(f *frame) flow { f.m.meter.Step(at, n); f.result = x(f); return returns }
	case *syntax.IfStmt:
		return c.branches(s)
	case *syntax.WhileStmt:
		return c.while(s)
	case *syntax.ForStmt:
		return c.loop(s)
	case *syntax.DefStmt:
		mk := c.function(s.Name.Name, s.Function.(*resolve.Function), at)
		set, n := c.target(s.Name), 2+defaultsCost(s.Params)
		return func(f *frame) flow { f.m.meter.Step(at, n); set(f, mk(f)); return onward }
	case *syntax.AssignStmt:
		if s.Op == syntax.EQ {
			return c.assignment(s)
		}
		return c.augmented(s)
	case *syntax.LoadStmt:
		refuse(at, "load does not exist here; a script is one file")
	}
	refuse(at, "this statement does not exist here")
	return nil
}

// branches compiles an if with all of its elifs into one statement, so that a long chain takes no stack.
func (c *compiler) branches(s *syntax.IfStmt) stmt {
	type branch struct {
		at   value.Pos
		cost int64
		is   expr
		body []stmt
	}
	var list []branch
	var otherwise []stmt
	for {
		list = append(list, branch{start(s), 1 + cost(s.Cond), c.expr(s.Cond), c.block(s.True)})
		if len(s.False) == 1 {
			if elif, ok := s.False[0].(*syntax.IfStmt); ok {
				s = elif
				continue
			}
		}
		if len(s.False) > 0 {
			otherwise = c.block(s.False)
		}
		break
	}
	if len(list) == 1 {
		b := list[0]
		return func(f *frame) flow {
			f.m.meter.Step(b.at, b.cost)
			if b.is(f).Truth() {
				return execute(f, b.body)
			}
			return execute(f, otherwise)
		}
	}
	return func(f *frame) flow {
		for i := range list {
			b := &list[i]
			f.m.meter.Step(b.at, b.cost)
			if b.is(f).Truth() {
				return execute(f, b.body)
			}
		}
		return execute(f, otherwise)
	}
}

func (c *compiler) while(s *syntax.WhileStmt) stmt {
	at, n, is := start(s), 1+cost(s.Cond), c.expr(s.Cond)
	body := c.block(s.Body)
	return func(f *frame) flow {
		for {
			f.m.meter.Step(at, n)
			if !is(f).Truth() {
				return onward
			}
			switch execute(f, body) {
			case breaks:
				return onward
			case returns:
				return returns
			}
		}
	}
}

func (c *compiler) loop(s *syntax.ForStmt) stmt {
	at, n, over := start(s), 2+cost(s.X), c.expr(s.X)
	set, body := c.target(s.Vars), c.block(s.Body)
	return func(f *frame) flow {
		f.m.meter.Step(at, n)
		v := over(f)
		f.m.meter.At = at
		it := value.Visit(&f.m.meter, v)
		for e, ok := it.Next(); ok; e, ok = it.Next() {
			f.m.meter.Step(at, 2)
			set(f, e)
			if then := execute(f, body); then == breaks {
				break
			} else if then == returns {
				it.End()
				return returns
			}
		}
		it.End()
		return onward
	}
}
