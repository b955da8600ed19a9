package lab

import "testing"

// TestTrialFallsAsleep: the boxes of the pile fall, come to rest and sleep, which is shown.
func TestTrialFallsAsleep(t *testing.T) {
	s, err := Open("s2_pile")
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; s.Asleep < s.Moving; n++ {
		if n == 60*Rate {
			t.Fatalf("%d of %d sleep after a minute", s.Asleep, s.Moving)
		}
		s.Step()
	}
	asleep := 0
	for _, b := range s.Show().Bodies {
		if b.Asleep {
			asleep++
		}
	}
	if asleep != s.Moving {
		t.Errorf("%d of %d are shown asleep", asleep, s.Moving)
	}
	if _, err := Open("none"); err == nil {
		t.Error("a scene that there is not opens")
	}
}
