package attack

// calls are scripts that call too deeply or wrongly.
const calls = `
== recursion
def on_use(me, who):
    on_use(me, who)
== recursion of two
def a(n):
    return b(n)
def b(n):
    return a(n)
def on_use(me, who):
    a(1)
== recursion by a key
def k(v):
    return sorted([1, 2], key = k)
def on_use(me, who):
    k(1)
== recursion by a lambda
def on_use(me, who):
    f = [None]
    f[0] = lambda: f[0]()
    f[0]()
== recursion by min
def on_use(me, who):
    def f(x):
        return min([x], key = f)
    f(1)
== recursion that branches
def f(n):
    return f(n - 1) + f(n - 1) if n else 1
def on_use(me, who):
    f(60)
== recursion with many arguments
def f(a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q):
    return f(a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q)
def on_use(me, who):
    f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
== arguments in arguments
def f(a, b = 0, c = 0):
    return a
def on_use(me, who):
    f(f(f(f(1, 2), f(3)), f(4, c = 5)), b = f(6))
    f(1, 2, 3, 4)
== too few arguments
def f(a, b):
    return a
def on_use(me, who):
    f(b = 1)
== an argument twice
def f(a, b):
    return a
def on_use(me, who):
    f(1, a = 2)
== an unknown argument
def f(a, b):
    return a
def on_use(me, who):
    f(1, z = 2)
== min of seventeen
def on_use(me, who):
    min(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)
== min of nothing
def on_use(me, who):
    min([])
== min without values
def on_use(me, who):
    min()
== an unknown key of min
def on_use(me, who):
    min(1, 2, order = 3)
== len without values
def on_use(me, who):
    len()
== a method by name of its receiver
def on_use(me, who):
    [].append(self = 1)
== a call of a number
def on_use(me, who):
    1()
== a call of none
def on_use(me, who):
    me.state.get("f")(1)
== a method of a number
def on_use(me, who):
    (1).append(2)
== a method of a tuple
def on_use(me, who):
    (1, 2).index(1)
== a method of nothing
def on_use(me, who):
    None.get(1)
== a variable before its value
def on_use(me, who):
    x = y
    y = 1
== a cell before its value
def on_use(me, who):
    f = lambda: y
    f()
    y = 1
== a global before its value
def f():
    return LATER
X = f()
LATER = 1
def on_use(me, who):
    pass
== a comprehension's variable outside
def on_use(me, who):
    x = [i for i in range(3)]
    return i
== late binding
def on_use(me, who):
    me.state["x"] = [f() for f in [lambda: i for i in range(3)]]
== a default that is shared
def f(x, l = []):
    l.append(x)
    return l
def on_use(me, who):
    f(1)
== unpack too many
def on_use(me, who):
    a, b = range(2), 1
    (a, b), c = (1, 2, 3), 4
== unpack a string
def on_use(me, who):
    a, b = "ab"
== unpack into its own elements
def on_use(me, who):
    x = [1, 2, 3]
    x[2], x[1], x[0] = x
    me.state["x"] = x
== unpack from a list that changes
def on_use(me, who):
    x = [1, 2]
    d = {}
    d["a"], d["b"] = x
    me.state["d"] = d
== fail with a long text
def on_use(me, who):
    fail("x" * 16000)
== fail with a deep text
def on_use(me, who):
    fail([[[[[[[[[[1]]]]]]]]]])
`
