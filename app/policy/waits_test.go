package policy

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"slices"
	"testing"

	"manyhold/app/rig"
)

// A test waits for progress, not for seconds: net/patience measures how much the machine got done, so that
// no test fails because the machine is busy. waitsAllowed lists the test files that wait by the wall's clock
// all the same, how often, and why a busy machine fails none of them. Looks at the clock that only measure
// are not counted, and neither is virtual time.
var waitsAllowed = map[string]waitExcuse{
	"app/arena/client_test.go":                    {2, "in testing/synctest, whose time is virtual"},
	"app/arena/jitter_test.go":                    {3, "in testing/synctest, whose time is virtual"},
	"app/byhand/desk_test.go":                     {5, "in testing/synctest, whose time is virtual"},
	"app/e2e/attach_test.go":                      {2, "the pace of a window; two minutes end a connection that hangs"},
	"app/e2e/attachedhost_unix_test.go":           {1, "how long a process runs and is stopped in turn, so that its answers are late"},
	"app/e2e/charter_test.go":                     {1, "a pause between two looks, within a patience.Deadline"},
	"app/e2e/failover_linux_test.go":              {2, "a pause between two looks, one of them within a patience.Deadline; the other measures a gap"},
	"app/e2e/figures_test.go":                     {1, "a pause between two looks of a measurement, within a patience.Deadline"},
	"app/e2e/guest_test.go":                       {1, "the pace of a window, within a patience.Deadline"},
	"app/e2e/hostiledoors_test.go":                {1, "the pace of a flood, whose length in time is measured"},
	"app/e2e/main_test.go":                        {1, "a pause between two looks, within a patience.Deadline"},
	"app/e2e/process_test.go":                     {2, "a pause between two looks, within a patience.Deadline"},
	"app/e2e/suspend_unix_test.go":                {1, "how long a process is stopped: nothing of it can be waited for"},
	"app/e2e/switch_linux_test.go":                {2, "the delay of a simulated cable, and a silence: nothing may arrive in it"},
	"app/e2e/villain_test.go":                     {2, "the pace of a flood, and a pause between two attempts within a patience.Deadline"},
	"app/e2e/villainwords_test.go":                {1, "a pause between two looks, within a patience.Deadline"},
	"app/node/workers_test.go":                    {1, "work that lasts a millisecond, so that others find some left"},
	"app/window/scenario_showroom_test.go":        {1, "the pace of a window, within a patience.Deadline"},
	"app/rooms/hall/hall_test.go":                 {1, "in testing/synctest, whose time is virtual"},
	"app/rooms/omni/omni_test.go":                 {1, "in testing/synctest, whose time is virtual"},
	"app/rooms/table_test.go":                     {3, "in testing/synctest, whose time is virtual"},
	"app/shelf/remote/remote_test.go":             {7, "in testing/synctest, whose time is virtual"},
	"net/asset/share/share_test.go":               {6, "in testing/synctest, whose time is virtual"},
	"net/beacon/beacon_test.go":                   {2, "pauses between two looks; where multicast does not pass, the test skips"},
	"net/host/host_test.go":                       {4, "a pause between two looks, and ends of waits, in testing/synctest, whose time is virtual"},
	"net/link/memory/memory_test.go":              {1, "a minute of testing/synctest, which is virtual"},
	"net/link/webrtc/bench_test.go":               {2, "benchmarks: a lost datagram, and a pause while a stream is full"},
	"net/link/webrtc/scenario_relay_test.go":      {1, "the pace of a leader's messages"},
	"net/link/webrtc/webrtc_test.go":              {2, "deadlines that dials must miss"},
	"net/patience/patience_test.go":               {3, "the clock itself is tested against the wall's"},
	"net/signal/signal_test.go":                   {1, "a deadline that an offer must miss"},
	"net/store/worldfile/scenario_export_test.go": {1, "the pace of a writer"},
	"net/store/worldfile/scenario_power_test.go":  {1, "a moment by chance at which a process is killed"},
}

type waitExcuse struct {
	times  int
	reason string
}

// waitCalls are functions that wait by the wall's clock, by package.
var waitCalls = map[string][]string{
	"time":    {"Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"},
	"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
}

// waits counts the calls in a file that wait by the wall's clock, deadlines of connections included.
func waits(f *ast.File) (n int) {
	ast.Inspect(f, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		if s, ok := call.Fun.(*ast.SelectorExpr); ok {
			x, _ := s.X.(*ast.Ident)
			deadline := s.Sel.Name == "SetDeadline" || s.Sel.Name == "SetReadDeadline" || s.Sel.Name == "SetWriteDeadline"
			if deadline || x != nil && slices.Contains(waitCalls[x.Name], s.Sel.Name) {
				n++
			}
		}
		return true
	})
	return n
}

// TestWaits compares the waits in test files with the table.
func TestWaits(t *testing.T) {
	c := &shapeChecker{fset: token.NewFileSet(), used: map[string]bool{}, sorted: map[*ast.CallExpr]bool{}}
	c.read(t, os.DirFS(rig.Root()))
	found := map[string]int{}
	for _, p := range c.packages {
		for _, f := range p.files {
			if n := waits(f.ast); f.test && n > 0 {
				found[f.path] = n
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		if n, most := found[path], waitsAllowed[path]; n != most.times {
			t.Errorf("%s waits %d times by the wall's clock, %d are in the table: use net/patience, or say why not", path, n, most.times)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(waitsAllowed)) {
		if found[path] == 0 || waitsAllowed[path].reason == "" {
			t.Errorf("%s needs no excuse any more, or has no reason: %s", path, fmt.Sprint(waitsAllowed[path]))
		}
	}
}
