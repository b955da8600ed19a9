package wording

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"manyhold/app/usage"
	"manyhold/input/slash"
	"manyhold/net/host/notice"
	"manyhold/render/ui/chat"
	"manyhold/render/ui/kit"
)

// Error says in a language why something cannot be done. Errors that are no notice, such as those of
// the operating system, are shown as they are.
func Error(w *kit.Words, err error) string {
	var problem *slash.Problem
	n := notice.Notice("")
	switch {
	case errors.As(err, &n):
		return Notice(w, n)
	case errors.As(err, &problem):
		return chat.ProblemWords(w, problem)
	case errors.Is(err, context.DeadlineExceeded):
		return w.Get("note.late")
	}
	return usage.Capital(usage.Sentence(err))
}

// NoWindow adds advice to the failure of opening a window.
func NoWindow(err error) error {
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
