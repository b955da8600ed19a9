package item

// Add puts as many of s into slots as fit, first onto stacks of its kind, then into empty slots, each in
// ascending order. It returns the number that did not fit.
func Add(slots []Stack, s Stack) (rest uint8) {
	if s.Kind == None {
		return s.Count
	}
	rest = s.Count
	for i := range slots {
		if rest > 0 && slots[i].Kind == s.Kind && slots[i].Count < MaxStack {
			n := min(rest, MaxStack-slots[i].Count)
			slots[i].Count += n
			rest -= n
		}
	}
	for i := range slots {
		if rest > 0 && slots[i].Kind == None {
			n := min(rest, MaxStack)
			slots[i] = Stack{s.Kind, n}
			rest -= n
		}
	}
	return rest
}

// Room returns how many of s fit into slots.
func Room(slots []Stack, s Stack) uint8 {
	if s.Kind == None {
		return 0
	}
	room := 0
	for _, o := range slots {
		switch o.Kind {
		case s.Kind:
			room += max(MaxStack-int(o.Count), 0)
		case None:
			room += MaxStack
		}
	}
	return uint8(min(room, int(s.Count)))
}

// Take removes n items from a slot, which must hold at least n, and returns them.
func Take(slot *Stack, n uint8) Stack {
	if n > slot.Count {
		panic("item: taking more than there is")
	}
	taken := Stack{slot.Kind, n}
	slot.Count -= n
	if slot.Count == 0 {
		*slot = Stack{}
	}
	if n == 0 {
		return Stack{}
	}
	return taken
}

// Valid reports whether s is a stack as it may be stored: of no items exactly if of no kind, a known
// kind and at most MaxStack.
func (s Stack) Valid() bool {
	return s.Kind < KindCount && s.Count <= MaxStack && (s.Kind == None) == (s.Count == 0)
}

// Sort joins the stacks of each kind and puts them in the order of their groups, then of their kinds, full
// ones first; empty slots come last.
func Sort(slots []Stack) {
	var total [KindCount]int
	for k := range slots {
		total[slots[k].Kind] += int(slots[k].Count)
		slots[k] = Stack{}
	}
	used := 0
	for g := range GroupCount + 1 {
		for k := None + 1; k < KindCount; k++ {
			if sortGroups[k] != g {
				continue
			}
			for total[k] > 0 {
				n := min(total[k], MaxStack)
				slots[used] = Stack{k, uint8(n)}
				total[k] -= n
				used++
			}
		}
	}
}

// sortGroups is the group of each kind, that of its first recipe; found things come last.
var sortGroups = func() (groups [KindCount]Group) {
	for k := range groups {
		groups[k] = GroupCount
	}
	for n := len(Recipes) - 1; n >= 0; n-- {
		groups[Recipes[n].Makes.Kind] = Recipes[n].Group
	}
	return groups
}()
