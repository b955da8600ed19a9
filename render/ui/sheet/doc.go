// Package sheet shows the panel of a maker's script (see package panel) at the right edge of the window. It
// rests there while the player goes on playing, and takes the keys when the player turns to it.
package sheet
