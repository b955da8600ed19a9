package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/net/host/hook"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
)

// misdeedFile names a file whose content is what the program does wrong as a leader: a word, and the key of
// its victim. The program of tests reads it again and again; nothing else knows of it.
const misdeedFile = "MANYHOLD_TEST_MISDEEDS"

// misdeeds is the modified part of a program that leads unfairly.
type misdeeds struct {
	mu     sync.Mutex
	path   string
	looked time.Time
	word   string
	victim string
}

// now returns what is done wrong at present, and to whom.
func (m *misdeeds) now() (word, victim string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if time.Since(m.looked) > 20*time.Millisecond {
		m.looked = time.Now()
		b, _ := os.ReadFile(m.path)
		m.word, m.victim, _ = strings.Cut(string(b), " ")
	}
	return m.word, m.victim
}

// does reports whether one of some misdeeds is done to a peer.
func (m *misdeeds) does(who key.ID, words ...string) bool {
	word, victim := m.now()
	return slices.Contains(words, word) && (victim == "" || victim == who.String())
}

// hooks are the rules that such a leader breaks.
func (m *misdeeds) hooks() hook.Hooks {
	return hook.Hooks{Leader: hook.Leader{
		Every: func(turn time.Duration) time.Duration {
			switch word, _ := m.now(); word {
			case "fast", "rapid":
				return 12 * time.Millisecond
			case "slow", "rare":
				return 370 * time.Millisecond
			}
			return turn
		},
		Ticks: func(record uint8) uint8 {
			switch word, _ := m.now(); word {
			case "fast":
				return 6
			case "slow":
				return 1
			}
			return record
		},
		Takes:     func(author key.ID) bool { return !m.does(author, "censor") },
		Gone:      func(player key.ID) bool { return m.does(player, "sleep") },
		Sends:     func(to key.ID) bool { return !m.does(to, "withhold") },
		Proclaims: func() bool { return !m.does(key.ID{}, "lawless") },
	}}
}

// beUnfair makes this process a modified program, if a test says so.
func beUnfair() {
	if path := os.Getenv(misdeedFile); path != "" {
		hooks := (&misdeeds{path: path}).hooks()
		node.TestOptions = func(o *kernel.Options) { o.Hooks = hooks }
	}
}

// unfairProgram is program with the modified leader. It obeys the file that is returned.
func unfairProgram(t testing.TB, args ...string) (c *exec.Cmd, orders string) {
	orders = filepath.Join(t.TempDir(), "misdeeds")
	c = program(args...)
	c.Env = append(c.Env, misdeedFile+"="+orders)
	return c, orders
}

// instruct tells a modified program what to do from now on, in one step.
func instruct(t testing.TB, file string, words ...string) {
	t.Helper()
	next := file + ".next"
	if err := os.WriteFile(next, bytes.TrimSpace([]byte(strings.Join(words, " "))), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, file); err != nil {
		t.Fatal(err)
	}
}
