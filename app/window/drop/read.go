package drop

import (
	"fmt"
	"io"
	"io/fs"
)

// read reads a dropped file of at most so many bytes.
func read(dropped fs.FS, name string, most int64) ([]byte, error) {
	f, err := dropped.Open(name)
	if err != nil {
		return nil, fmt.Errorf("it cannot be read (%w)", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("it cannot be read (%w)", err)
	case int64(len(data)) > most:
		return nil, fmt.Errorf("it has more than %d MiB, the most that is allowed", most>>20)
	}
	return data, nil
}
