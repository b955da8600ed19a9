package summon_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"manyhold/app/summon"
	"manyhold/net/patience"
)

// TestCall: a window hears a call once, and the caller knows; where there is no window, the caller knows
// that, and leaves nothing behind that a later window would hear.
func TestCall(t *testing.T) {
	dir := t.TempDir()
	bell := summon.Hang(dir)
	answered := make(chan bool, 1)
	go func() { answered <- summon.Call(context.Background(), dir, time.Minute) }()
	rang := 0
	for limit := patience.For(20 * time.Second); len(answered) == 0; {
		if bell.Rang() {
			rang++
		}
		if limit.Over() {
			t.Fatal("the caller got no answer")
		}
	}
	if !<-answered || rang != 1 {
		t.Errorf("the bell rang %d times", rang)
	}
	nobody, cancel := context.WithCancel(context.Background())
	cancel()
	if summon.Call(nobody, dir, time.Minute) {
		t.Error("somebody answered where nobody is")
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) > 0 {
		t.Errorf("it left %v", files)
	}
	os.WriteFile(filepath.Join(dir, "summon"), nil, 0o600) // of a caller that was killed
	late := summon.Hang(dir)
	for range 100 {
		if late.Rang() {
			t.Fatal("a window hears a call from before it was there")
		}
	}
	if summon.Call(context.Background(), filepath.Join(dir, "missing"), time.Minute) {
		t.Error("a call into no directory was answered")
	}
}
