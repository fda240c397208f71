import { Effect, Fiber, Stream } from "effect"
import type { Connector, ConnectorEvent } from "../contract/Connector.ts"

/** Collects the events of a connector while `during` runs. */
export const collectEventsDuring = async (
  connector: Connector,
  during: () => unknown,
): Promise<readonly ConnectorEvent[]> => {
  const heard: ConnectorEvent[] = []
  const fiber = Effect.runFork(
    Stream.runForEach(Stream.unwrap(connector.events), (event) => Effect.sync(() => heard.push(event))),
  )
  await Effect.runPromise(Effect.yieldNow)
  await during()
  await Effect.runPromise(Effect.yieldNow)
  await Effect.runPromise(Fiber.interrupt(fiber))
  return heard
}
