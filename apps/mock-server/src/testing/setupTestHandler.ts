import { afterAll } from "vitest"
import { type Handler, type HandlerOptions, makeHandler } from "../Handler.ts"

/** A handler for all tests of a file or of a `describe`, which ends with them. */
export const setupTestHandler = (options: HandlerOptions = {}): Handler => {
  const handler = makeHandler(options)
  afterAll(() => handler.close())
  return handler
}
