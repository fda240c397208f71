import { Data } from "effect"
import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import { AnvilFailed } from "../evm/Anvil.ts"
import { AnvilNotFound } from "../evm/anvilBinary.ts"
import { ConnectionReset } from "../faults/ConnectionReset.ts"
import { ScenarioInvalid } from "../faults/Scenario.ts"

/** Makes the body of an error response. Source: the AppKit 1.7.2 wire. */
export const toErrorBody = (field: string, description: string) => ({
  status: "FAILED",
  reasons: [{ field, description }],
})

/** Returns the wire format of an error. An unexpected error is a 500 in plain text. */
export const toErrorResponse = (error: Error, c: Context): Response => {
  if (error instanceof RequestError) return c.json(toErrorBody(error.field, error.description), error.status)
  // No response is sent: the server's edge resets the connection.
  if (error instanceof ConnectionReset) throw error
  if (error instanceof ScenarioInvalid) return c.json(toErrorBody(error.field || "body", error.detail), 400)
  if (error instanceof AnvilNotFound || error instanceof AnvilFailed)
    return c.json(toErrorBody("chainId", error.message), 503)
  return c.text("Internal server error", 500)
}

/** A rejected request, with the invalid field and the reason. */
export class RequestError extends Data.TaggedError("Failed")<{
  readonly status: ContentfulStatusCode
  readonly field: string
  readonly description: string
}> {
  override get message() {
    return `${this.status} ${this.field}: ${this.description}`
  }
}
