// What the mock's `pi` runs. It is loaded by a file in the mock's folder, which hands it the folder of its state.
export { runChild } from "./child/run-child.ts";
