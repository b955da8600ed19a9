// Package things holds the screens about the things of makers: the palette of the world's blueprints, the
// inspector of a placed thing, and the source of its scripts.
package things
