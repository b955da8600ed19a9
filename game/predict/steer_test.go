package predict

import (
	"testing"

	"manyhold/game/command"
)

// TestSteer: a lead that is known is taken at once and stays, though commands are late and calm times pass.
// When it is not known any more, it is measured again.
func TestSteer(t *testing.T) {
	b := newBench(t, 9)
	b.enter()
	b.eyes.Steer(4)
	for n := range 1500 {
		if n%50 == 0 {
			b.ask(command.Command{Kind: command.Say, Text: "hm"})
		}
		b.tick()
		b.eyes.Steer(4)
		if b.eyes.clock.lead != 4 {
			t.Fatalf("tick %d: the lead is %d", n, b.eyes.clock.lead)
		}
	}
	b.eyes.Steer(0)
	b.ask(command.Command{Kind: command.Say, Text: "late"})
	b.run(60)
	if b.eyes.clock.lead <= 4 {
		t.Errorf("the lead is %d, and commands need 9 ticks to the leader", b.eyes.clock.lead)
	}
	b.eyes.Steer(1000)
	if b.eyes.clock.lead != mostLead {
		t.Errorf("a lead of %d", b.eyes.clock.lead)
	}
}
