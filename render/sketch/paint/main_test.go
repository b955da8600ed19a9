package paint_test

import (
	"testing"

	"manyhold/render/gputest"
)

func TestMain(m *testing.M) { gputest.Main(m) }
