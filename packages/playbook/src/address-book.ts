// Finds the playbook that a model belongs to. Up to pi 0.79 a process has one stream function per api name, so
// whichever playbook registered last is asked, and passes the request on to the owner of the model's address.

interface Book {
  count: number;
  /** How many entries there may be before those of forgotten playbooks are looked for. */
  enough: number;
  readonly entries: Map<string, WeakRef<object>>;
}

// On globalThis, so that several copies of this package in one process share it.
const key = Symbol.for("@pi-testkit/playbook.address-book");
const book = (): Book => {
  const holder = globalThis as { [key]?: Book };
  holder[key] ??= { count: 0, enough: 64, entries: new Map() };
  return holder[key];
};

/** A base URL that no other playbook of this process has. */
export const newAddress = (): string => `http://playbook-${++book().count}.invalid`;

/** Enters a stream function under its address. It is held weakly: a forgotten playbook leaves no trace. */
export const enterAddress = (address: string, stream: object): void => {
  const { entries, enough } = book();
  if (entries.size >= enough) {
    for (const [other, entry] of entries) if (entry.deref() === undefined) entries.delete(other);
    book().enough = 2 * entries.size + 64;
  }
  entries.set(address, new WeakRef(stream));
};

/** The stream function of the playbook at `address`, if it is still there. */
export const atAddress = <S extends object>(address: string): S | undefined =>
  book().entries.get(address)?.deref() as S | undefined;
