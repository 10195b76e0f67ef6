// A recorder for pi runs: what was called, blocked, answered and shown, as data and as a tree.
export {};
