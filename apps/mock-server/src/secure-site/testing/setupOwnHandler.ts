import { onTestFinished } from "vitest"
import { type Handler, type HandlerOptions, makeHandler } from "../../Handler.ts"

/** A handler for one test, which ends with it. */
export const setupOwnHandler = (options: HandlerOptions = {}): Handler => {
  const handler = makeHandler(options)
  onTestFinished(() => handler.close())
  return handler
}
