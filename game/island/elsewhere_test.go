//go:build linux && amd64

package island

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// TestGoldenElsewhere builds this package's tests for other processors and runs TestGolden there: a
// 32-bit one, a 64-bit one with other instructions, and WebAssembly, which wazero runs.
func TestGoldenElsewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the package three times")
	}
	for _, c := range []struct {
		name string
		env  []string
	}{
		{"386", []string{"GOOS=linux", "GOARCH=386"}},
		{"amd64v3", []string{"GOOS=linux", "GOARCH=amd64", "GOAMD64=v3"}},
		{"wasm", []string{"GOOS=wasip1", "GOARCH=wasm"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "golden.test")
			build := exec.Command("go", "test", "-c", "-o", file, ".")
			build.Env = append(append(os.Environ(), "CGO_ENABLED=0"), c.env...)
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if c.name == "wasm" {
				runWASM(t, file)
				return
			}
			out, err := exec.Command(file, "-test.run=^TestGolden$", "-test.v").CombinedOutput()
			if strings.Contains(string(out), "can only be run on AMD64 processors with v3") {
				t.Skip("this processor has no v3 instructions")
			}
			passed(t, string(out), err)
		})
	}
}

// runWASM runs a test binary of WebAssembly.
func runWASM(t *testing.T, file string) {
	code, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var out strings.Builder
	conf := wazero.NewModuleConfig().WithArgs("golden.test", "-test.run=^TestGolden$", "-test.v").
		WithStdout(&out).WithStderr(&out).WithSysWalltime().WithSysNanotime().WithSysNanosleep()
	_, err = r.InstantiateWithConfig(ctx, code, conf)
	if err != nil && strings.Contains(err.Error(), "exit_code(0)") {
		err = nil
	}
	passed(t, out.String(), err)
}

func passed(t *testing.T, out string, err error) {
	t.Helper()
	if err != nil || !strings.Contains(out, "--- PASS: TestGolden") {
		t.Errorf("%v\n%s", err, out)
	}
}
