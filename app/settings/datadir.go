package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// defaultData returns the platform's directory for this program's data: identity, worlds, settings.
func defaultData() (string, error) {
	if dir := os.Getenv("MANYHOLD_DATA"); dir != "" {
		return dir, nil
	}
	if runtime.GOOS == "linux" || runtime.GOOS == "freebsd" || runtime.GOOS == "openbsd" {
		if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
			return filepath.Join(dir, "manyhold"), nil
		}
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("cannot find your home directory: %w; choose a directory with --data", err)
		}
		return filepath.Join(home, ".local", "share", "manyhold"), nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("cannot find your data directory: %w; choose one with --data", err)
	}
	return filepath.Join(dir, "Manyhold"), nil
}

// FindData returns the data directory without making it, so that a command that only reads leaves nothing
// behind. flag is --data, "" for the platform's.
func FindData(flag string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	return defaultData()
}

// OpenData returns the data directory, making it if needed. flag is --data, "" for the platform's.
func OpenData(flag string) (string, error) {
	dir, err := FindData(flag)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(dir, "worlds"), 0o700); err != nil {
		return "", fmt.Errorf("cannot create the data directory: %w", err)
	}
	return dir, nil
}
