// What the scenarios of this section set up and note.

export const throwing = (value: unknown) => () => {
  throw value;
};
