package cli

import (
	"manyhold/app/control"
	"manyhold/app/settings"
)

// runningNode returns a client of the node that runs on a data directory; an empty name means the platform's
// own. The error says what to do when no node runs there.
func runningNode(data string) (*control.Client, error) {
	dir, err := settings.FindData(data)
	if err != nil {
		return nil, err
	}
	return control.Find(dir)
}
