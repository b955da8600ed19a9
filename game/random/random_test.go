package random

import "testing"

// TestGoldenSequence pins the function: a change of it is a change of the rules.
func TestGoldenSequence(t *testing.T) {
	for n, want := range []uint64{0x12588d809dce88a7, 0xa67f0349b6b7d27d, 0xa60facfa74e65895, 0x4621364dd0a66f0f, 0xd55ccd4aeb3ccafb, 0x32bca143daa28e58} {
		if got := Hash(1, 2, 3, uint64(n)); got != want {
			t.Errorf("Hash(1, 2, 3, %d) = %#x, want %#x", n, got, want)
		}
	}
	// Published outputs of SplitMix64 for the seed 1234567
	// (rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64).
	const increment = golden
	for n, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := Mix(1234567 + uint64(n)*increment); got != want {
			t.Errorf("number %d is %d, want %d", n, got, want)
		}
	}
}

func TestBelowIsEven(t *testing.T) {
	var count [7]int
	for n := range uint64(70_000) {
		count[Below(Hash(5, n, 0, 0), 7)]++
	}
	for k, n := range count {
		if n < 9_600 || n > 10_400 {
			t.Errorf("%d came %d times of 70,000", k, n)
		}
	}
	if Below(^uint64(0), 7) != 6 || Below(0, 7) != 0 || Below(123, 0) != 0 {
		t.Error("the ends of the range")
	}
}
