import type { Context } from "hono"
import { Failed } from "./Failed.ts"

/** What anvil takes too. */
const maxBytes = 2_000_000

/**
 * The body as text; empty where there is none.
 * @throws Failed for one of more than `maxBytes`, before it is read whole.
 */
export const readBody = async (c: Context): Promise<string> => {
  const length = c.req.header("content-length")
  if (length !== undefined) {
    if (Number(length) > maxBytes) throw tooLarge(c)
    return c.req.text()
  }
  const stream = c.req.raw.body
  if (stream === null) return ""
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(c)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const tooLarge = (c: Context): Failed => {
  // What was not read would end the connection later, under another request.
  c.header("connection", "close")
  return new Failed({ status: 413, field: "body", description: `More than ${maxBytes} bytes` })
}
