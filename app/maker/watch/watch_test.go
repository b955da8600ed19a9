package watch

import (
	"testing"
	"testing/fstest"
	"time"
)

// TestChanged: each kind of change is noticed once, after a look without another one.
func TestChanged(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	file := func(text string, at time.Time) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(text), ModTime: at}
	}
	dir := fstest.MapFS{"blueprint.toml": file("a", at)}
	f := New(dir)
	changes := func() (n int) { // of two looks
		for range 2 {
			if f.Changed() {
				n++
			}
		}
		return n
	}
	if changes() > 0 {
		t.Error("nothing changed")
	}
	for _, c := range []struct {
		what   string
		change func()
	}{
		{"a new time", func() { dir["blueprint.toml"] = file("a", at.Add(1)) }},
		{"a new size", func() { dir["blueprint.toml"] = file("ab", at.Add(1)) }},
		{"a new file in a folder", func() { dir["stories/a.story"] = file("", at) }},
		{"a file that went", func() { delete(dir, "stories/a.story") }},
		{"a file by another name", func() { dir["main.star"] = dir["blueprint.toml"]; delete(dir, "blueprint.toml") }},
	} {
		c.change()
		if f.Changed() {
			t.Errorf("%s: it may still change", c.what)
		}
		if !f.Changed() {
			t.Errorf("%s is not noticed", c.what)
		}
		if changes() > 0 {
			t.Errorf("%s is noticed twice", c.what)
		}
	}
	for n := range 3 { // an editor that writes for long
		dir["main.star"] = file("", at.Add(time.Duration(n+2)))
		if f.Changed() {
			t.Error("it is still being written")
		}
	}
	dir["main.star"] = file("", at.Add(9))
	f.Changed()
	dir["main.star"] = file("", at.Add(4)) // back to what the last look saw
	if f.Changed() || !f.Changed() {
		t.Error("a change after another is not noticed")
	}
}
