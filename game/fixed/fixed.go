// Package fixed is the arithmetic of the simulation: numbers with sixteen binary digits after the point,
// kept in integers, so that every processor computes the same bits.
//
// Q (Q48.16 in an int64) is for places and other values far from the origin. S (Q16.16 in an int32) is for
// local values: velocities in tiles per second, heights, sizes. One is 65,536 in both.
package fixed

// Q is a signed Q48.16 number. Addition and comparison are those of int64.
type Q int64

// S is a signed Q16.16 number for local quantities, within ±32,768.
type S int32

// One is 1 in Q and in S.
const One = 1 << 16

// Bits is the number of binary digits after the point.
const Bits = 16

// Vec is a place or a displacement in tiles; x grows to the east, y to the south.
type Vec struct{ X, Y Q }

// SVec is a local vector: a velocity in tiles per second, a direction, a size.
type SVec struct{ X, Y S }
