package attack

// outside are scripts that want to keep something, or to reach what is not theirs.
const outside = `
== a global list as a memory
L = []
def on_use(me, who):
    L.append(1)
== a global dict as a memory
D = {"n": 0}
def on_use(me, who):
    D["n"] += 1
== a global list in a global tuple
T = ([], {})
def on_use(me, who):
    T[0].append(1)
== a closure as a memory
def mk():
    l = []
    return lambda x: l.append(x)
F = mk()
def on_use(me, who):
    F(1)
== a closure over a closure
def mk():
    d = {"n": 0}
    def f():
        def g():
            d["n"] += 1
        return g
    return f
F = mk()
def on_use(me, who):
    F()()
== a function that holds itself
def mk():
    def f():
        return f
    return f
G = mk()
def on_use(me, who):
    G()()()
    me.state["ok"] = G() == G
== tuples that double at the top
A = (0,) * 100
B = (A,) * 100
C = (B,) * 100
D = (C,) * 100
def on_use(me, who):
    me.state["n"] = len(D)
== a list that holds itself at the top
def mk():
    x = []
    x.append(x)
    return x
X = mk()
def on_use(me, who):
    X.append(1)
== nested thousands deep at the top
def mk():
    x = []
    for i in range(1500):
        x = [x]
    return x
X = mk()
def on_use(me, who):
    me.state["n"] = len(X)
    X == X
== a top level that does not end
def f():
    while True:
        pass
X = f()
== a top level that wants memory
X = [[0] * 4000 for i in range(100)]
== a top level that fails
X = 1 // 0
== a top level that acts
out(1)
== a top level that looks at things
def f(t):
    return t.kind
X = f(None)
== a comprehension with a closure at the top
FS = [lambda: i for i in range(3)]
def on_use(me, who):
    me.state["x"] = [f() for f in FS]
== the state of another
def on_use(me, who):
    who.state["x"] = 1
== the state is replaced
def on_use(me, who):
    me.state = {}
== an attribute is set
def on_use(me, who):
    me.x = 1
== an attribute of none
def on_use(me, who):
    None.state
== an attribute without a meaning
def on_use(me, who):
    me.secret
== a method without its call
def on_use(me, who):
    f = [].append
== a loop's variable is an attribute
def on_use(me, who):
    for me.kind in [1]:
        pass
== a function in the state
def on_use(me, who):
    me.state["f"] = on_use
== a range in the state
def on_use(me, who):
    me.state["r"] = range(3)
== a list that holds itself in the state
def on_use(me, who):
    x = []
    x.append(x)
    me.state["x"] = x
== the state in the state
def on_use(me, who):
    me.state["s"] = me.state
== a state of 5 KB
def on_use(me, who):
    me.state["s"] = "x" * 5000
== a state of many small values
def on_use(me, who):
    me.state["s"] = [0] * 4096
== a state of 2,000 keys
def on_use(me, who):
    for i in range(1000):
        me.state[i] = None
== a state nested too deeply
def on_use(me, who):
    me.state["x"] = [[[[[[[[1]]]]]]]]
== a state that fits exactly
def on_use(me, who):
    me.state["x"] = "x" * 4088
== a state that doubles
def on_use(me, who):
    x = [1]
    for i in range(7):
        x = [x, x]
    me.state["x"] = x
== a key of the state nested too deeply
def on_use(me, who):
    me.state[((((1,),),),)] = 1
== names of one list
def on_use(me, who):
    l = [1]
    me.state["a"] = l
    me.state["b"] = l
    l.append(2)
== what fails keeps the old state
def on_use(me, who):
    me.state["x"] = 1
    1 // 0
== host values beyond their limits
def on_use(me, who):
    level(16)
== host values that are fractions
def on_use(me, who):
    level(1.5)
== host values of another kind
def on_use(me, who):
    level("1")
== host values with 47 bits
def on_use(me, who):
    level(-140737488355327 - 1)
== host values too many
def on_use(me, who):
    level(1, 2)
== host values by name
def on_use(me, who):
    level(n = 3)
    level(m = 3)
== a host function as a key function
def on_use(me, who):
    me.state["x"] = sorted([3, 1, 2], key = level)
== a host function in a loop
def on_use(me, who):
    while True:
        out(1)
== a host function with a long text
def on_use(me, who):
    while True:
        out("x" * 16000)
== attributes in a loop
def on_use(me, who):
    while True:
        me.kind
`

