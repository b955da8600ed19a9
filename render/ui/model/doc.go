// Package model is the boundary between the session and package ui: the values that the interface shows, and
// the actions that a player can request. All are plain values.
//
// The session fills a Model before each tick and each frame. The interface only reads it. The player's
// requests come back as Actions, a sealed set of types.
package model
