package policy

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// shapeStandard gives the types of packages outside the tree.
type shapeStandard = types.Importer

// shapeImporter reads the export data that the go command has of the packages game may import.
func shapeImporter(t testing.TB) shapeStandard {
	args := append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}"}, shapePure...)
	// Packages that are banned are listed too, so that code which imports them can be checked for the rest.
	args = append(args, "os", "time", "sync", "sort", "math", "math/rand/v2", "reflect", "unsafe")
	cmd := exec.Command("go", args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, errs.Bytes())
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files[name] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(name string) (io.ReadCloser, error) {
		if files[name] == "" {
			return nil, fmt.Errorf("package %s is not known", name)
		}
		return os.Open(files[name])
	})
}

// shapeTypes type-checks the packages of the deterministic part from the tree.
type shapeTypes struct {
	c        *shapeChecker
	standard shapeStandard
	packages map[string]*types.Package
	infos    map[string]*types.Info
}

// Import implements types.Importer.
func (s *shapeTypes) Import(name string) (*types.Package, error) {
	if p := s.packages[name]; p != nil {
		return p, nil
	}
	for _, p := range s.c.packages {
		if p.importPath() == name {
			return s.check(p)
		}
	}
	return s.standard.Import(name)
}

// check type-checks a package without its tests.
func (s *shapeTypes) check(p *shapePackage) (*types.Package, error) {
	var files []*ast.File
	for _, f := range p.files {
		if !f.test {
			files = append(files, f.ast)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("package %s has no files", p.dir)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	var first error
	config := types.Config{Importer: s, Error: func(err error) {
		if first == nil {
			first = err
		}
	}}
	checked, _ := config.Check(p.importPath(), s.c.fset, files, info)
	if first != nil {
		s.c.report(p.dir, "types", "the package cannot be type-checked: %v", first)
	}
	s.packages[p.importPath()], s.infos[p.importPath()] = checked, info
	return checked, nil
}

// checkDeterminism applies the rules of the deterministic part to every package below game.
func (c *shapeChecker) checkDeterminism(standard shapeStandard) {
	s := &shapeTypes{c, standard, map[string]*types.Package{}, map[string]*types.Info{}}
	for _, p := range c.packages {
		if !shapeBelow(p.importPath(), "manyhold/game") {
			continue
		}
		if _, err := s.Import(p.importPath()); err != nil {
			continue // a directory of tests only
		}
		info := s.infos[p.importPath()]
		for _, f := range p.files {
			if f.test {
				continue
			}
			for _, d := range f.ast.Decls {
				name := ""
				if fn, ok := d.(*ast.FuncDecl); ok {
					name = fn.Name.Name
				}
				ast.Inspect(d, func(n ast.Node) bool {
					c.checkNode(info, p, name, n)
					return true
				})
			}
		}
		c.checkStored(s.packages[p.importPath()], p)
	}
}

// checkNode looks at one piece of syntax in the function of that name, or outside functions.
func (c *shapeChecker) checkNode(info *types.Info, p *shapePackage, function string, n ast.Node) {
	switch n := n.(type) {
	case *ast.GoStmt:
		c.report(c.at(n), "goroutine", "who runs first is not decided here; parallel work goes through an injected Do")
	case *ast.SelectStmt, *ast.SendStmt, *ast.ChanType:
		c.report(c.at(n), "channel", "game waits for nobody; values come in as arguments")
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			c.report(c.at(n), "channel", "game waits for nobody; values come in as arguments")
		}
	case *ast.BasicLit:
		if n.Kind == token.FLOAT || n.Kind == token.IMAG {
			c.report(c.at(n), "float", "%s: rounding differs between processors; use game/fixed", n.Value)
		}
	case *ast.Ident:
		if o, ok := info.Uses[n].(*types.TypeName); ok && o.Pkg() == nil && shapeFloat(o.Type()) {
			c.report(c.at(n), "float", "%s: rounding differs between processors; use game/fixed", n.Name)
		}
	case *ast.CallExpr:
		c.checkCall(info, p, function, n)
	case *ast.RangeStmt:
		if t := info.TypeOf(n.X); t != nil && shapeMap(t) {
			c.report(c.at(n), "map order", "a range over a map has another order every time; range over sorted keys or keep a slice")
		}
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			c.checkGlobal(info, p, function, e)
		}
	case *ast.IncDecStmt:
		c.checkGlobal(info, p, function, n.X)
	}
}

// shapeFloat reports whether values of a type are floating-point numbers.
func shapeFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
}

