// Package window ties a window to a node: it reads devices, predicts the player, fills the models of render, audio
// and the interface, and carries out what the person asks for.
package window