// sources are texts that are no scripts of this language.
const sources = `
== load
load("other.star", "f")
== load in a function
def on_use(me, who):
    load("other.star", "f")
== stars in a definition
def on_use(me, *who):
    pass
== two stars in a definition
def on_use(me, **who):
    pass
== a bare star in a definition
def on_use(me, *, who):
    pass
== stars in a call
def on_use(me, who):
    len(*[1])
== two stars in a call
def on_use(me, who):
    len(**{"x": 1})
== stars in a lambda
X = lambda *a: a
== bytes
X = b"abc"
== a set
X = {1, 2}
== a set comprehension
X = {x for x in range(3)}
== set
X = set([1])
== float
X = float(1)
== hash
X = hash("a")
== getattr
X = getattr(1, "x")
== dir
X = dir(1)
== print
print("x")
== eval
X = eval("1")
== a huge number
X = 99999999999999999999999
== a large number
X = 140737488355328
== a number in base 16
X = 0xffffffffffff
== a float with an exponent
X = 1e5
== a float with many digits
X = 0.1234567890123
== a float with digits that round up
X = 0.999999999999
def on_use(me, who):
    me.state["x"] = X
== a global assigned twice
X = 1
X = 2
== a global assigned in two ways
X = 1
def X():
    pass
== a builtin as a name
len = 3
def on_use(me, who):
    me.state["x"] = len
== if at the top
if True:
    pass
== for at the top
for i in range(3):
    pass
== while at the top
while True:
    pass
== return at the top
return 1
== break outside
def on_use(me, who):
    break
== an unknown name
def on_use(me, who):
    teleport(who)
== a name that is nearly right
def on_use(me, who):
    enumerat([])
== a class
class Door:
    pass
== import
import os
== a try
def on_use(me, who):
    try:
        pass
== nonlocal
def on_use(me, who):
    nonlocal x
== a global statement
def on_use(me, who):
    global x
== yield
def on_use(me, who):
    yield 1
== a walrus
def on_use(me, who):
    if (x := 1):
        pass
== is
def on_use(me, who):
    return me is who
== chained comparisons
def on_use(me, who):
    return 1 < 2 < 3
== an f-string
X = f"{1}"
== a decorator
@x
def on_use(me, who):
    pass
== a type annotation
def on_use(me: int):
    pass
== a missing colon
def on_use(me, who)
    pass
== a missing bracket
X = [1, 2
== a bracket too many
X = 1]
== a string without an end
X = "abc
== a long string without an end
X = """abc
== a wrong indent
def on_use(me, who):
    x = 1
      y = 2
== tabs and blanks
def on_use(me, who):
	x = 1
        y = 2
== a letter beyond ASCII in a name
größe = 1
== a byte that is no text
X = 1` + "\x01" + `
== an escape without a meaning
X = "\q"
== an escape that is no letter
X = "\xff"
== half of a pair
X = "\ud800"
== a parameter twice
def on_use(me, me):
    pass
== a default before a parameter
def on_use(me = 1, who):
    pass
== an augmented tuple
def on_use(me, who):
    (a, b) += 1
== an augmented attribute
def on_use(me, who):
    me.x += 1
== an augmented call
def on_use(me, who):
    len() += 1
== a call is assigned to
def on_use(me, who):
    len(1) = 2
== a slice is assigned to
def on_use(me, who):
    x = [1]
    x[0:1] = [2]
== a literal is assigned to
def on_use(me, who):
    1 = 2
== a named argument before others
def on_use(me, who):
    sorted(key = 1, 2)
== a named argument twice
def on_use(me, who):
    sorted([1], key = 1, key = 2)
== a keyword as a name
def on_use(me, who):
    pass = 1
== an empty block
def on_use(me, who):
== only a comment
# nothing
== a handler that is no function
on_use = 3
== a handler that is a builtin
on_use = len
== a handler that is a lambda
on_use = lambda me: me.state.get("x")
== a handler without parameters
def on_use():
    return 1
== a handler with many parameters
def on_use(me, who, more, even_more):
    pass
`
