package node

import (
	"os"
	"testing"

	"manyhold/app/rig"
	"manyhold/app/settings"
)

func TestMain(m *testing.M) {
	settings.SetDefaults(rig.Config())
	os.Exit(m.Run())
}
