import { EventEmitter } from "node:events"
import { expect, it, vi } from "vitest"
import { catchClientRejections } from "./patchClient.ts"

const noKey = new Error("No matching key. keychain: 00")

/** The parts of the client that are patched. Each response fails, as after the deletion of its session. */
const makeClient = () => ({
  core: {
    history: new EventEmitter(),
    pairing: {},
    relayer: { unsubscribe: async () => {}, provider: new EventEmitter(), publisher: {} },
  },
  engine: {
    events: new EventEmitter(),
    sendResult: async () => Promise.reject(noKey),
    sendError: async () => Promise.reject(noKey),
  },
})

it.each(["sendResult", "sendError"] as const)(
  "handles the rejection of %s when the client drops its promise",
  async (name) => {
    const client = makeClient()
    catchClientRejections(client as unknown as Parameters<typeof catchClientRejections>[0])
    const unhandled = vi.fn<() => void>()
    process.on("unhandledRejection", unhandled)
    const sent = client.engine[name]()
    await new Promise(setImmediate)
    process.off("unhandledRejection", unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    await expect(sent).rejects.toBe(noKey)
  },
)

it("expires a request without a response, and keeps no process alive for it", () => {
  vi.useFakeTimers()
  try {
    const client = makeClient()
    catchClientRejections(client as unknown as Parameters<typeof catchClientRejections>[0])
    const heard: unknown[] = []
    client.engine.events.once("session_connect:7", (answer: unknown) => heard.push(answer))
    const started = vi.spyOn(globalThis, "setTimeout")
    client.core.history.emit("history_created", { id: 7, request: { method: "wc_sessionPropose" } })
    expect(started.mock.results.map(({ value }) => value.hasRef())).toEqual([false])
    vi.advanceTimersByTime(299_000)
    expect(heard).toEqual([{ error: { message: "Request expired." } }])
  } finally {
    // The spy is on the fake timer: restored after it, it would put that back for all later files.
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})
