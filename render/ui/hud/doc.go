// Package hud is everything drawn over the world during play: hotbar, hearts, faces, maps, clock, names over
// heads, hints, plans, the controls of recordings, and the photo screen.
package hud
