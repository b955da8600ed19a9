//go:build linux

package audio

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"manyhold/audio/synth"
	"manyhold/net/patience"
)

// emptyMachine hides PulseAudio, and reports whether no device is left.
func emptyMachine(t *testing.T) bool {
	t.Setenv("PULSE_SERVER", "unix:"+filepath.Join(t.TempDir(), "nobody"))
	return missing() != ""
}

func TestMissing(t *testing.T) {
	dir := t.TempDir()
	if cards, _ := filepath.Glob("/dev/snd/pcm*p"); len(cards) > 0 {
		t.Skip("this machine has a sound card")
	}
	socket := filepath.Join(dir, "socket")
	dead := filepath.Join(dir, "dead")
	if err := os.WriteFile(dead, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	unix, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close()
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	door := tcp.Addr().String()
	defer tcp.Close()
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	shut := gone.Addr().String()
	gone.Close()
	for _, c := range []struct {
		server, runtime string
		missing         bool
	}{
		{"", "", true},
		{"", dir, true},
		{"unix:" + socket, "", false},
		{socket, "", false},
		{"unix:" + socket + "x", "", true},
		{"unix:" + dead, "", true},
		{"tcp:" + door, "", false},
		{door, "", false},
		{"{machine}tcp4:" + door, "", false},
		{"tcp:" + shut, "", true},
		{"tcp:" + shut + " unix:" + socket, "", false},
	} {
		t.Setenv("PULSE_SERVER", c.server)
		t.Setenv("XDG_RUNTIME_DIR", c.runtime)
		if why := missing(); (why != "") != c.missing {
			t.Errorf("PULSE_SERVER=%q XDG_RUNTIME_DIR=%q: %q", c.server, c.runtime, why)
		}
	}
}

const childEnv = "MANYHOLD_TEST_PLAYS_BELL"

// TestChildPlaysBell plays on the real device. TestCapture runs it in a process of its own.
func TestChildPlaysBell(t *testing.T) {
	if os.Getenv(childEnv) == "" {
		t.Skip("run by TestCapture")
	}
	p := Open(Options{Log: func(s string) { t.Error(s) }})
	p.SetVolumes(1, 1, 1, 0, 1)
	until(t, "the device", 10*time.Second, p.Live)
	until(t, "the bell to be made", 10*time.Second, func() bool {
		before := p.Stats()
		p.UI(SoundHostChanged)
		until(t, "the mixer to take it", 5*time.Second, func() bool {
			s := p.Stats()
			return s.Played+s.Dropped > before.Played+before.Dropped
		})
		return p.Stats().Played > before.Played
	})
	until(t, "the bell to end", 10*time.Second, func() bool { return p.Stats().Voices == 0 })
	p.Close()
}

// TestChildLosesDevice runs in a process of TestDeviceVanishes: a player reports each loss of the server,
// keeps running, and plays again when the server is back.
func TestChildLosesDevice(t *testing.T) {
	if os.Getenv(childEnv) == "" {
		t.Skip("run by TestDeviceVanishes")
	}
	told := make(chan string, 4)
	back := make(chan string, 4)
	p := Open(Options{Log: func(s string) { told <- s }, Note: func(s string) { back <- s }})
	defer p.Close()
	until(t, "the device", 10*time.Second, p.Live)
	for range 2 {
		fmt.Println("live")
		select {
		case words := <-told:
			if !strings.Contains(words, "gone") || p.Trouble() != words {
				t.Errorf("told %q, and the trouble is %q", words, p.Trouble())
			}
		case <-patience.After(t, 20*time.Second):
			t.Fatal("nobody was told")
		}
		until(t, "silence", 5*time.Second, func() bool { return !p.Live() })
		p.UI(SoundOK)
		fmt.Println("silent")
		until(t, "the device again", 20*time.Second, p.Live)
		if words := <-back; !strings.Contains(words, "again") || p.Trouble() != "" {
			t.Errorf("told %q, and the trouble is %q", words, p.Trouble())
		}
		before := p.Stats()
		until(t, "what is played to be heard", 10*time.Second, func() bool {
			p.UI(SoundOK)
			return p.Stats().Played > before.Played+3
		})
	}
}

// TestDeviceVanishes ends the sound server while a player plays, and starts it again, twice; at the end
// something is heard.
func TestDeviceVanishes(t *testing.T) {
	dir, server := soundServer(t)
	child := exec.Command(os.Args[0], "-test.run=^TestChildLosesDevice$", "-test.count=1", "-test.v")
	child.Env = append(os.Environ(), childEnv+"=1", "PULSE_SERVER=unix:"+dir+"/s")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	heard := record(t, filepath.Join(dir, "f"))
	var said strings.Builder
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		fmt.Fprintln(&said, lines.Text())
		switch lines.Text() {
		case "live":
			server.Process.Kill()
			server.Wait()
			heard()
			os.Remove(filepath.Join(dir, "f"))
			os.Remove(filepath.Join(dir, "s"))
		case "silent":
			server = startPulse(t, dir)
			heard = record(t, filepath.Join(dir, "f"))
		}
	}
	loudest := 0.0
	for _, v := range heard() {
		loudest = max(loudest, v, -v)
	}
	if loudest < 0.02 {
		t.Errorf("what came after the server was back is at most %.4f of 1 loud", loudest)
	}
	if err := child.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
}

