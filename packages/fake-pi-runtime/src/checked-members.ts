// Puts a check in front of every member of an object: methods and getters alike, each told by its name.

/** A copy of `object` whose methods and getters call `check` first. Values, and members that are no function, stay. */
export const checkedMembers = <T extends object>(object: T, check: (member: string) => void): T => {
  const checked = (member: string, { get, value, ...rest }: PropertyDescriptor): PropertyDescriptor => {
    const before =
      (run: (...given: unknown[]) => unknown) =>
      (...given: unknown[]) => {
        check(member);
        return run(...given);
      };
    if (get) return { ...rest, get: before(() => get.call(object)) };
    return { ...rest, value: typeof value === "function" ? before((...given) => value.apply(object, given)) : value };
  };
  const members = Object.entries(Object.getOwnPropertyDescriptors(object));
  return Object.defineProperties(
    Object.create(Object.getPrototypeOf(object)),
    Object.fromEntries(members.map(([member, descriptor]) => [member, checked(member, descriptor)])),
  );
};
