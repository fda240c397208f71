import { onTestFinished } from "vitest"
import { type Handler, type HandlerOptions, makeHandler } from "../../Handler.ts"

/** Creates a handler that closes with its test. */
export const setupOwnHandler = (options: HandlerOptions = {}): Handler => {
  const handler = makeHandler(options)
  onTestFinished(() => handler.close())
  return handler
}