// TestChildAwaitsDevice runs in a process of TestDeviceComesLater.
func TestChildAwaitsDevice(t *testing.T) {
	if os.Getenv(childEnv) == "" {
		t.Skip("run by TestDeviceComesLater")
	}
	told := make(chan string, 4)
	p := Open(Options{Log: func(s string) { told <- s }})
	defer p.Close()
	if words := <-told; !strings.Contains(words, "sound starts when one is connected") {
		t.Errorf("told %q", words)
	}
	fmt.Println("silent")
	until(t, "the device", 20*time.Second, p.Live)
}

// TestDeviceComesLater starts a player first and the sound server afterwards: the player becomes audible
// without a restart.
func TestDeviceComesLater(t *testing.T) {
	if cards, _ := filepath.Glob("/dev/snd/pcm*p"); len(cards) > 0 {
		t.Skip("this machine has a sound card")
	}
	dir, err := os.MkdirTemp("", "mh")
	if err != nil {
		t.Fatal(err)
	}
	needPulse(t)
	child := exec.Command(os.Args[0], "-test.run=^TestChildAwaitsDevice$", "-test.count=1", "-test.v")
	child.Env = append(os.Environ(), childEnv+"=1", "PULSE_SERVER=unix:"+dir+"/s")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		fmt.Fprintln(&said, lines.Text())
		if lines.Text() == "silent" {
			startPulse(t, dir)
			heard := record(t, filepath.Join(dir, "f"))
			defer heard()
		}
	}
	if err := child.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
}

// soundServer starts a sound server whose sink is a pipe called f in dir, and its socket s.
func soundServer(t *testing.T) (dir string, server *exec.Cmd) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts processes")
	}
	needPulse(t)
	dir, err := os.MkdirTemp("", "mh") // short: the path of a socket may have 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	return dir, startPulse(t, dir)
}

func needPulse(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("pulseaudio"); err != nil {
		t.Skip("pulseaudio is not installed, so what reaches a device is not heard")
	}
}

// startPulse starts the server in dir, which is removed with it.
func startPulse(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	server := exec.Command("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
		"-L", "module-native-protocol-unix auth-anonymous=1 socket="+dir+"/s",
		"-L", "module-pipe-sink sink_name=cap file="+dir+"/f rate=48000 format=s16le channels=2 use_system_clock_for_timing=yes")
	server.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir, "HOME="+dir)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill(); server.Wait(); os.RemoveAll(dir) })
	exists := func(name string) func() bool {
		return func() bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	}
	until(t, "pulseaudio's pipe", 10*time.Second, exists("f"))
	until(t, "pulseaudio's socket", 10*time.Second, exists("s"))
	return server
}

// TestCapture hears the bell through the real library and a real sound server.
func TestCapture(t *testing.T) {
	dir, _ := soundServer(t)
	heard := record(t, filepath.Join(dir, "f"))

	child := exec.Command(os.Args[0], "-test.run=^TestChildPlaysBell$", "-test.count=1")
	child.Env = append(os.Environ(), childEnv+"=1", "PULSE_SERVER=unix:"+dir+"/s")
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	samples := heard()
	peak := 0.0
	for _, v := range samples {
		peak = max(peak, math.Abs(v))
	}
	if peak < 0.02 || peak > 1 {
		t.Fatalf("%d frames, peak %v", len(samples), peak)
	}
	const long, step = synth.Rate / 4, synth.Rate / 20
	best := 0.0 // of all quarters of a second: on a busy machine a device has gaps
	for i := 0; i+long <= len(samples); i += step {
		part := samples[i : i+long]
		if on := power(part, 146.83); on > 1 {
			best = max(best, on/max(power(part, 130), power(part, 164)))
		}
	}
	if best < 20 {
		t.Errorf("146.83 Hz is only %.1f times as strong as its neighbours", best)
	}
	t.Logf("%.2f s captured, peak %.3f, 146.83 Hz is %.0f times its neighbours", float64(len(samples))/synth.Rate, peak, best)
}

// record reads the left side of a FIFO of 16-bit stereo until the returned function is called.
func record(t *testing.T, path string) (stop func() []float64) {
	heard, end := recording(t, path)
	return func() []float64 { end(); return heard() }
}

// recording reads the left side of a FIFO of 16-bit stereo until stop is called; heard returns what came so
// far.
func recording(t *testing.T, path string) (heard func() []float64, stop func()) {
	f, err := os.OpenFile(path, os.O_RDWR, 0) // with a writer of its own the reader never meets an end
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var samples []float64
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 1<<14)
		held := 0
		for {
			n, err := f.Read(buf[held:])
			if err != nil {
				return
			}
			n += held
			mu.Lock()
			i := 0
			for ; i+4 <= n; i += 4 {
				samples = append(samples, float64(int16(binary.LittleEndian.Uint16(buf[i:])))/32768)
			}
			mu.Unlock()
			held = copy(buf, buf[i:n])
		}
	}()
	heard = func() []float64 {
		mu.Lock()
		defer mu.Unlock()
		return samples
	}
	return heard, func() { f.Close(); <-done }
}

// power is the power at hz by Goertzel's algorithm, with a Hann window.
func power(x []float64, hz float64) float64 {
	c := 2 * math.Cos(2*math.Pi*hz/synth.Rate)
	s1, s2 := 0.0, 0.0
	for i, v := range x {
		w := 0.5 - 0.5*math.Cos(2*math.Pi*float64(i)/float64(len(x)))
		s1, s2 = v*w+c*s1-s2, s1
	}
	return s1*s1 + s2*s2 - c*s1*s2
}
