// Package model is what the interface shows and what a player can ask of it: plain values that pass between
// the session and package ui.
//
// The session fills a Model before each tick and each frame. The interface only reads it. What the player
// asked for comes back as Actions, a sealed set of types.
package model
