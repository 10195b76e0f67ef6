// The user of a pi extension, scripted: every dialog, surface and custom component of ctx.ui.
export {};
