// A stand-in for the pi binary.
export {};
