// Images as the model reads them: small enough to go as they are, no image at all, and damaged.
import type { GoldenScenario } from "../scenario.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mP4z8AARAwQCgAf7gP9Y167WwAAAABJRU5ErkJggg==";
/** 2000 × 1, the widest that goes as it is. */
const widest =
  "iVBORw0KGgoAAAANSUhEUgAAB9AAAAABCAIAAAAJn6IqAAAAH0lEQVR42u3CMREAAAwDofdvuhWRFY6uVFVVVVXV8QMPJsia45poiQAAAABJRU5ErkJggg==";
const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const webp =
  "UklGRm4AAABXRUJQVlA4TGIAAAAvAUAAEM1VICICHkgAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAA8kAAAAAADg/AMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAI1ICAA==";
const jpeg = `/9j/4AAQSkZJRgABAgAAAQABAAD/wAARCAACAAIDAREAAhEBAxEB/9sAQwD${"/".repeat(86)}9sAQwH${"/".repeat(86)}8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwBtI0P/2Q==`;

/** Writes the bytes with the bash tool, since a scenario's files are texts, and reads them. */
const reading = (images: Readonly<Record<string, string>>) => ({
  mode: "json" as const,
  script: [
    {
      calls: "bash",
      params: {
        command: Object.entries(images)
          .map(([name, base64]) => `echo ${base64} | base64 -d > ${name}`)
          .join("\n"),
      },
    },
    ...Object.keys(images).map((path) => ({ calls: "read", params: { path } })),
    { says: "seen" },
  ],
  args: ["--no-session", "hi"],
});

const text = (written: string): string => Buffer.from(written).toString("base64");

export const imageScenarios = {
  "image-read": { ...reading({ "a.png": png, "b.gif": gif, "c.webp": webp, "no-extension": jpeg }), fast: true },
  "image-widest": reading({ "a.png": widest }),
  "image-none": reading({ "a.png": text("no image\n"), "a.gif": text("GIF\n"), "a.jpg": "/9j/9wAA" }),
  "image-damaged": reading({ "a.png": png.slice(0, 32), "a.jpg": "/9j/4AAQ" }),
  "image-rpc": {
    ...reading({ "a.png": png }),
    mode: "rpc",
    args: ["--no-session"],
    moves: [
      { send: { id: "p", type: "prompt", message: "hi" } },
      { until: { type: "agent_end", willRetry: false } },
      { pause: 60 },
      { send: { id: "m", type: "get_messages" } },
      { send: { id: "t", type: "get_session_stats" } },
    ],
  },
} satisfies Record<string, GoldenScenario>;
