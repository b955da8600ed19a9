// Package perception is a state as its viewers see it: the bodies known at a place, beacons known from far,
// portals, and the scenes that an island holds. Nothing in it changes a state, and no step depends on it.
package perception
