import type { LazyView } from "../terminal/Output.ts"
import type { Field } from "./Panel.tsx"

/** Draws a result as a list of fields. */
export const drawFacts =
  (title: string, fields: readonly Field[]): LazyView =>
  async () =>
    (await import("./renderFacts.tsx")).renderFacts(title, fields)
