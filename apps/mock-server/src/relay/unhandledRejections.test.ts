import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Exit, Fiber, Scope, Stream } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { openPage } from "./testing/page.ts"
import { approve, connect, propose, setupTestClients, sign, waitForEvent } from "./testing/signClients.ts"

/** Unhandled promise rejections, which end a Node process. */
const unheld: unknown[] = []
const note = (reason: unknown) => unheld.push(reason)
beforeEach(() => {
  unheld.length = 0
  process.on("unhandledRejection", note)
  return () => process.off("unhandledRejection", note)
})

describe("WalletConnect page with a faulty phone", () => {
  const server = setupTestServer()
  const client = setupTestClients()
  const scope = Scope.makeUnsafe()
  afterEach(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it("emits Disconnected once and rejects no promise when the phone sends invalid or duplicate messages", async () => {
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
    const hear = Stream.runForEach(Stream.unwrap(connector.events), ({ _tag }) =>
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

describe("WalletConnect page of a relay that rejects it", () => {
  const server = setupTestServer()
  afterEach(() => {
    vi.useRealTimers()
  })

  it("leaves no proposal that would expire after the page has closed", async () => {
    await fetch(`${server().control}/worlds/rejected/faults`, {
      method: "PUT",
      body: JSON.stringify({ faults: [{ match: { path: "/" }, fault: { kind: "invalidKey" } }] }),
    })
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true })
    const scope = Scope.makeUnsafe()
    const page = await Effect.runPromise(
      Scope.provide(openPage({ relay: server().endpoints.relay, projectId: "rejected" }), scope),
    )
    const [connector] = page.walletConnect.connectors
    if (connector === undefined) throw new Error("No connector")
    await Effect.runPromise(Effect.flip(connector.connect({ network: mainnet, onLateApproval: () => {} })))
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await vi.advanceTimersByTimeAsync(301_000)
    expect(unheld).toEqual([])
  })
})

describe("WalletConnect client with a silent phone", () => {
  const server = setupTestServer()
  const client = setupTestClients()
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Advances the client's timers past its timeouts. */
  const passes = () => vi.advanceTimersByTimeAsync(301_000)
  /** Returns the client's error message, or an empty string. */
  const outcome = (waiting: Promise<unknown>) =>
    waiting.then(
      () => "",
      ({ message }: { readonly message: string }) => message,
    )
  const stop = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })

  it("rejects an expired proposal without unhandled rejections", async () => {
    const page = await client("page", { relayUrl: server().endpoints.relay, projectId: "unproposed" })
    stop()
    const { approval } = await propose(page)
    const settled = outcome(approval())
    await passes()
    expect(await settled).toMatch(/expired/)
    expect(unheld).toEqual([])
  })

  it("rejects an expired request without unhandled rejections", async () => {
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

describe("WalletConnect client after a transport restart", () => {
  const server = setupTestServer()
  const client = setupTestClients()

  it("ignores errors of the previous connection", async () => {
    const where = { relayUrl: server().endpoints.relay, projectId: "another" }
    const [page, phone] = await Promise.all([client("page", where), client("phone", where)])
    await connect(page, phone)
    const { relayer } = page.core
    const before = relayer.provider
    await relayer.restartTransport()
    expect(relayer.provider).not.toBe(before)
    // The client emits this error when the relay rejects it. An emitter throws errors without a listener.
    const refused = new Error("WebSocket connection closed abnormally with code: 3000")
    expect(() => before.events.emit("error", refused)).not.toThrow()
  })
})
