import type { SignClient } from "@walletconnect/sign-client"
import { readMember } from "@wmodal/chains/internal"
import { emit, getEventNames, once } from "./emitter.ts"

/** Milliseconds: one second before the client gives a question up. */
const requestTtlMs = 299_000

/** The client's own word for it, without a code. */
const expiredError = { message: "Request expired." }

/** As the client calls what it waits for, by the question that makes it wait. */
const responseEvents = new Map<unknown, string>([
  ["wc_sessionPropose", "session_connect"],
  ["wc_sessionRequest", "session_request"],
])

/**
 * Gives questions up that nobody has answered, as the client does, and before it does: it would reject a promise beside,
 * which it holds for who asks later, and which nobody holds.
 */
const suppressRequestExpiry = ({ core, engine }: InstanceType<typeof SignClient>): void => {
  const questions = readMember(engine, "events")
  core.history.on("history_created", (record: unknown) => {
    const name = `${responseEvents.get(readMember(readMember(record, "request"), "method"))}:${readMember(record, "id")}`
    // What others ask is answered here, and not waited for.
    if (!getEventNames(questions).includes(name)) return
    const timer = setTimeout(() => emit(questions, name, { error: expiredError }), requestTtlMs)
    once(questions, name, () => clearTimeout(timer))
  })
}

const unhandledChecks = [
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
export const catchClientRejections = (client: InstanceType<typeof SignClient>): void => {
  const { core, engine } = client
  suppressRequestExpiry(client)
  // The client goes on whatever these say of what its peer has sent. What is of use in it, we see ourselves.
  for (const checks of [engine, core.pairing])
    for (const name of unhandledChecks) Reflect.set(checks, name, async () => {})
  // Where the socket closes meanwhile nobody in the client hears of it.
  const unsubscribe = core.relayer.unsubscribe.bind(core.relayer)
  core.relayer.unsubscribe = (topic, opts) => unsubscribe(topic, opts).catch(() => {})
  // Two who need a connection at once each open one, and the first is let go of, whose refusal would be thrown.
  const letGo = readMember(core.relayer, "unregisterProviderListeners")
  if (typeof letGo === "function")
    Reflect.set(core.relayer, "unregisterProviderListeners", () => {
      core.relayer.provider.on("error", () => {})
      Reflect.apply(letGo, core.relayer, [])
    })
  // Both ends may end a session at once, and the second finds none any more.
  const deleteSession = readMember(engine, "deleteSession")
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
    const queue: unknown = readMember(publisher, "queue")
    const publish = readMember(publisher, "rpcPublish")
    if (!(queue instanceof Map) || typeof publish !== "function") return
    for (const waiting of queue.values())
      Promise.resolve(
        Reflect.apply(publish, publisher, [readMember(waiting, "request"), readMember(waiting, "opts")]),
      ).catch(() => {})
  })
}
