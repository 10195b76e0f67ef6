export const scenarios: [title: string, run: () => Promise<void>][];
