import type { SignClient } from "@walletconnect/sign-client"
import { readMember } from "@wmodal/chains/internal"
import { emit, getEventNames, once } from "./emitter.ts"

/** Milliseconds: one second before the client's own timeout. */
const requestTtlMs = 299_000

/** The client's message for an expired request, without a code. */
const expiredError = { message: "Request expired." }

/** The client's events for responses, by request method. */
const responseEvents = new Map<unknown, string>([
  ["wc_sessionPropose", "session_connect"],
  ["wc_sessionRequest", "session_request"],
])

/**
 * Expires requests without a response shortly before the client does. The client would also reject a second promise
 * that has no handler.
 */
const suppressRequestExpiry = ({ core, engine }: InstanceType<typeof SignClient>): void => {
  const questions = readMember(engine, "events")
  core.history.on("history_created", (record: unknown) => {
    const name = `${responseEvents.get(readMember(readMember(record, "request"), "method"))}:${readMember(record, "id")}`
    // Incoming requests are answered here and have no pending response.
    if (!getEventNames(questions).includes(name)) return
    const timer = setTimeout(() => emit(questions, name, { error: expiredError }), requestTtlMs)
    // A request may start after the client is closed. In Node its timer must not keep the process alive.
    if (typeof timer === "object") timer.unref()
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

/** Handles rejections of the client's dropped promises. Each would be an error of the page, or end a Node process. */
export const catchClientRejections = (client: InstanceType<typeof SignClient>): void => {
  const { core, engine } = client
  suppressRequestExpiry(client)
  // The client continues after a failed check of a peer's message. We validate the parts that we use.
  for (const checks of [engine, core.pairing])
    for (const name of unhandledChecks) Reflect.set(checks, name, async () => {})
  // If the socket closes meanwhile, the client does not handle the rejection.
  const unsubscribe = core.relayer.unsubscribe.bind(core.relayer)
  core.relayer.unsubscribe = (topic, opts) => unsubscribe(topic, opts).catch(() => {})
  // Two concurrent connection attempts each open a socket; the first is dropped, and its rejection would be unhandled.
  const letGo = readMember(core.relayer, "unregisterProviderListeners")
  if (typeof letGo === "function")
    Reflect.set(core.relayer, "unregisterProviderListeners", () => {
      core.relayer.provider.on("error", () => {})
      Reflect.apply(letGo, core.relayer, [])
    })
  // Both ends may delete a session at once, and the second finds none.
  const deleteSession = readMember(engine, "deleteSession")
  if (typeof deleteSession === "function")
    Reflect.set(engine, "deleteSession", async (deleted: unknown) => {
      try {
        await Reflect.apply(deleteSession, engine, [deleted])
      } catch {
        // The session is already deleted.
      }
    })
  // A response to a message of a deleted session finds no key. If a listener throws meanwhile, the client drops the promise.
  for (const name of ["sendResult", "sendError"]) {
    const send = readMember(engine, name)
    if (typeof send === "function")
      Reflect.set(engine, name, (response: unknown) => {
        const sent: Promise<unknown> = Promise.resolve(Reflect.apply(send, engine, [response]))
        sent.catch(() => {})
        return sent
      })
  }
  // Failed messages are sent again at each heartbeat. If the relay is still unreachable, they stay in the queue.
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
