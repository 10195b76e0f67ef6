// Full-session tests of pi extensions: real pi with a scripted model, mocked tools and a mocked user.
export {};
