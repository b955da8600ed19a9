package star

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"manyhold/game/script/star/value"
)

// variables notes the variables of a function.
func (c *compiler) variables(fn *function, locals []*resolve.Binding) {
	if fn.vars = len(locals); fn.vars > maxVars {
		refuse(fn.at, "%s has more than %d variables; divide it", fn.name, maxVars)
	}
	for i, l := range locals {
		if l.Scope == resolve.Cell {
			fn.shared = append(fn.shared, i)
		}
	}
}

// function compiles a def or a lambda to an expression that makes the function.
func (c *compiler) function(name string, r *resolve.Function, place value.Pos) expr {
	fn := &function{name: name, at: place, params: len(r.Params)}
	c.variables(fn, r.Locals)
	if fn.params > maxParams {
		refuse(start(r.Params[maxParams]), "%s has more than %d parameters; take a dict", name, maxParams)
	}
	var defaults []expr
	for _, p := range r.Params {
		switch p := p.(type) {
		case *syntax.Ident:
			fn.names = append(fn.names, p.Name)
		case *syntax.BinaryExpr:
			fn.names = append(fn.names, p.X.(*syntax.Ident).Name)
			defaults = append(defaults, c.expr(p.Y))
		default:
			refuse(start(p), "* and ** do not exist here; name each parameter")
		}
	}
	fn.given = len(defaults)
	for _, b := range r.FreeVars { // b is the variable in the function around
		fn.free = append(fn.free, free{b.Index, b.Scope == resolve.Cell})
	}
	blocks := c.blocks
	c.blocks = 0 // each call counts by itself
	if name == "lambda" {
		c.blocks = blocks
	}
	fn.body = c.block(r.Body)
	c.blocks = blocks
	size := int64(64 + 24*(len(fn.free)+len(defaults)))
	return func(f *frame) value.Value {
		f.m.meter.Alloc(size)
		out := &closure{fn: fn}
		for _, d := range defaults {
			out.defaults = append(out.defaults, d(f))
		}
		for _, v := range fn.free {
			if v.outer {
				out.free = append(out.free, f.vars[v.index].Ref().(*cell))
			} else {
				out.free = append(out.free, f.free[v.index])
			}
		}
		return value.Of(out)
	}
}

// call compiles a call of a function or a method.
func (c *compiler) call(x *syntax.CallExpr) expr {
	var fn expr
	var of *method
	place := start(x)
	if d, ok := x.Fn.(*syntax.DotExpr); ok {
		if of = methods[d.Name.Name]; of == nil {
			refuse(at(d.Name.NamePos), "there is no method %s; the documentation lists all", d.Name.Name)
		}
		if slices.Contains(changing, d.Name.Name) {
			c.changes(d.X)
		}
		fn, place = c.expr(d.X), at(d.Name.NamePos)
	} else {
		fn = c.expr(x.Fn)
	}
	var args, values []expr
	var names []string
	for _, a := range x.Args {
		if b, ok := a.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
			names, values = append(names, b.X.(*syntax.Ident).Name), append(values, c.expr(b.Y))
			continue
		}
		args = append(args, c.expr(a))
	}
	byName := func(f *frame) []named {
		if len(names) == 0 {
			return nil
		}
		f.m.meter.Alloc(40 * int64(len(names)))
		by := make([]named, len(names))
		for k, e := range values {
			by[k] = named{names[k], e(f)}
		}
		return by
	}
	if of != nil {
		return func(f *frame) value.Value {
			m := f.m
			base := len(m.stack)
			m.push(fn(f))
			for _, a := range args {
				m.push(a(f))
			}
			by := byName(f)
			m.meter.At = place
			v := m.invokeNative(of.on(m, m.stack[base]), base, by)
			m.pop(base)
			return v
		}
	}
	return func(f *frame) value.Value {
		m := f.m
		g := fn(f)
		base := len(m.stack)
		for _, a := range args {
			m.push(a(f))
		}
		by := byName(f)
		m.meter.At = place
		v := m.invokeValue(g, base, by)
		m.pop(base)
		return v
	}
}
