// Package hud is what stands over the world while it is played: hotbar, hearts, faces, maps, clock, names
// over heads, hints, plans, the controls of recordings, and the screen for taking pictures.
package hud
