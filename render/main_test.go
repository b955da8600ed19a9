package render

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"manyhold/render/gputest"
)

// figures makes TestFigures measure for long.
var figures = flag.Bool("figures", false, "measure for seconds instead of a moment")

// window measures a real window instead of running the tests.
var window = flag.Bool("window", false, "measure frames per second in a window of 1280×720, run no test")

// dump is a directory for pictures to look at.
var dump = flag.String("dump", "", "directory to write pictures to")

func TestMain(m *testing.M) {
	flag.Parse()
	if *window && os.Getenv("DISPLAY") != "" {
		if err := measureWindow(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	gputest.Main(m)
}
