// Package version holds the version of the program and the commit that it was built from.
package version

import (
	"runtime/debug"
	"sync"
)

// Version is the program's version. The Makefile sets it to the git tag:
// -ldflags "-X manyhold/app/version.Version=…".
var Version = "0.1.0"

// Commit names the commit that the program was built from, by its first 12 digits, with a + if files had been
// changed; "unknown" where the build does not say.
var Commit = sync.OnceValue(func() string {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	name, changed := "unknown", ""
	for _, s := range b.Settings {
		switch {
		case s.Key == "vcs.revision" && s.Value != "":
			name = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	return name + changed
})
