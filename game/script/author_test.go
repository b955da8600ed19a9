package script_test

import (
	"fmt"
	"strings"
)

// author draws random scripts of things: with nested data, loops, functions within functions, timers,
// messages and every effect. Most of what they do is possible; the rest is refused or a fault.
type author struct {
	pick  func(n int) int // a number below n
	b     strings.Builder
	depth int
}

func (a *author) of(options ...string) string { return options[a.pick(len(options))] }

// rarely is an extreme once in sixteen times.
func (a *author) rarely(usual string) string {
	if e := extremes[a.pick(len(extremes))]; a.pick(24) == 0 && !strings.Contains(e, `\xff`) {
		return "(" + e + ")"
	}
	return usual
}

func (a *author) num(depth int) string {
	if depth == 0 {
		return a.rarely(a.of("a", "b", "1", "2", "3", "0.5", "-1", "7", "now() % 8", "chance(6)", "len(l)", "int(me.x)"))
	}
	x := func() string { return a.num(depth - 1) }
	switch a.pick(6) {
	case 0:
		return "(" + x() + a.of(" + ", " - ", " * ") + x() + ")"
	case 1:
		return "(" + x() + a.of(" % 7", " // 2", " / 3") + ")"
	case 2:
		return a.of("abs", "floor", "round") + "(" + x() + ")"
	case 3:
		return a.of("min", "max") + "(" + x() + ", " + x() + ")"
	case 4:
		return "(" + x() + " if " + a.is(depth-1) + " else " + x() + ")"
	}
	return "(lambda v: v + " + x() + ")(" + x() + ")"
}

func (a *author) is(depth int) string {
	return a.num(depth) + a.of(" < ", " == ", " >= ", " != ") + a.num(depth)
}

func (a *author) text(depth int) string {
	switch kind := a.pick(5); {
	case kind == 0 && depth > 0:
		return `"%s %d" % (` + a.text(depth-1) + ", round(" + a.num(0) + "))"
	case kind == 1 && depth > 0:
		return "str(" + a.any(depth-1) + ")[:20]"
	case kind == 2:
		return a.of(`str(info(who, "name"))`, "me.name", `str(tile(me.x, me.y + 1))`, "str(who)")
	}
	return a.rarely(a.of(`"x"`, `"yz"`, "s", `"red"`))
}

func (a *author) list(depth int) string {
	if depth == 0 {
		return a.of("l", "[]", "[3, 1, 2]", "l[-5:]", `near("player", 9)`, `near("thing", 6)`, `near("ball", 12)`)
	}
	switch a.pick(5) {
	case 0:
		return "[" + a.any(depth-1) + ", " + a.any(depth-1) + "]"
	case 1:
		return "sorted([" + a.num(0) + " for v in " + a.list(depth-1) + "], reverse = " + a.is(0) + ")"
	case 2:
		return "[f(v) for f in [lambda x: (x, " + a.num(0) + "), lambda x: [x]] for v in " + a.list(0) + "][:6]"
	case 3:
		return a.of("d.keys()", "d.values()", "d.items()", "enumerate(l)", "zip(l, [1, 2])")
	}
	return "(l + " + a.list(depth-1) + ")[:8]"
}

func (a *author) dict(depth int) string {
	if depth == 0 {
		return a.of("d", "{}", `{"k": a}`)
	}
	return "{" + a.of(`"k"`, "a", "who", "(1, a)", "s") + ": " + a.any(depth-1) + ", " + a.of(`"q"`, "b") + ": " + a.any(depth-1) + "}"
}

func (a *author) any(depth int) string {
	switch a.pick(5) {
	case 0:
		return a.list(depth)
	case 1:
		return a.dict(depth)
	case 2:
		return a.text(depth)
	case 3:
		return a.of("None", "True", "who", "me", "(1, who)")
	}
	return a.num(depth)
}

// player is an expression that mostly is a player or a thing.
func (a *author) player() string {
	return a.rarely(a.of("who", "who", "me.owner", "me", `(near("player", 9) or [me])[0]`, `(near("thing", 9) or [who])[-1]`))
}

// effect draws a call that asks for something.
func (a *author) effect() string {
	n := func() string { return a.rarely(a.num(a.pick(2))) }
	who := a.player()
	text := func() string { return "(" + a.text(1) + ")[:30]" }
	switch a.pick(20) {
	case 0:
		return "say(" + text() + ")"
	case 1:
		return "show(" + text() + ")"
	case 2:
		return "light(" + n() + ")"
	case 3:
		return "frame(abs(int(" + n() + ")))"
	case 4:
		return "open_me(" + a.is(0) + ")"
	case 5:
		return "sound(" + a.of(`"ding"`, `"click"`) + ")"
	case 6, 7:
		return "after(" + n() + " % 9 + 1, " + a.of(`"t"`, `"u"`, "s") + ")"
	case 8:
		return "cancel(" + a.of(`"t"`, `"u"`) + ")"
	case 9, 10:
		return "publish(" + a.of(`"a"`, `"b"`) + ", " + a.any(2) + ")"
	case 11:
		return "send(" + who + ", " + a.of(`"a"`, `"c"`) + ", " + a.any(1) + ")"
	case 12:
		return "push(" + n() + ", " + n() + ")"
	case 13:
		return "shove(" + a.of(`(near("ball", 12) or [me])[0]`, who) + ", " + n() + ", " + n() + ")"
	case 14:
		return "teleport(" + who + ", me.x + " + n() + ", me.y + " + a.of("1", "-1", n()) + ")"
	case 15:
		return a.of("heal", "hurt") + "(" + who + ", abs(int(" + n() + ")) + 1)"
	case 16:
		return "freeze(" + who + ")"
	case 17:
		return a.of("give", "take") + "(" + who + ", " + a.of(`"copper"`, `"stick"`) + ", " + a.of("1", "2", "90", n()) + ")"
	case 18:
		return "menu(" + who + ", " + text() + `, ["Yes", "No"])`
	}
	return "travel(" + who + `, "far")`
}

