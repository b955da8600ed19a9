package settings

import (
	"os"
	"testing"

	"manyhold/app/rig"
)

func TestMain(m *testing.M) {
	SetDefaults(rig.Config())
	os.Exit(m.Run())
}
