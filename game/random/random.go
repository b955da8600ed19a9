// Package random is randomness that all peers share. There is no stream and no state: a number is a hash of
// its purpose. So a result does not depend on other events in the world, or on their order.
//
//	Hash(seed, tick, entity, n)
//
// is the n-th number of an entity (or of a region, by its key) in a tick of the world of that seed. The
// function is four rounds of the finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom
// number generators", OOPSLA 2014, §4), one round per argument. It is part of the rules: changing it raises
// game.CurrentRules.
package random

import "math/bits"

// golden is 2^64 divided by the golden ratio: the increment of SplitMix64.
const golden = 0x9e3779b97f4a7c15

// Mix scrambles x; it is a bijection.
func Mix(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Hash returns the n-th number of an entity in a tick.
func Hash(seed, tick, entity, n uint64) uint64 {
	return Mix(Mix(Mix(Mix(seed)^tick)^entity) ^ n)
}

// Below returns a number from 0 to n-1 from the hash h, by multiplication (Lemire, "Fast random integer
// generation in an interval", 2019); its bias is below n/2^64.
func Below(h uint64, n uint32) uint32 {
	hi, _ := bits.Mul64(h, uint64(n))
	return uint32(hi)
}

// Chance reports, for the hash h, an event that happens once in n times.
func Chance(h uint64, n uint32) bool { return Below(h, n) == 0 }
