import { afterAll } from "vitest"
import { type Handler, type HandlerOptions, makeHandler } from "../Handler.ts"

/** Makes a handler for all tests of a file or of a `describe`, and closes it afterwards. */
export const setupTestHandler = (options: HandlerOptions = {}): Handler => {
  const handler = makeHandler(options)
  afterAll(() => handler.close())
  return handler
}
