import type { LazyView } from "../terminal/Output.ts"
import type { Field } from "./Panel.tsx"

/** Draws a result as a list of fields. */
export const drawFacts =
  (title: string, fields: readonly Field[]): LazyView =>
  async () =>
    (await import("./renderFacts.tsx")).renderFacts(title, fields)

/** Draws what a wallet with its own key is asked to sign, and below it what follows from that. */
export const drawSignature =
  (title: string, fields: readonly Field[], effect: string): LazyView =>
  async () =>
    (await import("./SignatureReview.tsx")).renderSignatureReview(title, fields, effect)
