package star

import (
	"go.starlark.net/syntax"

	"manyhold/game/script/star/value"
)

// Inner is a name that a function gives a value, and that is therefore forgotten when the function ends.
type Inner struct {
	Name string
	At   value.Pos
}

// Inners returns the names that functions define, by def or by =, in the order of a source that Load accepts.
func Inners(source []byte) (list []Inner) {
	f, err := dialect.Parse("", source, 0)
	if err != nil {
		return nil
	}
	name := func(x syntax.Expr) {
		if id, ok := x.(*syntax.Ident); ok {
			list = append(list, Inner{id.Name, at(id.NamePos)})
		}
	}
	for _, s := range f.Stmts {
		outer, ok := s.(*syntax.DefStmt)
		if !ok {
			continue
		}
		for _, s := range outer.Body {
			syntax.Walk(s, func(n syntax.Node) bool {
				switch n := n.(type) {
				case *syntax.DefStmt:
					name(n.Name)
				case *syntax.AssignStmt:
					if n.Op == syntax.EQ {
						name(n.LHS)
					}
				}
				return true
			})
		}
	}
	return list
}
