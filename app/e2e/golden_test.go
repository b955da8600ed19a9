package e2e

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
	"golang.org/x/sys/cpu"

	"manyhold/app/rig"
)

// goldenPackages have tests named TestGolden… that compare digests with files checked in.
var goldenPackages = []string{"game/island", "game/dark", "game/board", "game/carry", "game/terrain", "game/physics/rigid", "game/script", "game/script/attack", "app/maker/trial"}

// goldenMachine is something the goldens are computed on.
type goldenMachine struct {
	name string
	env  []string
	run  func(t *testing.T, binary, dir string)
	can  func() string // why it cannot run here, empty if it can
	only []string      // of goldenPackages; all of them if it is nil
}

var goldenMachines = []goldenMachine{
	{"amd64-v3", []string{"GOARCH=amd64", "GOAMD64=v3"}, goldenNative, func() string {
		x := cpu.X86
		switch {
		case runtime.GOARCH != "amd64":
			return "this is no amd64 machine"
		case !x.HasAVX2 || !x.HasBMI1 || !x.HasBMI2 || !x.HasFMA || !x.HasPOPCNT || !x.HasOSXSAVE:
			return "this processor lacks what GOAMD64=v3 uses"
		}
		return ""
	}, nil},
	{"386", []string{"GOARCH=386"}, goldenNative, func() string {
		if runtime.GOARCH != "amd64" || runtime.GOOS == "darwin" {
			return "this machine does not run 386 programs"
		}
		return ""
	}, nil},
	{"wasip1", []string{"GOOS=wasip1", "GOARCH=wasm"}, goldenWasm, func() string { return "" }, nil},
	// a browser's engine, with its own stack. Packages without scripts, whose recursion has a bound, take
	// longer there than elsewhere: of them it runs those of the evening
	{"js", []string{"GOOS=js", "GOARCH=wasm"}, goldenNode, func() string {
		if _, err := exec.LookPath("node"); err != nil {
			return "node is not installed here"
		}
		return ""
	}, []string{"game/script", "game/script/attack", "app/maker/trial", "game/dark", "game/board", "game/carry"}},
	emulated("arm64", "qemu-aarch64-static"), // which fuses multiply and add
	emulated("s390x", "qemu-s390x-static"),   // whose most significant byte comes first
}

// emulated is a machine of another processor, whose programs for Linux an emulator runs.
func emulated(arch, emulator string) goldenMachine {
	// the goldens left out take longest; make figures runs them there
	run := func(t *testing.T, binary, dir string) {
		goldenCommand(t, exec.Command(emulator, binary, "-test.skip=Long"), dir)
	}
	return goldenMachine{arch, []string{"GOOS=linux", "GOARCH=" + arch}, run, func() string {
		if _, err := exec.LookPath(emulator); err != nil {
			return emulator + " is not installed here (Debian's qemu-user-static, which make needs installs)"
		}
		return ""
	}, nil}
}

// TestGoldenElsewhere computes the golden digests of the simulation on other machines than this one: fused
// multiply-adds, a 32-bit int, bytes in another order and WebAssembly must not change a bit.
func TestGoldenElsewhere(t *testing.T) {
	t.Parallel()
	for _, m := range goldenMachines {
		t.Run(m.name, func(t *testing.T) {
			if why := m.can(); why != "" {
				t.Skip(why)
			}
			packages := goldenPackages
			if m.only != nil {
				packages = m.only
			}
			binaries := goldenBuild(t, packages, m.env)
			for _, dir := range packages {
				name := path.Base(dir)
				t.Run(name, func(t *testing.T) {
					m.run(t, filepath.Join(binaries, name+".test"), filepath.Join(rig.Root(), filepath.FromSlash(dir)))
				})
			}
		})
	}
}

// goldenBuild builds the test binaries of all packages at once, so that each dependency is compiled once and
// the cores link beside each other. It returns their directory.
func goldenBuild(t *testing.T, packages, env []string) string {
	t.Helper()
	to := t.TempDir()
	build := exec.Command("go", "test", "-c", "-ldflags=-s -w", "-o", to+string(filepath.Separator))
	for _, dir := range packages {
		build.Args = append(build.Args, "./"+dir)
	}
	build.Dir = rig.Root()
	build.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", build, err, out)
	}
	return to
}

// goldenArguments select the goldens of a test binary, and the tests of files of older programs. With -v, it
// says whether it ran any.
var goldenArguments = []string{"-test.run=^TestGolden|StaysReadable$", "-test.v", "-test.count=1"}

// goldenNative runs a test binary on this machine.
func goldenNative(t *testing.T, binary, dir string) { goldenCommand(t, exec.Command(binary), dir) }

// goldenCommand runs a test binary as cmd does, in the directory of its package.
func goldenCommand(t *testing.T, cmd *exec.Cmd, dir string) {
	cmd.Args, cmd.Dir = append(cmd.Args, goldenArguments...), dir
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.ENOEXEC) {
		t.Skip("the kernel of this machine does not run such programs")
	}
	goldenJudge(t, out, err)
}

// goldenNode runs a test binary in node with the default stack of its engine: go_js_wasm_exec, which the go
// command uses, asks for a larger one.
func goldenNode(t *testing.T, binary, dir string) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	start := filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec_node.js")
	goldenCommand(t, exec.Command("node", start, binary), dir)
}

// goldenWasm runs a test binary in this process, with the directory of its package as the only one it sees.
func goldenWasm(t *testing.T, binary, dir string) {
	ctx := context.Background()
	code, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var out bytes.Buffer
	config := wazero.NewModuleConfig().
		WithArgs(append([]string{"golden.test"}, goldenArguments...)...).
		WithEnv("PWD", "/").
		WithStdout(&out).WithStderr(&out).
		WithFSConfig(wazero.NewFSConfig().WithReadOnlyDirMount(dir, "/")).
		WithSysWalltime().WithSysNanotime().WithRandSource(rand.Reader)
	_, err = r.InstantiateWithConfig(ctx, code, config)
	if exit, ok := err.(*sys.ExitError); ok && exit.ExitCode() == 0 {
		err = nil
	}
	goldenJudge(t, out.Bytes(), err)
}

// goldenJudge fails the test unless a golden test has run and passed.
func goldenJudge(t *testing.T, out []byte, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !bytes.Contains(out, []byte("--- PASS: TestGolden")) {
		t.Fatalf("no golden test has run:\n%s", out)
	}
}