func (a *author) line(s string) { a.b.WriteString(strings.Repeat("    ", a.depth) + s + "\n") }

// block draws statements.
func (a *author) block(depth int) {
	a.depth++
	for range 1 + a.pick(4) {
		kind := a.pick(14)
		if depth == 0 {
			kind %= 10
		}
		switch kind {
		case 0, 1, 2, 3:
			a.line(a.effect())
		case 4, 5:
			a.line("me.state[" + a.of(`"k"`, `"l"`, `"n"`, "(1, a)", "who") + "] = " + a.any(a.pick(4)))
		case 6:
			a.line(a.of("a = ", "b = ", "a += ", "b -= ") + a.num(a.pick(3)))
		case 7:
			a.line(a.of("l = list("+a.list(a.pick(3))+")", "d = "+a.dict(a.pick(3)), "s = "+a.text(1)))
		case 8:
			a.line(a.of("l.append("+a.any(1)+")", "d["+a.of("a", `"z"`, "who")+"] = "+a.any(1), "d.pop("+a.of(`"k"`, "a")+", None)", "keep("+a.num(0)+")"))
		case 9:
			a.line(a.rarely(a.of("count(me)", "say(str(d)[:40])", "show(str(me.state)[:40])")))
		case 10:
			a.line("for v in " + a.list(a.pick(2)) + ":")
			a.block(depth - 1)
		case 11:
			a.line("if " + a.is(1) + ":")
			a.block(depth - 1)
			a.line("else:")
			a.block(depth - 1)
		case 12:
			name := fmt.Sprintf("f%d", depth)
			a.line("def " + name + "(v, w = " + a.num(0) + "):")
			a.depth++
			a.line("l.append(w)")
			a.line("return lambda: (v, w, len(l))")
			a.depth--
			a.line("me.state[\"made\"] = " + name + "(" + a.num(0) + ")()")
		case 13:
			a.line("while b < " + a.of("4", "9") + ":")
			a.depth++
			a.line("b += 1")
			a.depth--
			a.block(depth - 1)
		}
	}
	a.depth--
}

// more are the parameters of handlers behind the thing itself.
var more = map[string]string{"on_use": "who", "on_touch": "who", "on_enter": "who", "on_leave": "who", "on_signal": "value", "on_timer": "name",
	"on_message": "channel, value, who", "on_command": "who, value", "on_born": "who", "on_gone": "who", "on_bounce": "value", "on_prop": "name, who",
	"on_refused": "effect, value", "on_ask": "who, value"}

// write draws a script.
func (a *author) write() string {
	a.line(`CHANNELS = ["a", "b"]`)
	a.line("K = [1, {\"q\": 2}, (3, \"x\")]")
	a.line("def keep(v):")
	a.line("    return [v] + K")
	a.line("def count(me):")
	a.line("    me.state[\"n\"] = me.state.get(\"n\", 0) + 1")
	a.line("    return me.state[\"n\"]")
	a.line("def upgrade(me, version):")
	a.line("    me.state[\"from\"] = version")
	for _, name := range []string{"on_use", "on_born", "on_timer", "on_message", "on_refused", "on_touch", "on_enter", "on_leave", "on_command", "on_bounce",
		"on_prop", "on_ask", "on_tick"} {
		often := 2
		if name == "on_use" || name == "on_born" || name == "on_timer" {
			often = 8
		}
		if a.pick(often) == often-1 && often == 2 {
			continue
		}
		params := "me"
		if m := more[name]; m != "" {
			params += ", " + m
		}
		a.line("def " + name + "(" + params + "):")
		a.depth++
		if !strings.Contains(params, "who") {
			a.line("who = " + a.of("me.owner", `(near("player", 9) or [me])[0]`))
		}
		a.line("a, b, s = count(me), chance(5), \"abc\"")
		a.line("l = list(me.state.get(\"l\") or [3, 1])[:12] if type(me.state.get(\"l\")) == \"list\" else [3, 1, 2]")
		a.line("d = {\"k\": me.state.get(\"k\"), 2: 3}")
		if name == "on_tick" {
			a.line("if now() % " + a.of("2", "3", "7") + ":")
			a.line("    return")
		}
		a.depth--
		a.block(2)
	}
	return a.b.String()
}