// shapeMap reports whether a type is a map, or a type parameter that may be one.
func shapeMap(t types.Type) bool {
	if param, ok := t.(*types.TypeParam); ok {
		if constraint, ok := param.Constraint().Underlying().(*types.Interface); ok {
			for i := range constraint.NumEmbeddeds() {
				if union, ok := constraint.EmbeddedType(i).(*types.Union); ok {
					for j := range union.Len() {
						if shapeMap(union.Term(j).Type()) {
							return true
						}
					}
				}
			}
		}
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// shapeCallee names the function that a call calls as "package.Name", if it is one of another package.
func shapeCallee(info *types.Info, call *ast.CallExpr) string {
	fun := ast.Unparen(call.Fun)
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun = index.X
	}
	selector, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	f, ok := info.Uses[selector.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil {
		return ""
	}
	return f.Pkg().Path() + "." + f.Name()
}

// checkCall looks for unstable sorts, iteration over maps by name, and calls that give floats.
func (c *shapeChecker) checkCall(info *types.Info, p *shapePackage, function string, call *ast.CallExpr) {
	switch name := shapeCallee(info, call); name {
	case "slices.SortFunc", "sort.Slice", "sort.Sort":
		if !c.excused(shapeUnstable, p.dir+"."+function) {
			c.report(c.at(call), "unstable sort", "%s leaves equal keys in an order that may change with the Go version; use slices.SortStableFunc, or list the function with the reason why no keys are equal", name)
		}
	case "slices.Sorted":
		// Sorted, the keys of a map are the same every time. The outer call is visited before the inner one.
		if inner, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr); ok {
			c.sorted[inner] = true
		}
	case "maps.Keys", "maps.Values", "maps.All":
		if !c.sorted[call] {
			c.report(c.at(call), "map order", "%s visits in another order every time; only slices.Sorted(maps.Keys(m)) is the same", name)
		}
	}
	if tv, ok := info.Types[call]; ok && tv.Type != nil && shapeFloat(tv.Type) && tv.Value == nil {
		c.report(c.at(call), "float", "a call that gives a floating-point number")
	}
}

// checkGlobal looks whether an assignment in a function writes a variable of the package.
func (c *shapeChecker) checkGlobal(info *types.Info, p *shapePackage, function string, e ast.Expr) {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			if _, qualified := info.Uses[x.Sel].(*types.Var); qualified && info.Selections[x] == nil {
				e = x.Sel
				continue
			}
			e = x.X
		case *ast.Ident:
			v, ok := info.Uses[x].(*types.Var)
			if ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && function != "init" && !c.excused(shapeGlobals, p.dir+"."+v.Name()) {
				c.report(c.at(x), "global", "%s is written by a function: state belongs to a value, so that two worlds in one process do not share it", v.Name())
			}
			return
		default:
			return
		}
	}
}

// checkStored looks at the fields of those structs of a package that are stored.
func (c *shapeChecker) checkStored(p *types.Package, source *shapePackage) {
	whole := slices.Contains(shapeStored, source.dir)
	for _, name := range p.Scope().Names() {
		if !whole && !slices.Contains(shapeStored, source.dir+"."+name) {
			continue
		}
		o, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || o.IsAlias() {
			continue
		}
		s, ok := o.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range s.NumFields() {
			f := s.Field(i)
			if kind := shapeWide(f.Type()); kind != "" {
				at := c.fset.Position(f.Pos())
				c.report(fmt.Sprintf("%s:%d", path.Join(source.dir, path.Base(at.Filename)), at.Line), "stored int",
					"%s.%s is %s, whose size differs between machines; name the size", name, f.Name(), kind)
			}
		}
	}
}

// shapeWide names the machine-sized integer that a field holds, if it does.
func shapeWide(t types.Type) string {
	switch t := t.(type) {
	case *types.Named:
		return shapeWide(t.Underlying())
	case *types.Basic:
		if t.Kind() == types.Int || t.Kind() == types.Uint || t.Kind() == types.Uintptr {
			return t.Name()
		}
	case *types.Array:
		return shapeWide(t.Elem())
	case *types.Slice:
		return shapeWide(t.Elem())
	case *types.Pointer:
		if _, named := t.Elem().(*types.Named); !named {
			return shapeWide(t.Elem())
		}
	case *types.Struct:
		for i := range t.NumFields() {
			if kind := shapeWide(t.Field(i).Type()); kind != "" {
				return kind
			}
		}
	}
	return ""
}
