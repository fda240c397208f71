import type { SignClient } from "@walletconnect/sign-client"
import { member } from "@wmodal/chains/internal"
import { withoutExpiry } from "./withoutExpiry.ts"

const unheldChecks = [
  "isValidConnect",
  "isValidUpdate",
  "isValidExtend",
  "isValidEmit",
  "isValidPing",
  "isValidDisconnect",
]

/**
 * Holds what the client lets go of: promises of its own that may reject, each an error of the page's, and the end of a
 * process of Node's.
 */
export const withoutLooseEnds = (client: InstanceType<typeof SignClient>): void => {
  const { core, engine } = client
  withoutExpiry(client)
  // The client goes on whatever these say of what its peer has sent. What is of use in it, we see ourselves.
  for (const checks of [engine, core.pairing])
    for (const name of unheldChecks) Reflect.set(checks, name, async () => {})
  // Where the socket closes meanwhile nobody in the client hears of it.
  const unsubscribe = core.relayer.unsubscribe.bind(core.relayer)
  core.relayer.unsubscribe = (topic, opts) => unsubscribe(topic, opts).catch(() => {})
  // Two who need a connection at once each open one, and the first is let go of, whose refusal would be thrown.
  const letGo = member(core.relayer, "unregisterProviderListeners")
  if (typeof letGo === "function")
    Reflect.set(core.relayer, "unregisterProviderListeners", () => {
      core.relayer.provider.on("error", () => {})
      Reflect.apply(letGo, core.relayer, [])
    })
  // Both ends may end a session at once, and the second finds none any more.
  const deleteSession = member(engine, "deleteSession")
  if (typeof deleteSession === "function")
    Reflect.set(engine, "deleteSession", async (deleted: unknown) => {
      try {
        await Reflect.apply(deleteSession, engine, [deleted])
      } catch {
        // It is deleted.
      }
    })
  // What could not be sent is sent again at each beat, and the relay may still be away: it stays in the queue.
  const { publisher } = core.relayer
  Reflect.set(publisher, "checkQueue", () => {
    const queue: unknown = member(publisher, "queue")
    const publish = member(publisher, "rpcPublish")
    if (!(queue instanceof Map) || typeof publish !== "function") return
    for (const waiting of queue.values())
      Promise.resolve(
        Reflect.apply(publish, publisher, [member(waiting, "request"), member(waiting, "opts")]),
      ).catch(() => {})
  })
}
