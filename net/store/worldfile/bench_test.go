//go:build !js

package worldfile

import (
	"context"
	"runtime"
	"testing"
	"time"

	"manyhold/net/patience"
	"manyhold/net/store"
)

// seconds writes one second of turns (20) at a time, each second as one piece of work for the writer, and
// reports the processor time of the whole process per second.
func seconds(b *testing.B, batches int, busy bool) {
	w, l := create(b, b.TempDir())
	defer shut(b, w)
	written(b, w, 0)
	limit, stop := patience.WithTimeout(context.Background(), 10*time.Minute)
	defer stop()
	entries := make([]store.Entry, 20)
	b.ReportAllocs()
	cpu, start := processorTime(), time.Now()
	for b.Loop() {
		b.StopTimer()
		for i := range entries {
			entries[i] = l.next(busy)
		}
		l.all = l.all[:0]
		b.StartTimer()
		for i, e := range entries {
			w.Append(e)
			if (i+1)%(len(entries)/batches) == 0 {
				flushNow(w)
				writtenWithin(b, limit, w, e.Turn)
			}
		}
	}
	if used := processorTime() - cpu; used > 0 {
		b.ReportMetric(float64(used.Microseconds())/float64(b.N), "cpu-µs/second")
	}
	b.ReportMetric(float64(time.Since(start).Microseconds())/float64(b.N), "wall-µs/second")
}

// flushNow ends the wait of quiet turns for company.
func flushNow(w *World) {
	w.q.mu.Lock()
	defer w.q.mu.Unlock()
	if !w.q.since.IsZero() {
		w.q.schedule(true)
	}
}

// An idle lone node: two transactions a second.
func BenchmarkIdleSecond(b *testing.B) { seconds(b, 2, false) }

// Eight players who build all the time: a transaction for every turn.
func BenchmarkBusySecond(b *testing.B) { seconds(b, 20, true) }

func BenchmarkAppend(b *testing.B) {
	q := newQueue()
	l := newLine(testGenesis())
	entries := make([]store.Entry, 1000)
	for i := range entries {
		entries[i] = l.next(i%2 == 0)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, e := range entries {
			q.append(e)
		}
		q.turns.clear()
		q.extent.known, q.since, q.urgent = false, time.Time{}, false
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/turn")
}

func BenchmarkSave(b *testing.B) {
	w, l := create(b, b.TempDir())
	defer shut(b, w)
	for b.Loop() {
		w.Append(l.next(true))
		w.Save(l.checkpoint())
		saved(b, w)
	}
}

// Open with half an hour of turns behind the last checkpoint.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	w, l := create(b, dir)
	for range 36000 {
		w.Append(l.next(false))
	}
	written(b, w, 36000)
	shut(b, w)
	for b.Loop() {
		w, got := open(b, dir)
		if end(got) != 36000 {
			b.Fatal(end(got))
		}
		shut(b, w)
	}
	runtime.GC()
}
