package value

// Holder is a reference, of another package, that holds values.
type Holder interface {
	Ref
	// Hold marks it as frozen and returns its values, none if it was frozen before.
	Hold() []Value
}

// Freeze makes v, and all that it holds, unchangeable. Each object is visited once, however many hold it, and
// without recursion: a script can make values that are nested thousands deep.
func Freeze(v Value) {
	left := []Value{v}
	for len(left) > 0 {
		v := left[len(left)-1]
		left = left[:len(left)-1]
		switch r := v.r.(type) {
		case *List:
			if !r.frozen {
				r.frozen = true
				left = append(left, r.v...)
			}
		case *Tuple:
			if !r.frozen {
				r.frozen = true
				left = append(left, r.v...)
			}
		case *Dict:
			if !r.frozen {
				r.frozen = true
				for _, e := range r.entries {
					left = append(left, e.key, e.value)
				}
			}
		case Holder:
			left = append(left, r.Hold()...)
		}
	}
}
