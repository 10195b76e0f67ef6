// `/colour` shows a picker of its own: up and down move, enter takes, escape leaves it as it was.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { matchesKey } from "@earendil-works/pi-tui";

const colours = ["red", "green", "blue"];

export default function picker(pi: ExtensionAPI) {
  pi.registerCommand("colour", {
    description: "Picks a colour",
    handler: async (_args, ctx) => {
      const picked = await ctx.ui.custom<string | undefined>((tui, theme, _keybindings, done) => {
        let at = 0;
        const move = (by: number) => {
          at = (at + by + colours.length) % colours.length;
          tui.requestRender();
        };
        return {
          render: () =>
            colours.map((colour, index) => (index === at ? theme.fg("accent", `> ${colour}`) : `  ${colour}`)),
          handleInput(key) {
            if (matchesKey(key, "down")) move(1);
            if (matchesKey(key, "up")) move(-1);
            if (matchesKey(key, "enter")) done(colours[at]);
            if (matchesKey(key, "escape")) done(undefined);
          },
          invalidate() {},
        };
      });
      ctx.ui.notify(picked ? `The colour is ${picked}` : "The colour stays", "info");
    },
  });
}
