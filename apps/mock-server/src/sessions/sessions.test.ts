import { layer } from "@effect/vitest"
import { makeApiClient, makeSessions, postSession, postSessionActivate } from "@wmodal/api"
import { Effect } from "effect"
import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import { accounts, makeHandler } from "../index.ts"
import { makeGatedOptions, makeHandlerLayer } from "../testing/clientOptions.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"

const [vera, milo] = accounts
const signer = mnemonicToAccount("test test test test test test test test test test test junk")
const account = `eip155:1:${vera}` as const
/** Genesis of worlds, in Unix seconds. */
const genesis = 1_767_225_600
/** Unix seconds by the machine's clock. */
const wall = 1_800_000_000

const setup = () => {
  let now = wall * 1000
  const handler = makeHandler({ wallNow: () => now })
  const send = async (path: string, init?: RequestInit) => {
    const response = await handler.fetch(new Request(`http://localhost/w/p/v1/sessions/${path}`, init))
    const text = await response.text()
    return { status: response.status, body: text === "" ? null : JSON.parse(text) }
  }
  const post = (path: string, body: unknown, headers = {}) =>
    send(`${path}?projectId=p`, { method: "POST", body: JSON.stringify(body), headers })
  const list = async (id: string = account) => (await send(id)).body
  const open = async (terms: object = {}) =>
    (await post(account, { expiry: wall + 100, ...terms }, { origin: "https://shop.example" })).body.pci
  const activate = (pci: string, terms: object = {}, id: string = account) =>
    post(`${id}/activate`, { pci, context: "0xc0ffee", ...terms })
  const revoke = async (pci: string, address: string = vera) =>
    post(`${address}/revoke`, { pci, signature: await signer.signMessage({ message: pci }) })
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  /** Moves the clock by the control API. */
  const clock = (change: object) =>
    handler.fetch(
      new Request("http://localhost/control/worlds/p/clock", {
        method: "POST",
        body: JSON.stringify(change),
      }),
    )
  return { send, post, list, open, activate, revoke, pass, clock, close: handler.close }
}

const failed = (status: number, field: string) => ({
  status,
  body: { status: "FAILED", reasons: [{ field, description: expect.any(String) }] },
})

