package window

import (
	"os"
	"testing"

	"manyhold/app/rig"
	"manyhold/app/settings"
)

func TestMain(m *testing.M) {
	settings.SetDefaults(rig.Config())
	if dir := os.Getenv(beFrames); dir != "" {
		os.Exit(measureFrames(dir))
	}
	os.Exit((&rig.Displayed{Tests: m.Run}).Run())
}
