// Package bag is the inventory screen: the slots of the player, those of an open chest, and the recipes.
package bag
