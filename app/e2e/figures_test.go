package e2e

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"manyhold/app/control"
	"manyhold/net/patience"
)

// BenchmarkJoin measures the time from the start of a process on loopback until the leader has seen its
// player move.
func BenchmarkJoin(b *testing.B) {
	a := headless(b, b.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	st, _ := a.island()
	node, err := control.Find(a.data)
	if err != nil {
		b.Fatal(err)
	}
	who := func() string {
		resp, err := node.Request(b.Context(), "POST", "/do", []byte("who"))
		if err != nil {
			b.Fatal(err)
		}
		defer resp.Body.Close()
		out, _ := io.ReadAll(resp.Body)
		return string(out)
	}
	who() // the leader's own player comes in
	n := 0
	for b.Loop() {
		n++
		name := fmt.Sprintf("guest%d", n)
		began := time.Now()
		p := launch(b, program("--headless", "--no-lan", "--data", filepath.Join(b.TempDir(), name), "--name", name,
			"--join", st.World.Invite, "--do", "walk east 5s"), "")
		first := ""
		p.await("the guest to move", 20*time.Second, func() bool {
			at := after(who(), name+" at ")
			if first == "" {
				first = at
			}
			return at != first
		})
		took := time.Since(began)
		b.ReportMetric(float64(took.Milliseconds()), "ms/join")
		p.quit()
	}
}

// BenchmarkIdleNode measures the cost of a node without a window that is alone and idle: its memory and its
// share of one core.
func BenchmarkIdleNode(b *testing.B) {
	a := headless(b, b.TempDir(), "--no-lan", "--world", "new", "--seed", "7")
	a.island()
	pid := a.cmd.Process.Pid
	settled := patience.For(5 * time.Second)
	a.await("it to settle", 10*time.Second, settled.Over)
	for b.Loop() {
		const span = 20 * time.Second
		before, began := cpuTime(b, pid), time.Now()
		a.await("the time to pass", span+5*time.Second, func() bool { return time.Since(began) > span })
		share := float64(cpuTime(b, pid)-before) / float64(time.Since(began))
		b.ReportMetric(100*share, "%core")
		b.ReportMetric(memory(b, pid)/(1<<20), "MiB")
		b.ReportMetric(0, "ns/op")
	}
}

// cpuTime returns the time that a process has spent on processors.
func cpuTime(t testing.TB, pid int) time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Skipf("needs /proc: %v", err)
	}
	f := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+2:]))
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return time.Duration(user+system) * (time.Second / 100)
}

// memory returns the bytes of a process that are in memory.
func memory(t testing.TB, pid int) float64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skipf("needs /proc: %v", err)
	}
	kib, _ := strconv.ParseFloat(strings.Fields(after(string(b), "VmRSS:"))[0], 64)
	return kib * 1024
}

// BenchmarkPublish measures the time from the publication of a next version by one node until another one on
// loopback can place it.
func BenchmarkPublish(b *testing.B) {
	a := headless(b, b.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	c := follow(b, a, "Bo", "--no-lan", "--name", "Bo")
	a.must("say hello")
	c.must("say hello")
	node, err := control.Find(a.data)
	if err != nil {
		b.Fatal(err)
	}
	dir, took, version := b.TempDir(), time.Duration(0), uint32(0)
	for b.Loop() {
		version++
		work(b, dir, 1+int(version)%8)
		draft := a.readDraft(dir)
		began, deadline := time.Now(), patience.For(20*time.Second)
		if _, err := node.Call(b.Context(), control.Publish, draft); err != nil {
			b.Fatal(err)
		}
		for list := c.blueprints(); len(list) == 0 || list[0].Version < version; list = c.blueprints() {
			if deadline.Over() {
				b.Fatal("the other node does not know it")
			}
			time.Sleep(time.Millisecond)
		}
		took += time.Since(began)
	}
	b.ReportMetric(float64(took.Milliseconds())/float64(version), "ms/publish")
}
