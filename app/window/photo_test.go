package window

import (
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestPhotosKeepApart takes two pictures in one second, and one where none can be kept.
func TestPhotosKeepApart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pictures")
	m := image.NewRGBA(image.Rect(0, 0, 4, 4))
	at := time.Date(2026, 11, 21, 20, 15, 0, 0, time.UTC)
	a, err := keepPhoto(dir, at, m)
	b, err2 := keepPhoto(dir, at, m)
	if err != nil || err2 != nil || a == b {
		t.Errorf("%s %v, %s %v", a, err, b, err2)
	}
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := keepPhoto(blocked, at, m); err == nil {
		t.Error("a picture was kept in what is no directory")
	}
}
