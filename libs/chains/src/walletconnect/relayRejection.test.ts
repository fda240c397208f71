import { expect, it } from "vitest"
import { parseRelayRejection } from "./relayRejection.ts"

it.each([
  ["WebSocket connection closed abnormally with code: 3000 (Unauthorized: origin not allowed)", "origin"],
  ["WebSocket connection closed abnormally with code: 3000 (Unauthorized: invalid key)", "projectId"],
  [
    "WebSocket connection closed abnormally with code: 3000 (JWT validation error: JWT Token is not yet valid:)",
    "time",
  ],
  [
    "WebSocket connection closed abnormally with code: 3000 (JWT validation error: JWT Token is not yet valid): basic.iat: 1712137804, now + time_leeway: 1712137786, time_leeway: 120)",
    "time",
  ],
  [
    "WebSocket connection closed abnormally with code: 3000 (Authorization error: JWT validation error: JWT Token is expired: Some(1691558934))",
    "time",
  ],
  ["WebSocket connection closed abnormally with code: 3000 (Project not found)", "projectId"],
  ["WebSocket connection closed abnormally with code: 3000 ", null],
  ["", null],
])("parses the relay's message: %s", (text, refusal) => {
  expect(parseRelayRejection(text)).toBe(refusal)
})
