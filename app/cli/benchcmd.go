package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/usage"
	"manyhold/app/window/lab"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
	"manyhold/game/physics/scene"
	"manyhold/net/host"
)

// mostBenchSteps bounds a run of a benchmark: an hour of twenty steps a second.
const mostBenchSteps = 72_000

func benchCommand() *cobra.Command {
	c := &cobra.Command{Use: "bench", Short: "Measure the speed of parts of the program", Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	c.AddCommand(benchPhysicsCommand())
	return c
}

// physicsFigures is the result of a run of a scene; the names are those of the printed JSON and are stable.
type physicsFigures struct {
	Scene         string  `json:"scene"`
	Bodies        int     `json:"bodies"`
	Steps         int     `json:"steps"`
	BodySteps     float64 `json:"body_steps_per_cpu_s"`
	KineticEnergy float64 `json:"kinetic_energy"`
}

func benchPhysicsCommand() *cobra.Command {
	var steps int
	var length string
	var asJSON bool
	c := &cobra.Command{
		Use: "physics SCENE", Short: "Run a physics scene and print its speed",
		Long: `Runs a physics scene twice on one thread, with no body asleep, and measures the CPU time of the
second run. Prints the body-steps per CPU second, and the mean kinetic energy of the moving bodies
at the end (½v², in tiles²/s²), by which two engines can be seen to have done the same work.

A scene is a text file; assets/scenes has some, and a README.md that describes the format.`,
		Args: arity.Exactly(1, "a scene: a file such as assets/scenes/s1d_1000.txt"),
		RunE: func(c *cobra.Command, args []string) error {
			rate := map[string]int{"1/20": 20, "1/60": 60}[length]
			switch {
			case rate == 0:
				return usage.Errorf("--dt is %q; use 1/20 or 1/60", length)
			case steps < 1 || steps > mostBenchSteps:
				return usage.Errorf("--steps is %d; use 1 to %d", steps, mostBenchSteps)
			}
			f, err := benchPhysics(args[0], steps, rate)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(f)
			}
			fmt.Fprintf(c.OutOrStdout(), "%s: %d bodies, %d steps of %s s: %.2f million body-steps per CPU second, mean kinetic energy %.2f\n",
				f.Scene, f.Bodies, f.Steps, length, f.BodySteps/1e6, f.KineticEnergy)
			return nil
		},
	}
	c.Flags().IntVar(&steps, "steps", 200, "number of steps")
	c.Flags().StringVar(&length, "dt", "1/20", "length of a step in seconds: 1/20 or 1/60")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// benchPhysics runs the scene of a file twice, and measures the second run.
func benchPhysics(file string, steps, rate int) (f physicsFigures, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return f, err
	}
	s, err := scene.Read(string(text))
	if err != nil {
		return f, fmt.Errorf("%s: %w", file, err)
	}
	var w *rigid.World
	var took time.Duration
	for range 2 {
		if w, err = rigid.FromScene(s, true); err != nil {
			return f, fmt.Errorf("%s: %w", file, err)
		}
		began, _ := host.ProcessTime()
		runScene(w, s, steps, rate)
		ended, _ := host.ProcessTime()
		took = ended - began
	}
	f = physicsFigures{Scene: strings.TrimSuffix(file[strings.LastIndexAny(file, `/\`)+1:], ".txt"), Steps: steps}
	energy := 0.0
	for _, b := range w.Bodies() {
		if w.Kind(b.Kind).Fixed {
			continue
		}
		vx, vy := float64(b.VX)/fixed.One, float64(b.VY)/fixed.One
		energy += (vx*vx + vy*vy) / 2
		f.Bodies++
	}
	f.KineticEnergy = energy / float64(max(f.Bodies, 1))
	f.BodySteps = float64(f.Bodies*steps) / max(took.Seconds(), 1e-6)
	return f, nil
}

// runScene steps a world, driving it as its scene says.
func runScene(w *rigid.World, s *scene.Scene, steps, rate int) {
	for k := range steps {
		lab.Kick(w, s, k)
		w.Step(rate)
	}
}
