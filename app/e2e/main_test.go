package e2e

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"manyhold/app/cli"
	"manyhold/app/rig"
	"manyhold/app/settings"
	"manyhold/net/patience"
)

// beManyhold makes the test binary behave as the program: process tests start themselves with it.
const beManyhold = "MANYHOLD_TEST_BE_THE_PROGRAM"

func init() {
	os.Setenv(rig.RootVariable, rig.Root()) // for the processes that are started in other directories
	settings.SetDefaults(rig.Config())
}

// manyhold is the program.
func manyhold() { os.Exit(cli.Run(rig.Config(), os.Args[1:], os.Stdout, os.Stderr)) }

func TestMain(m *testing.M) {
	if os.Getenv(beManyhold) != "" {
		beBoaster()
		beUnfair()
		manyhold()
	}
	flag.Set("test.parallel", strconv.Itoa(atOnce())) // -parallel still overrules it
	tests := func() int {
		if err := choosePart(); err != nil {
			fmt.Println(err)
			return 2
		}
		return m.Run()
	}
	testscript.Main(&rig.Displayed{Tests: tests}, map[string]func(){"manyhold": manyhold})
}

// atOnce is how many tests run at a time that may run beside others: they mostly wait for processes that do
// little twenty times a second. Tests that need the window or measure how fast the product is run alone,
// before them.
func atOnce() int { return 2 * max(2, runtime.NumCPU()) }

// program returns a command that runs this program in a process of its own. Worlds that it founds begin with
// building materials (--start builder), unless the arguments say otherwise: tests build.
func program(args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	switch {
	case slices.Contains(args, "--start"):
	case len(args) > 0 && args[0] == "play":
		args = append([]string{"play", "--start", "builder"}, args[1:]...)
	case len(args) > 0 && strings.HasPrefix(args[0], "--headless"):
		args = append([]string{"--start", "builder"}, args...)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), beManyhold+"=1")
	return c
}

// TestCommandLine runs the transcripts of testdata/script: typed commands and their results.
func TestCommandLine(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"eventually": eventually},
		Setup: func(e *testscript.Env) error {
			e.Setenv("MANYHOLD_DATA", e.WorkDir+"/data")
			e.Setenv("DISPLAY", "")
			e.Setenv(rig.RootVariable, rig.Root())
			return nil
		},
	})
}

// eventually is a command of transcripts: exec, repeated until it succeeds. Its last output is not compared.
func eventually(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[0] != "exec" {
		ts.Fatalf("it is `eventually exec COMMAND …`")
	}
	for deadline := patience.For(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		err := ts.Exec(args[1], args[2:]...)
		if err == nil {
			return
		}
		if deadline.Over() {
			ts.Fatalf("%v: %v", args, err)
		}
	}
}
