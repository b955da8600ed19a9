package second

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"manyhold/app/control"
	"manyhold/app/options"
	"manyhold/app/rig"
	"manyhold/app/settings"
	"manyhold/input"
	"manyhold/input/fake"
)

func TestMain(m *testing.M) {
	settings.SetDefaults(rig.Config())
	os.Exit(m.Run())
}

// TestQuestion: where a node runs in the background the small window offers a window on it, by keys, mouse or
// pad, and can be closed; where none answers it offers none.
func TestQuestion(t *testing.T) {
	for name, c := range map[string]struct {
		node   bool
		do     func(d *dialog, hands *fake.Source)
		agreed bool
	}{
		"Enter opens a window": {true, func(d *dialog, hands *fake.Source) { hands.Tap(input.KeyEnter) }, true},
		"a pad opens a window": {true, func(d *dialog, hands *fake.Source) { hands.Tap(input.PadA) }, true},
		"Escape closes":        {true, func(d *dialog, hands *fake.Source) { hands.Tap(input.KeyEscape) }, false},
		"the other button closes": {true, func(d *dialog, hands *fake.Source) {
			hands.Tap(input.KeyArrowRight)
			d.Update()
			hands.Tap(input.KeyEnter)
		}, false},
		"without a node Enter closes": {false, func(d *dialog, hands *fake.Source) { hands.Tap(input.KeyEnter) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if c.node {
				port, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { port.Close() })
				if err := os.WriteFile(filepath.Join(dir, control.FileName), []byte(fmt.Sprintf(`{"port":%d,"token":"x"}`, port.Addr().(*net.TCPAddr).Port)), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			d, err := newDialog(options.Play{Data: dir}, dir)
			if err != nil {
				t.Fatal(err)
			}
			hands := fake.New()
			d.source = hands
			update := func(n int) {
				for range n {
					if d.over {
						return
					}
					if err := d.Update(); err != nil {
						t.Fatal(err)
					}
				}
			}
			update(40)
			if d.over || (d.model.Title.Dialog.Agree != "") != c.node {
				t.Fatalf("at first: over %v, offers %q", d.over, d.model.Title.Dialog.Agree)
			}
			c.do(d, hands)
			update(4)
			if !d.over || d.agreed != c.agreed {
				t.Errorf("over %v, agreed %v", d.over, d.agreed)
			}
			if err := d.Update(); err == nil {
				t.Error("the window does not end")
			}
		})
	}
}
