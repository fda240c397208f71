import type { Connector, WalletSession } from "@wmodal/chains"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Exit, Fiber, Scope, Stream } from "effect"
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { makePageStorage, openPage, type WalletConnectPage } from "./testing/page.ts"
import {
  account,
  answer,
  approve,
  type Client,
  reject,
  setupTestClients,
  waitForEvent,
} from "./testing/signClients.ts"

describe("WalletConnect page and phone", () => {
  const server = setupTestServer()
  const phone = setupTestClients()
  const scopes: Scope.Closeable[] = []
  afterEach(async () => {
    for (const scope of scopes.splice(0)) await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const where = (projectId: string) => ({ relay: server().endpoints.relay, projectId })

  const openIn = async (options: Parameters<typeof openPage>[0]) => {
    const scope = Effect.runSync(Scope.make())
    scopes.push(scope)
    const page = await Effect.runPromise(Scope.provide(openPage(options), scope))
    return { ...page, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
  }

  const eip155 = ({ walletConnect }: WalletConnectPage): Connector => {
    const [connector] = walletConnect.connectors
    if (connector?.namespace !== "eip155") throw new Error("No connector")
    return connector
  }

  const begin = (page: WalletConnectPage, late: (session: WalletSession) => void = () => {}) => {
    const linked = page.nextLink()
    return { fiber: Effect.runFork(eip155(page).connect({ network: mainnet, onLateApproval: late })), linked }
  }

  const scan = async (wallet: Client, uri: string) => {
    const proposed = waitForEvent(wallet, "session_proposal")
    await wallet.core.pairing.pair({ uri })
    return proposed
  }

  it("connects, signs and disconnects", async () => {
    const there = where("page")
    const page = await openIn(there)
    const wallet = await phone("phone", { relayUrl: there.relay, projectId: there.projectId })
    const { fiber, linked } = begin(page)
    const proposal = await scan(wallet, (await linked).uri)
    await approve(wallet, proposal)
    const session = await Effect.runPromise(Fiber.join(fiber))
    expect(session).toMatchObject({ accounts: [account], network: "eip155:1", wallet: { name: "phone" } })
    expect(page.links.at(-1)).toBe(null)

    const requested = waitForEvent(wallet, "session_request")
    const signed = Effect.runPromise(eip155(page).signMessage({ account, message: "hi" }))
    const { id, params, topic } = await requested
    expect(params).toMatchObject({ chainId: "eip155:1", request: { method: "personal_sign" } })
    const signature = `0x${"ab".repeat(65)}`
    await answer(wallet, topic, id, signature)
    expect(await signed).toBe(signature)

    const deleted = waitForEvent(wallet, "session_delete")
    await Effect.runPromise(eip155(page).disconnect)
    expect(await deleted).toMatchObject({ topic })
  })

  it("fails with Declined when the phone rejects the proposal", async () => {
    const there = where("declined")
    const page = await openIn(there)
    const wallet = await phone("phone", { relayUrl: there.relay, projectId: there.projectId })
    const { fiber, linked } = begin(page)
    await reject(wallet, await scan(wallet, (await linked).uri))
    const error = await Effect.runPromise(Effect.flip(Fiber.join(fiber)))
    expect(error.reason).toEqual({ _tag: "Declined" })
  })

  it("restores the session after a reload", async () => {
    const storage = makePageStorage()
    const there = { ...where("reload"), storage }
    const page = await openIn(there)
    const wallet = await phone("phone", { relayUrl: there.relay, projectId: there.projectId })
    const { fiber, linked } = begin(page)
    await approve(wallet, await scan(wallet, (await linked).uri))
    const before = await Effect.runPromise(Fiber.join(fiber))
    await page.close()

    const again = await openIn(there)
    expect(await Effect.runPromise(eip155(again).restore)).toEqual(before)
  })

  it("restores the session while the relay is down, and signs once it is up", async () => {
    const storage = makePageStorage()
    const there = { ...where("away"), storage }
    const relay = (what: "down" | "up") =>
      fetch(`${server().control}/worlds/away/relay`, { method: "POST", body: JSON.stringify({ do: what }) })
    const page = await openIn(there)
    const wallet = await phone("phone", { relayUrl: there.relay, projectId: there.projectId })
    const { fiber, linked } = begin(page)
    await approve(wallet, await scan(wallet, (await linked).uri))
    const before = await Effect.runPromise(Fiber.join(fiber))
    await page.close()

    await relay("down")
    const again = await openIn(there)
    expect(await Effect.runPromise(eip155(again).restore)).toEqual(before)
    await relay("up")
    const requested = waitForEvent(wallet, "session_request")
    const signed = Effect.runPromise(eip155(again).signMessage({ account, message: "hi" }))
    const { id, topic } = await requested
    const signature = `0x${"ab".repeat(65)}`
    await answer(wallet, topic, id, signature)
    expect(await signed).toBe(signature)
  })

  it("emits Disconnected once the session expires", async () => {
    const there = where("expired")
    const week = 7 * 24 * 3600 * 1000
    vi.useFakeTimers({ toFake: ["Date", "setInterval"], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    const page = await openIn(there)
    const wallet = await phone("phone", { relayUrl: there.relay, projectId: there.projectId })
    const { fiber, linked } = begin(page)
    await approve(wallet, await scan(wallet, (await linked).uri))
    await Effect.runPromise(Fiber.join(fiber))
    const events = Effect.runPromise(Stream.runCollect(Stream.take(Stream.unwrap(eip155(page).events), 1)))
    vi.setSystemTime(Date.now() + week + 1000)
    // The client checks expiry with each heartbeat.
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await events).toEqual([{ _tag: "Disconnected" }])
    expect((await Effect.runPromise(Effect.flip(eip155(page).restore))).reason._tag).toBe("Locked")
  })

  it("connects and prompts once per request when the relay restarts at each step", async () => {
    const there = where("restarts")
    const restart = () =>
      fetch(`${server().control}/worlds/restarts/relay`, { method: "POST", body: '{"do":"restart"}' })
    const page = await openIn(there)
    const wallet = await phone("phone", { relayUrl: there.relay, projectId: there.projectId })
    const prompts: string[] = []
    wallet.on("session_proposal", ({ id }) => prompts.push(`proposal ${id}`))
    wallet.on("session_request", ({ id }) => prompts.push(`request ${id}`))
    const { fiber, linked } = begin(page)
    const { uri } = await linked
    await restart()
    const proposal = await scan(wallet, uri)
    await restart()
    await approve(wallet, proposal)
    await Effect.runPromise(Fiber.join(fiber))
    await restart()
    const requested = waitForEvent(wallet, "session_request")
    const signed = Effect.runPromise(eip155(page).signMessage({ account, message: "hi" }))
    const { id, topic } = await requested
    await restart()
    const signature = `0x${"ab".repeat(65)}`
    await answer(wallet, topic, id, signature)
    expect(await signed).toBe(signature)
    expect(new Set(prompts).size).toBe(2)
  })

  it("reports a late approval, and emits Disconnected when the phone disconnects", async () => {
    const there = where("leaving")
    const page = await openIn(there)
    const wallet = await phone("phone", { relayUrl: there.relay, projectId: there.projectId })
    const late = Promise.withResolvers<WalletSession>()
    const { fiber, linked } = begin(page, late.resolve)
    const proposal = await scan(wallet, (await linked).uri)
    await Effect.runPromise(Fiber.interrupt(fiber))
    const { topic } = await approve(wallet, proposal)
    const given = await late.promise
    expect(given).toMatchObject({ accounts: [account], wallet: { name: "phone" } })
    given.acceptLateSession?.(true)
    const events = Effect.runPromise(Stream.runCollect(Stream.take(Stream.unwrap(eip155(page).events), 1)))
    await wallet.disconnect({ topic, reason: { code: 6000, message: "User disconnected." } })
    expect(await events).toEqual([{ _tag: "Disconnected" }])
  })

  it("deletes the session when the late approval is not accepted", async () => {
    const there = where("unwanted")
    const page = await openIn(there)
    const wallet = await phone("phone", { relayUrl: there.relay, projectId: there.projectId })
    const late = Promise.withResolvers<WalletSession>()
    const { fiber, linked } = begin(page, late.resolve)
    const proposal = await scan(wallet, (await linked).uri)
    await Effect.runPromise(Fiber.interrupt(fiber))
    const deleted = waitForEvent(wallet, "session_delete")
    const { topic } = await approve(wallet, proposal)
    const { acceptLateSession } = await late.promise
    acceptLateSession?.(false)
    expect(await deleted).toMatchObject({ topic })
  })

  it.each([
    ["an account that is none", { eip155: { accounts: ["eip155:1:0x12"], methods: [], events: [] } }],
    ["accounts that are not CAIP-10", { eip155: { accounts: ["me"], methods: [], events: [] } }],
    [
      "a network that was not requested",
      { eip155: { accounts: ["eip155:56:0x12"], methods: [], events: [] } },
    ],
    ["nothing", {}],
  ])("fails with Malformed when the phone settles %s", async (name, namespaces) => {
    const there = where(`settles-${name.length}`)
    const page = await openIn(there)
    const wallet = await phone("phone", { relayUrl: there.relay, projectId: there.projectId })
    Reflect.set(wallet.engine, "isValidApprove", async () => {})
    const { fiber, linked } = begin(page)
    const { id } = await scan(wallet, (await linked).uri)
    await wallet.approve({ id, namespaces })
    const error = await Effect.runPromise(Effect.flip(Fiber.join(fiber)))
    expect(error.reason).toEqual({ _tag: "Malformed", what: "session" })
  })

  it.each([
    ["originNotAllowed", "origin"],
    ["invalidKey", "projectId"],
    ["jwtNotYetValid", "time"],
  ])("fails with the relay's reason for a rejected connection: %s", async (kind, refusal) => {
    const there = where(`page-${kind}`)
    await fetch(`${server().control}/worlds/${there.projectId}/faults`, {
      method: "PUT",
      body: JSON.stringify({ faults: [{ match: { path: "/" }, fault: { kind } }] }),
    })
    const page = await openIn(there)
    const error = await Effect.runPromise(
      Effect.flip(eip155(page).connect({ network: null, onLateApproval: () => {} })),
    )
    expect(error.reason).toEqual({ _tag: "Refused", refusal })
    expect(page.refusals).toEqual([refusal])
  })

  it.each([
    ["25 hours behind", 25],
    ["25 hours ahead", -25],
  ])("fails with the relay's reason when the device's clock is %s", async (name, hours) => {
    const there = where(`clock-${name.replaceAll(" ", "-")}`)
    await fetch(`${server().control}/worlds/${there.projectId}/clock`, {
      method: "POST",
      body: JSON.stringify({ wallShift: hours * 3_600_000 }),
    })
    const page = await openIn(there)
    const error = await Effect.runPromise(
      Effect.flip(eip155(page).connect({ network: null, onLateApproval: () => {} })),
    )
    expect(error.reason).toEqual({ _tag: "Refused", refusal: "time" })
  })

  const refuse = () => Promise.reject(new Error("Blocked."))
  it.each([
    ["is blocked", { getKeys: refuse, getItem: refuse, setItem: refuse, removeItem: refuse }],
    ["holds a text everywhere", { ...makePageStorage(), getItem: async () => "junk" }],
    ["holds a number everywhere", { ...makePageStorage(), getItem: async () => 7 }],
    ["holds an empty object everywhere", { ...makePageStorage(), getItem: async () => ({}) }],
    ["holds a list of nothings everywhere", { ...makePageStorage(), getItem: async () => [null, 1, {}] }],
  ])("connects when the page's storage %s", async (name, storage) => {
    const there = { ...where(`storage-${name.length}`), storage }
    const page = await openIn(there)
    const wallet = await phone("phone", { relayUrl: there.relay, projectId: there.projectId })
    const { fiber, linked } = begin(page)
    await approve(wallet, await scan(wallet, (await linked).uri))
    expect(await Effect.runPromise(Fiber.join(fiber))).toMatchObject({ accounts: [account] })
  })
})
