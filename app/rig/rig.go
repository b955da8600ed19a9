// Package rig holds the helpers that tests in several packages of app share: the root of the repository and
// its settings, a hidden window to draw in, sample worlds and recordings, and checks of pictures and metrics.
// Only tests import it.
package rig

import (
	"os"
	"path/filepath"
)

// RootVariable names the environment variable that holds Root for a test binary that runs elsewhere as the
// program.
const RootVariable = "MANYHOLD_TEST_ROOT"

// Root returns the directory of this repository: RootVariable, or the nearest directory above the test's own
// that holds go.mod.
func Root() string {
	if dir := os.Getenv(RootVariable); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			panic("rig: there is no go.mod above the test's directory")
		}
	}
}

// Config returns the text of config.toml, which main.go embeds in the program.
func Config() string {
	text, err := os.ReadFile(filepath.Join(Root(), "config.toml"))
	if err != nil {
		panic(err)
	}
	return string(text)
}
