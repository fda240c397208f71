import type { Context } from "hono"
import { RequestError } from "./RequestError.ts"

/** Limit of anvil. */
const maxBodyBytes = 2_000_000

/**
 * Returns the body as text; empty when there is none.
 * @throws Failed for more than `maxBodyBytes`, before the whole body is read.
 */
export const readBody = async (c: Context): Promise<string> => {
  const length = c.req.header("content-length")
  if (length !== undefined) {
    if (Number(length) > maxBodyBytes) throw bodyTooLarge(c)
    return c.req.text()
  }
  const stream = c.req.raw.body
  if (stream === null) return ""
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw bodyTooLarge(c)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const bodyTooLarge = (c: Context): RequestError => {
  // Unread bytes would break the connection during a later request.
  c.header("connection", "close")
  return new RequestError({ status: 413, field: "body", description: `More than ${maxBodyBytes} bytes` })
}
