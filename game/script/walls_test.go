package script_test

import (
	"errors"
	"strings"
	"testing"

	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

// TestNothingBeyondTheLibrary: a script that names a file, a process, the network or the clock of the machine
// is not loaded, and the check names what it lacks, with its place.
func TestNothingBeyondTheLibrary(t *testing.T) {
	for _, name := range []string{"open", "read", "write", "os", "sys", "exec", "eval", "compile", "input", "print", "socket", "http", "time", "random", "globals", "getattr"} {
		_, err := star.Load("bad.star", []byte("def on_use(me, who):\n    "+name+"(\"/etc/passwd\")\n"), script.Host, star.LoadLimits)
		var r *star.Refusal
		if !errors.As(err, &r) || r.At.Line != 2 || r.At.Col != 5 || !strings.Contains(r.Why, name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOthersAreClosed: a script reads of another thing what can be seen of it, and neither its state nor the
// events that wait for it, its timers, or its properties.
func TestOthersAreClosed(t *testing.T) {
	for _, what := range []string{"state", "inbox", "events", "timers", "props", "secret"} {
		s := stage(t)
		placed(s, "Safe", block, "def on_use(me, who):\n    me.state[\"secret\"] = 7\n", 0, 2)
		spy := placed(s, "Spy", block, "def on_use(me, who):\n    x = near(\"Safe\", 8)[0]\n    say(str(info(x, \""+what+"\")))\n", 1, 1)
		if use(s, 2, spy); value.FaultKind(is(s, spy).Health.Last.Kind) != value.Refused {
			t.Errorf("info of %q: %+v", what, is(s, spy).Health.Last)
		}
		dot := placed(s, "Dot", block, "def on_use(me, who):\n    x = near(\"Safe\", 8)[0]\n    say(str(x."+what+"))\n", -1, 1)
		if use(s, 2, dot); is(s, dot).Health.Count == 0 {
			t.Errorf("%q of another thing can be read", what)
		}
	}
}

// TestATimerIsNoCommand: a timer is a part of the state. It comes at its tick with no command in any turn.
func TestATimerIsNoCommand(t *testing.T) {
	s := stage(t)
	x := placed(s, "Clock", block, "def on_use(me, who):\n    after(90, \"ring\")\n\ndef on_timer(me, name):\n    show(\"%s at %d\" % (name, now() - me.state.get(\"at\", 0)))\n", 0, 2)
	use(s, 2, x)
	for range 200 {
		if is(s, x).Label != "" {
			return
		}
		s.Run(1) // nobody asks for anything
	}
	t.Error("it never rings")
}
