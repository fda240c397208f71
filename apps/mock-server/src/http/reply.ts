import type { Context } from "hono"
import type { Env } from "./Env.ts"

/** Answers a text that is at hand, so that the log need not read it from the response. */
export const reply = (c: Context<Env>, text: string, headers: Readonly<Record<string, string>>): Response => {
  c.set("replied", text)
  return c.body(text, 200, headers)
}
