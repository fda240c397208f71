import type { Context } from "hono"
import type { Env } from "./Env.ts"

/** Responds with a text that the log can use without reading the response. */
export const reply = (c: Context<Env>, text: string, headers: Readonly<Record<string, string>>): Response => {
  c.set("replied", text)
  return c.body(text, 200, headers)
}
