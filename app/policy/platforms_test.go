package policy

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"manyhold/app/rig"
)

// platforms are those for which everything must compile, beside the one that the tests run on.
var platforms = []string{"linux/arm64", "windows/amd64", "darwin/arm64"}

// noBrowser are the packages that need not compile for js/wasm, and why. All others must, so that a guest
// in a browser stays possible.
var noBrowser = map[string]string{
	"manyhold":             "its subcommands open files, ports and a control socket",
	"manyhold/app/cli":     "its subcommands open files, ports and a control socket",
	"manyhold/app/control": "its protocol tells of app/status",
	"manyhold/app/dial":    "a browser has no raw sockets",
	"manyhold/app/feed":    "recordings are files",
	"manyhold/app/node":    "a node opens the world's file, ports and a control socket",
	"manyhold/app/order":   "it asks app/status",
	"manyhold/app/rig":     "it makes files of worlds",
	"manyhold/app/simgame": "it is made of nodes",
	"manyhold/app/stage":   "it is told in orders",
	"manyhold/app/status":  "it tells of the world's file",
	"manyhold/app/window":  "it runs a node",

	"manyhold/app/window/film":      "it reads archives of matches, which are those of a node",
	"manyhold/app/window/matches":   "it asks a node",
	"manyhold/app/window/showroom":  "an exhibit is a world in a node's place",
	"manyhold/app/window/worldpage": "it is made of app/status",
	"manyhold/net/beacon":           "a browser has no raw sockets",
}

// TestPlatforms compiles the whole program for other systems.
func TestPlatforms(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles everything four times more")
	}
	for _, p := range platforms {
		t.Run(p, func(t *testing.T) {
			compileFor(t, p, "./...")
		})
	}
}

// TestBrowser compiles for js/wasm all that a guest in a browser would need.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for a browser")
	}
	list := exec.Command("go", "list", "./...")
	list.Dir = rig.Root()
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(string(out))
	for name := range noBrowser {
		if !slices.Contains(names, name) {
			t.Errorf("%s is excused from the browser, and does not exist", name)
		}
	}
	compileFor(t, "js/wasm", slices.DeleteFunc(names, func(name string) bool { return noBrowser[name] != "" })...)
}

// compileFor compiles packages for a system and throws the result away.
func compileFor(t *testing.T, platform string, packages ...string) {
	t.Helper()
	system, arch, _ := strings.Cut(platform, "/")
	cmd := exec.Command("go", append([]string{"build", "-o", os.DevNull}, packages...)...)
	cmd.Dir = rig.Root()
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", platform, err, out)
	}
}
