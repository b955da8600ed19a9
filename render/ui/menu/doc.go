// Package menu is the title and the screens that open over a world: settings, players, invitation, travel,
// laws, wardrobe and others. Menus holds them all, so that one can open another.
package menu
