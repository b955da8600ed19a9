package e2e

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"manyhold/app/dial/remedy"
)

// TestSecondProcessOfOneIdentity: a second computer with a copy of a player's key is told that the player is
// in the world already. The first session goes on.
func TestSecondProcessOfOneIdentity(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	b.must("say I am here")
	st, _ := a.island()
	key, err := os.ReadFile(filepath.Join(b.data, "identity.key"))
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "identity.key"), key, 0o600); err != nil {
		t.Fatal(err)
	}
	second := headless(t, data, "--no-lan", "--join", st.World.Invite, "--name", "Bo")
	second.await("the reason", 20*time.Second, func() bool {
		st, err := second.status()
		return err == nil && st.Trouble == remedy.Twice
	})
	b.must("say I am still here; place lamp ~1 ~0")
}
