import { bodyLimit } from "hono/body-limit"
import { Failed } from "./Failed.ts"

/** What anvil takes too. */
const maxBytes = 2_000_000

/** Refuses a body of more than `maxBytes`, before it is read whole. */
export const limited = bodyLimit({
  maxSize: maxBytes,
  onError: (c) => {
    // What was not read would end the connection later, under another request.
    c.header("connection", "close")
    throw new Failed({ status: 413, field: "body", description: `More than ${maxBytes} bytes` })
  },
})