describe("smart session", () => {
  it("appears in the list once it is activated, with its revocation time", async () => {
    const { list, open, activate, revoke } = setup()
    const permissions = [{ type: "contract-call", data: { address: milo } }]
    const pci = await open({ permissions })
    expect(await list()).toEqual({ pcis: [] })
    expect(await activate(pci)).toEqual({ status: 200, body: null })
    const session = {
      project: { id: "p", name: "p", url: "https://shop.example" },
      pci,
      expiry: wall + 100,
      createdAt: genesis + 1,
      permissions,
      policies: [],
      context: "0xc0ffee",
    }
    expect(await list()).toEqual({ pcis: [session] })
    expect(await list(`eip155:1:${vera.toLowerCase()}`)).toEqual({ pcis: [session] })
    expect(await list(`eip155:10:${vera}`)).toEqual({ pcis: [] })
    expect(await list(`eip155:1:${milo}`)).toEqual({ pcis: [] })
    expect(await revoke(pci)).toEqual({ status: 200, body: null })
    expect(await list()).toEqual({ pcis: [{ ...session, revokedAt: genesis + 8 }] })
    expect(await revoke(pci)).toEqual(failed(400, "pci"))
  })

  it("receives a new server key each time, the same in every run", async () => {
    const grants = async () => {
      const { post } = setup()
      return [(await post(account, {})).body, (await post(account, {})).body]
    }
    const [one, other] = await grants()
    expect(one).toEqual({
      pci: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key: { type: "secp256k1", publicKey: expect.stringMatching(/^0x04[0-9a-f]{128}$/) },
    })
    expect(other.key.publicKey).not.toBe(one.key.publicKey)
    expect(await grants()).toEqual([one, other])
  })

  it("takes its final terms on activation, once, by its own account", async () => {
    const { list, open, activate } = setup()
    const pci = await open()
    expect(await activate(pci, {}, `eip155:10:${vera}`)).toEqual(failed(404, "pci"))
    expect(await activate(pci, {}, `eip155:1:${milo}`)).toEqual(failed(404, "pci"))
    expect(await activate(pci, { context: "" })).toEqual(failed(400, "context"))
    expect(await activate(pci, { expiry: wall })).toEqual(failed(400, "expiry"))
    const policies = [{ type: "limit", data: 1 }]
    expect((await activate(pci, { expiry: wall + 50, policies })).status).toBe(200)
    expect(await list()).toMatchObject({ pcis: [{ expiry: wall + 50, policies }] })
    expect(await activate(pci)).toEqual(failed(400, "pci"))
    expect(await activate("no such")).toEqual(failed(404, "pci"))
  })

  it("expires by the machine's clock with the scenario's shift", async () => {
    const { list, open, activate, revoke, pass, clock } = setup()
    const [soon, later] = [await open({ expiry: wall + 5 }), await open({ expiry: wall + 9 })]
    for (const pci of [soon, later]) await activate(pci)
    await clock({ advance: 86_400_000 * 1000 })
    pass(4)
    expect((await list()).pcis).toHaveLength(2)
    pass(1)
    expect(await list()).toMatchObject({ pcis: [{ pci: later }] })
    expect(await revoke(soon)).toEqual(failed(404, "pci"))
    await clock({ wallShift: 4000 })
    expect(await list()).toEqual({ pcis: [] })
    expect(await revoke(later)).toEqual(failed(404, "pci"))
  })

  it("expires after a day of the world's clock by default", async () => {
    const { post, list, activate, pass, clock } = setup()
    const { pci } = (await post(account, {})).body
    await activate(pci)
    pass(1_000_000)
    expect(await list()).toMatchObject({ pcis: [{ expiry: genesis + 1 + 86_400 }] })
    await clock({ advance: 86_400_000 })
    expect(await list()).toEqual({ pcis: [] })
  })

  it("accepts a revocation by its account only, plain or CAIP-10", async () => {
    const { open, post, revoke, close } = setup()
    const pci = await open({ expiry: wall + 1000 })
    expect(await revoke(pci, milo)).toEqual(failed(404, "pci"))
    expect(await revoke("no such")).toEqual(failed(404, "pci"))
    for (const signature of ["", "0x12", await signer.signMessage({ message: "another" })])
      expect(await post(`${vera}/revoke`, { pci, signature })).toEqual(failed(401, "signature"))
    expect((await revoke(pci, account)).status).toBe(200)
    await close()
  }, 30_000)

  it("rejects an account that is not served", async () => {
    const { send, post, open, activate } = setup()
    const pci = await open()
    for (const id of ["vera", vera, "eip155:1:0x12", `eip155:31337:${vera}`, `eip155:1:${vera}:1`]) {
      expect(await send(encodeURIComponent(id))).toEqual(failed(400, "id"))
      expect(await post(id, {})).toEqual(failed(400, "id"))
      expect(await activate(pci, {}, id)).toEqual(failed(400, "id"))
    }
    expect(await post("vera/revoke", { pci, signature: "0x" })).toEqual(failed(400, "address"))
    expect(await post(account, { expiry: wall - 1 })).toEqual(failed(400, "expiry"))
    expect(await post(account, { expiry: "soon" })).toEqual(failed(400, "expiry"))
  })

  it("rejects terms that are nested too deeply to be serialized", async () => {
    const { send } = setup()
    const deep = "[".repeat(100_000) + "]".repeat(100_000)
    const body = `{"permissions":[{"type":"x","data":${deep}}]}`
    expect(await send(`${account}?projectId=p`, { method: "POST", body })).toEqual(failed(422, "body"))
  })
})

const handler = setupTestHandler({ wallNow: () => wall * 1000 })

layer(makeHandlerLayer(handler))("our own client", (it) => {
  it.effect("lists and revokes through the client what a site opened and activated", () =>
    Effect.gen(function* () {
      const gated = yield* makeGatedOptions("sessions")
      const site = yield* makeApiClient(gated)
      const sessions = yield* makeSessions(gated)
      const network = "eip155:1"
      const terms = { expiry: wall + 1000, permissions: [{ type: "contract-call", data: {} }] }
      const ofSite = { params: { id: account }, query: { projectId: gated.projectId } }
      const { pci } = yield* site.requestOnce(postSession, { ...ofSite, body: terms })
      const activated = { ...terms, pci, context: "0x01" }
      yield* site.requestOnce(postSessionActivate, { ...ofSite, body: activated })
      expect((yield* sessions.list(network, account)).map(({ context }) => context)).toEqual(["0x01"])
      const signature = yield* Effect.promise(() => signer.signMessage({ message: pci }))
      const request = { network, address: vera, pci, signature } as const
      expect(yield* sessions.revoke(request)).toEqual({ success: true })
      expect((yield* sessions.list(network, account))[0]?.revokedAt).toBeGreaterThan(genesis)
      expect((yield* Effect.flip(sessions.revoke(request))).message).toBe("HTTP status code: 400")
    }),
  )
})
