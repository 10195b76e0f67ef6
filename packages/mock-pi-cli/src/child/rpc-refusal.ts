// A command that pi answers with `success: false`.

export class Refusal extends Error {
  override readonly name = "Refusal";
}
