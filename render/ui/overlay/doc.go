// Package overlay shows the inside of the game: the figures of F3, and the network of F4 drawn over the
// world.
package overlay
