package attack

// loops are scripts that do not end by themselves.
const loops = `
== nothing, for ever
def on_use(me, who):
    while True:
        pass
== a loop over a huge range
def on_use(me, who):
    for i in range(1 << 46):
        pass
== loops in loops
def on_use(me, who):
    for i in range(1000):
        for j in range(1000):
            for k in range(1000):
                x = i
== a comprehension for ever
def on_use(me, who):
    x = [0 for i in range(1 << 30) if False]
== a dict comprehension for ever
def on_use(me, who):
    x = {0: i for i in range(1 << 30)}
== nested comprehensions
def on_use(me, who):
    x = [len([k for k in range(4000)]) for i in range(4000)]
== any over a huge range
def on_use(me, who):
    any(range(0, -(1 << 40), -1))
    all(range(1, 1 << 40))
== sum of a huge range
def on_use(me, who):
    sum(range(1 << 40))
== in a huge range
def on_use(me, who):
    while True:
        x = (1 << 45) in range(0, 1 << 46, 3)
== list of a huge range
def on_use(me, who):
    list(range(1 << 40))
== tuple of a huge range
def on_use(me, who):
    tuple(range(1 << 40))
== sorted huge range
def on_use(me, who):
    sorted(range(1 << 40))
== reversed huge range
def on_use(me, who):
    reversed(range(1 << 40))
== enumerate a huge range
def on_use(me, who):
    enumerate(range(1 << 40))
== zip of huge ranges
def on_use(me, who):
    zip(range(1 << 40), range(1 << 40))
== min of a huge range
def on_use(me, who):
    min(range(1 << 40))
== join of a range
def on_use(me, who):
    ",".join(range(1 << 40))
== extend by a huge range
def on_use(me, who):
    x = []
    x.extend(range(1 << 40))
== a list extends itself
def on_use(me, who):
    x = [1]
    while True:
        x.extend(x)
== a list adds itself
def on_use(me, who):
    x = [1]
    while True:
        x += x
== a list grows while it is visited
def on_use(me, who):
    x = [1]
    for i in x:
        x.append(i)
== a list shrinks while it is visited
def on_use(me, who):
    x = [1, 2, 3]
    for i in x:
        x.pop()
== a list is cleared in its own sort
def on_use(me, who):
    x = [3, 1, 2]
    x.sort(key = lambda v: x.clear())
== a list is sorted in its own sort
def on_use(me, who):
    x = [3, 1, 2]
    def k(v):
        x.sort()
        return v
    x.sort(key = k)
    me.state["x"] = x
== a dict grows while it is visited
def on_use(me, who):
    d = {1: 1}
    for k in d:
        d[k + 1] = 1
== a dict loses a key while it is visited
def on_use(me, who):
    d = {1: 1, 2: 2}
    for k in d:
        d.pop(k)
== a loop is left and the list grows again
def on_use(me, who):
    x = [1]
    for i in x:
        break
    x.append(2)
    me.state["x"] = x
== a loop is left by a return and the list grows again
def on_use(me, who):
    x = [1]
    def f():
        for i in x:
            return i
    f()
    x.append(2)
    me.state["x"] = x
== a list in a list in a list, slowly
def on_use(me, who):
    x = []
    while True:
        x = [x]
== while with a costly condition
def on_use(me, who):
    x = list(range(1000))
    while 999 in x:
        pass
== equality in a loop
def on_use(me, who):
    x = list(range(4000))
    y = list(range(4000))
    while x == y:
        pass
== order of long tuples
def on_use(me, who):
    x = tuple(range(4000))
    y = tuple(range(4000))
    while x <= y:
        pass
== order of long strings
def on_use(me, who):
    x = "a" * 16000
    y = "a" * 16000 + "b"
    while x < y:
        pass
== equality of long strings
def on_use(me, who):
    x = "a" * 16000
    y = "a" * 16000
    while x == y:
        pass
== search in a long string
def on_use(me, who):
    s = "a" * 16000
    while True:
        s.find("a" * 8 + "b")
== search for the worst part
def on_use(me, who):
    s = "a" * 8000
    p = "a" * 4000 + "b" + "a" * 3000
    while True:
        x = p in s
== search backwards
def on_use(me, who):
    s = "a" * 16000
    while True:
        s.rfind("b" + "a" * 40)
== count in a long string
def on_use(me, who):
    s = "ab" * 8000
    while True:
        s.count("ba")
`
