package window

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// ExplainWindow adds advice to the failure of opening a window.
func ExplainWindow(err error) error {
	if err == nil {
		return nil
	}
	s := err.Error()
	for _, sign := range []string{"no window system", "glfw:", "gl:", "X11", "libGL", "DISPLAY"} {
		if strings.Contains(s, sign) {
			help := "start it from a desktop session"
			if runtime.GOOS == "linux" {
				help += "; the window needs the libraries libx11-6 and libgl1 (Debian: apt-get install libx11-6 libgl1)"
			}
			return fmt.Errorf("cannot open a window: %w. To play, %s. To host a world without a window, add --headless", err, help)
		}
	}
	return err
}

// VmVariable names the endpoint of a host of Ebitengine's virtualization: the game then draws there and
// takes its keys and its clock from there. The tests of the window are such a host.
const VmVariable = "MANYHOLD_VM"

func vmEndpoint() string { return os.Getenv(VmVariable) }
