package views_test

import (
	"os"
	"testing"

	"manyhold/app/rig"
)

func TestMain(m *testing.M) { os.Exit((&rig.Displayed{Tests: m.Run}).Run()) }
