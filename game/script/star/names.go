package star

import (
	"slices"

	"go.starlark.net/syntax"

	"manyhold/game/script/star/value"
)

// Name is a name that a source gives a value, by def or by =.
type Name struct {
	Name string
	At   value.Pos
	// Texts are the value, if that is written as a list or tuple of strings (Listed). Plain reports whether
	// it is written as one value that cannot be such a list: a number, a string, a dict, a list with another
	// element.
	Texts         []string
	Listed, Plain bool
}

// Inners returns the names that functions give a value, which is therefore forgotten when the function ends,
// in the order of a source that Load accepts.
func Inners(source []byte) (list []Name) {
	outer(source, func(s syntax.Stmt) {
		d, ok := s.(*syntax.DefStmt)
		if !ok {
			return
		}
		for _, s := range d.Body {
			syntax.Walk(s, func(n syntax.Node) bool {
				list = append(list, assigned(n)...)
				return true
			})
		}
	})
	return list
}

// Outers returns the names of the top level, in the order of a source that Load accepts.
func Outers(source []byte) (list []Name) {
	outer(source, func(s syntax.Stmt) { list = append(list, assigned(s)...) })
	return list
}

// outer calls f with the statements of the top level, if the source can be read.
func outer(source []byte, f func(syntax.Stmt)) {
	file, err := dialect.Parse("", source, 0)
	if err != nil {
		return
	}
	for _, s := range file.Stmts {
		f(s)
	}
}

// assigned returns the name to which a node gives a value, if it is one name.
func assigned(n syntax.Node) []Name {
	switch n := n.(type) {
	case *syntax.DefStmt:
		return []Name{{Name: n.Name.Name, At: at(n.Name.NamePos), Plain: true}}
	case *syntax.AssignStmt:
		if id, ok := n.LHS.(*syntax.Ident); ok && n.Op == syntax.EQ {
			x := Name{Name: id.Name, At: at(id.NamePos)}
			x.Texts, x.Listed, x.Plain = written(n.RHS)
			return []Name{x}
		}
	}
	return nil
}

// written reads a list of strings as it is written.
func written(x syntax.Expr) (texts []string, listed, plain bool) {
	var elements []syntax.Expr
	switch x := x.(type) {
	case *syntax.ParenExpr:
		return written(x.X)
	case *syntax.ListExpr:
		elements = x.List
	case *syntax.TupleExpr:
		elements = x.List
	case *syntax.Literal, *syntax.DictExpr, *syntax.LambdaExpr:
		return nil, false, true
	default:
		return nil, false, false
	}
	for _, e := range elements {
		l, ok := e.(*syntax.Literal)
		if !ok {
			return nil, false, slices.ContainsFunc(elements, func(e syntax.Expr) bool {
				l, ok := e.(*syntax.Literal)
				return ok && l.Token != syntax.STRING
			})
		}
		s, ok := l.Value.(string)
		if !ok {
			return nil, false, true
		}
		texts = append(texts, s)
	}
	return texts, true, false
}
