//go:build unix

package host

import (
	"context"
	"syscall"
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/key"
	"manyhold/net/link/memory"
	"manyhold/net/patience"
	"manyhold/net/store"
	"manyhold/net/store/worldfile"
)

// TestIdleCost: a lone host without links costs next to nothing. The bar is far above what is measured (see
// the log), because tests share their machine.
func TestIdleCost(t *testing.T) {
	if testing.Short() {
		t.Skip("takes three seconds")
	}
	dir := t.TempDir()
	p := &process{pair: key.FromSeed([32]byte{1}), dir: dir, machine: newLedger()}
	g := store.Genesis{Founder: p.pair.ID(), Rules: 1, Name: "idle", Licence: store.DefaultLicence}
	w, err := worldfile.Create(dir, g)
	must(t, err)
	p.Host, err = Found(p.options(), g, p.machine, w)
	must(t, err)
	p.run(t, memory.New(1, lan), g.ID())
	patience.Wait(t, "it runs", 2*time.Second, 2*time.Millisecond, func() bool { return p.Status().Island.Ordered > 5 })
	before, began := cpu(), time.Now()
	first := p.Status().Counters[counter.TurnsExecuted]
	patience.Wait(t, "fifty turns", 8*time.Second, time.Second, func() bool {
		return p.Status().Counters[counter.TurnsExecuted] >= first+50
	})
	used, took := cpu()-before, time.Since(began)
	t.Logf("%.2f %% of a core", 100*used.Seconds()/took.Seconds())
	if used > took/10 {
		t.Errorf("%v of processor time in %v", used, took)
	}
	ctx, done := patience.WithTimeout(context.Background(), 5*time.Second)
	defer done()
	must(t, p.Stop(ctx))
	p.ended.Wait()
	must(t, w.Close(ctx))
}

func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
