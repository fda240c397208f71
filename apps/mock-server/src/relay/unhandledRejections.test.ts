import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Exit, Fiber, Scope, Stream } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { openPage } from "./testing/page.ts"
import { approve, connect, propose, setupTestClients, sign, waitForEvent } from "./testing/signClients.ts"

/** Promises that were rejected and that nobody held: they end a process of Node's. */
const unheld: unknown[] = []
const note = (reason: unknown) => unheld.push(reason)
beforeEach(() => {
  unheld.length = 0
  process.on("unhandledRejection", note)
  return () => process.off("unhandledRejection", note)
})

describe("a page whose phone sends nonsense, or everything twice", () => {
  const server = setupTestServer()
  const client = setupTestClients()
  const scope = Scope.makeUnsafe()
  afterEach(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it("hears of the end of its session once, and of nothing that breaks it", async () => {
    const where = { relayUrl: server().endpoints.relay, projectId: "unheld" }
    const twice = { match: { rpc: "irn_subscription", tag: 1112 }, fault: { kind: "duplicate" } }
    await fetch(`${server().control}/worlds/unheld/faults`, {
      method: "PUT",
      body: JSON.stringify({ faults: [twice] }),
    })
    const page = await Effect.runPromise(
      Scope.provide(openPage({ relay: where.relayUrl, projectId: "unheld" }), scope),
    )
    const [connector] = page.walletConnect.connectors
    if (connector === undefined) throw new Error("No connector")
    const phone = await client("phone", where)
    const linked = page.nextLink()
    const connecting = Effect.runFork(connector.connect({ network: mainnet, onLateApproval: () => {} }))
    const proposed = waitForEvent(phone, "session_proposal")
    await phone.core.pairing.pair({ uri: (await linked).uri })
    const { topic } = await approve(phone, await proposed)
    await Effect.runPromise(Fiber.join(connecting))

    const send: unknown = Reflect.get(phone.engine, "sendRequest")
    if (typeof send !== "function") throw new Error("The client cannot send")
    for (const [method, params] of [
      ["wc_sessionUpdate", { namespaces: "none" }],
      ["wc_sessionEvent", { event: null, chainId: 7 }],
      ["wc_sessionExtend", null],
    ])
      await send({ topic, method, params })
    const ended = Promise.withResolvers<void>()
    const events: string[] = []
    const hear = Stream.runForEach(connector.events, ({ _tag }) =>
      Effect.sync(() => {
        events.push(_tag)
        if (_tag === "Disconnected") ended.resolve()
      }),
    )
    const hearing = Effect.runFork(hear)
    await phone.disconnect({ topic, reason: { code: 6000, message: "User disconnected." } })
    await ended.promise
    await Effect.runPromise(Fiber.interrupt(hearing))
    expect(events.filter((tag) => tag === "Disconnected")).toHaveLength(1)
    expect(unheld).toEqual([])
  })
})

describe("a page whose phone never answers", () => {
  const server = setupTestServer()
  const client = setupTestClients()
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Lets the client's own time pass until it has given up. */
  const passes = () => vi.advanceTimersByTimeAsync(301_000)
  /** What the client says in the end. */
  const outcome = (waiting: Promise<unknown>) =>
    waiting.then(
      () => "",
      ({ message }: { readonly message: string }) => message,
    )
  const stop = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })

  it("is told so of what it proposed, and of nothing that breaks it", async () => {
    const page = await client("page", { relayUrl: server().endpoints.relay, projectId: "unproposed" })
    stop()
    const { approval } = await propose(page)
    const settled = outcome(approval())
    await passes()
    expect(await settled).toMatch(/expired/)
    expect(unheld).toEqual([])
  })

  it("is told so of what it asked, and of nothing that breaks it", async () => {
    const where = { relayUrl: server().endpoints.relay, projectId: "unasked" }
    const [page, phone] = await Promise.all([client("page", where), client("phone", where)])
    const topic = await connect(page, phone)
    stop()
    const asked = waitForEvent(phone, "session_request")
    const signed = outcome(sign(page, topic))
    await asked
    await passes()
    expect(await signed).toMatch(/expired/)
    expect(unheld).toEqual([])
  })
})

describe("a page that has taken another connection to its relay", () => {
  const server = setupTestServer()
  const client = setupTestClients()

  it("is not broken by what becomes of the one before", async () => {
    const where = { relayUrl: server().endpoints.relay, projectId: "another" }
    const [page, phone] = await Promise.all([client("page", where), client("phone", where)])
    await connect(page, phone)
    const { relayer } = page.core
    const before = relayer.provider
    await relayer.restartTransport()
    expect(relayer.provider).not.toBe(before)
    // As the client says that the relay has refused it: an emitter throws what nobody listens to.
    const refused = new Error("WebSocket connection closed abnormally with code: 3000")
    expect(() => before.events.emit("error", refused)).not.toThrow()
  })
})
