package message

// Home is the island of the spawn: the world's founding record begins it, it takes in strangers, and it never
// ends. Islands have ids; zero is none.
const Home uint64 = 1
