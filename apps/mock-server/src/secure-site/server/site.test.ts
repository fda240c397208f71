import { describe, expect, it, vi } from "vitest"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { sessionCalls } from "../siteCalls.ts"
import { setupOwnHandler } from "../testing/setupOwnHandler.ts"
import { makeDeviceId, makeSiteClient } from "../testing/siteClient.ts"
import { withStubWallet } from "../testing/stubWallet.ts"
import type { UserWallet } from "../wallet/UserWallet.ts"

const email = "vera@shop.example"
const chainId = "eip155:1"
const handler = setupTestHandler(withStubWallet())
const call = { chainId, type: "eoa", method: "personal_sign", params: [] } as const

const signInUser = async (world: string, over: Partial<UserWallet> = {}) => {
  const site = makeSiteClient(setupOwnHandler(withStubWallet(over)), world)
  return { site, token: await site.signIn(email) }
}

describe("session of the secure site", () => {
  const own = Object.keys(sessionCalls)

  it.each(own)("rejects %s without a session", async (name) => {
    const site = makeSiteClient(handler, "none")
    for (const authorization of ["", "Bearer ", "Bearer nobody", "Basic dmVyYQ==", "Bearer __proto__"]) {
      const response = await site.send(name, {}, { headers: { authorization } })
      expect([response.status, await response.json()]).toEqual([
        401,
        { message: "Your session has ended. Please sign in again." },
      ])
    }
  })

  it("reports no connection without a session", async () => {
    const site = makeSiteClient(handler, "not")
    expect(await site.call("is-connected", {})).toEqual({ isConnected: false })
    expect(await site.call("is-connected", {}, "nobody")).toEqual({ isConnected: false })
    expect(await site.call("sign-out", {}, "nobody")).toEqual({})
  })

  it("ends only the session that signs out", async () => {
    const site = makeSiteClient(handler, "out")
    const [one, other] = [await site.signIn(email), await site.signIn("milo@shop.example")]
    await site.call("sign-out", {}, one)
    expect(await site.call("is-connected", {}, one)).toEqual({ isConnected: false })
    expect(await site.call("is-connected", {}, other)).toEqual({ isConnected: true })
  })

  it("lasts thirty days", async () => {
    const site = makeSiteClient(handler, "days")
    const token = await site.signIn(email)
    await site.advance(30 * 86_400 - 1)
    expect(await site.call("is-connected", {}, token)).toEqual({ isConnected: true })
    await site.advance(1)
    expect(await site.call("is-connected", {}, token)).toEqual({ isConnected: false })
  })

  it("belongs to one world", async () => {
    const token = await makeSiteClient(handler, "here").signIn(email)
    expect(await makeSiteClient(handler, "there").call("is-connected", {}, token)).toEqual({
      isConnected: false,
    })
  })

  it("ends the sessions of one user or of all when the control API revokes them", async () => {
    const site = makeSiteClient(handler, "revoked")
    const [one, other] = [await site.signIn(email), await site.signIn("milo@shop.example")]
    await site.control("secure-site/revoke", { email })
    expect(await site.call("is-connected", {}, one)).toEqual({ isConnected: false })
    expect(await site.call("is-connected", {}, other)).toEqual({ isConnected: true })
    await site.control("secure-site/revoke", {})
    expect(await site.call("is-connected", {}, other)).toEqual({ isConnected: false })
    expect((await site.state()).frame.revoked).toBe(2)
  })

  it("returns the same wallet for a user in every run, independent of other requests", async () => {
    const first = makeSiteClient(handler, "same")
    const token = await first.signIn(email)
    const other = makeSiteClient(setupOwnHandler(withStubWallet()), "same")
    await other.signIn("milo@shop.example")
    const again = await other.signIn(email)
    expect(await other.call("user", { chainId }, again)).toEqual(await first.call("user", { chainId }, token))
  })
})

describe("user of the secure site", () => {
  it("has a smart account active by default where the network supports it, otherwise the key's own", async () => {
    const { site, token } = await signInUser("smart", { smartAccountDeployed: async () => true })
    const { accounts, address, ...user } = await site.call("user", { chainId }, token)
    expect(user).toEqual({
      email,
      userName: null,
      provider: "email",
      chainId,
      preferredAccountType: "smartAccount",
      smartAccountDeployed: true,
    })
    expect(accounts.map(({ type }) => type)).toEqual(["eoa", "smartAccount"])
    expect(address).toBe(accounts[1]?.address)
    expect(await site.call("user", { chainId: "eip155:2" }, token)).toMatchObject({
      preferredAccountType: "eoa",
      smartAccountDeployed: false,
      accounts: [{ type: "eoa" }],
    })
    expect(await site.call("networks", {}, token)).toEqual({ smartAccountEnabledNetworks: [1] })
  })

  it("returns a requested account type without saving it as the choice", async () => {
    const { site, token } = await signInUser("asked")
    const eoa = { preferredAccountType: "eoa" } as const
    expect(await site.call("user", { chainId, ...eoa }, token)).toMatchObject(eoa)
    expect(await site.call("user", { chainId }, token)).toMatchObject({
      preferredAccountType: "smartAccount",
    })
  })

  it("saves the chosen account type for all devices", async () => {
    const { site, token } = await signInUser("choice")
    const { address } = await site.call("prefer", { type: "eoa", chainId }, token)
    const device = makeDeviceId()
    await site.call("connect-email", { email, device })
    await site.control("secure-site/verify-device", {})
    const { token: other } = await site.call("connect-otp", { email, device, otp: await site.code() })
    expect(await site.call("user", { chainId }, other)).toMatchObject({
      preferredAccountType: "eoa",
      address,
    })
    expect(await site.refusal("prefer", { type: "smartAccount", chainId: "eip155:2" }, token)).toEqual([
      400,
      "This network has no smart accounts.",
    ])
    expect((await site.state()).users).toMatchObject([{ preferred: "eoa" }])
    await site.call("prefer", { type: "smartAccount", chainId }, token)
    expect(await site.call("user", { chainId }, token)).toMatchObject({
      preferredAccountType: "smartAccount",
    })
  })
})

describe("wallet calls of the site", () => {
  it("describes, reads and performs a call", async () => {
    const { site, token } = await signInUser("wallet")
    expect(await site.call("describe", call, token)).toEqual({
      id: expect.any(String),
      title: "personal_sign",
      lines: [{ label: "Method", text: "personal_sign" }],
      acts: [],
    })
    expect(await site.call("read", { ...call, method: "eth_blockNumber" }, token)).toEqual({
      result: "eth_blockNumber",
    })
    expect(await site.call("perform", await site.approve(call, token), token)).toEqual({
      result: "personal_sign",
    })
  })

  it.each(["eth_sign", "anvil_setBalance", "personal_sign ", "__proto__", ""])(
    "rejects the unlisted method %j without a wallet call",
    async (method) => {
      const asks = { read: vi.fn(), describe: vi.fn(), perform: vi.fn() }
      const { site, token } = await signInUser("unlisted", asks)
      const refused = [403, "Requested RPC call is not allowed"]
      expect(await site.refusal("read", { ...call, method }, token)).toEqual(refused)
      expect(await site.refusal("describe", { ...call, method }, token)).toEqual(refused)
      const other = { ...call, method, id: "1", approval: "A".repeat(86) }
      expect(await site.refusal("perform", other, token)).toEqual(refused)
      for (const ask of Object.values(asks)) expect(ask).not.toHaveBeenCalled()
    },
  )

  it("rejects unsafe methods in read, and safe ones in describe and perform", async () => {
    const { site, token } = await signInUser("policy")
    const safe = { ...call, method: "eth_blockNumber" }
    const statuses = [
      await site.refusal("read", call, token),
      await site.refusal("describe", safe, token),
      await site.refusal("perform", { ...safe, id: "1", approval: "A".repeat(86) }, token),
    ].map(([status]) => status)
    expect(statuses).toEqual([403, 403, 403])
  })

  it("returns the wallet's error with its message and code", async () => {
    const refuse = async () => {
      throw Object.assign(new Error("insufficient funds"), { code: -32000 })
    }
    const { site, token } = await signInUser("refuses", { perform: refuse })
    const response = await site.send("perform", await site.approve(call, token), {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: "insufficient funds", code: -32000 },
    ])
  })

  it("reports an unforeseen error to the server only, without its text in the response", async () => {
    const unforeseen = vi.fn()
    const own = setupOwnHandler({
      ...withStubWallet({ perform: () => Promise.reject(new Error("a secret")) }),
      unforeseen,
    })
    const site = makeSiteClient(own, "p")
    const token = await site.signIn(email)
    const response = await site.send("perform", await site.approve(call, token), {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.status, await response.text()]).toEqual([500, '{"message":"Something went wrong"}'])
    expect(unforeseen.mock.calls).toMatchObject([[{ message: "a secret" }]])
  })

  it("performs a request once and returns its result to every repetition", async () => {
    const gate = Promise.withResolvers<string>()
    const perform = vi.fn(() => gate.promise)
    const { site, token } = await signInUser("once", { perform })
    const request = await site.approve(call, token)
    const asked = [site.call("perform", request, token), site.call("perform", request, token)]
    gate.resolve("0x1")
    expect(await Promise.all(asked)).toEqual([{ result: "0x1" }, { result: "0x1" }])
    expect(await site.call("perform", request, token)).toEqual({ result: "0x1" })
    expect(perform).toHaveBeenCalledTimes(1)
    await site.call("perform", await site.approve(call, token), token)
    expect(perform).toHaveBeenCalledTimes(2)
  })

  it("aborts a request for good before it begins, and not after", async () => {
    const perform = vi.fn(async () => "0x1")
    const { site, token } = await signInUser("abort", { perform })
    const request = await site.approve(call, token)
    expect(await site.call("abort", { id: request.id }, token)).toEqual({ aborted: true })
    expect(await site.refusal("perform", request, token)).toEqual([409, "Request is unknown or was aborted"])
    expect(await site.call("abort", { id: request.id }, token)).toEqual({ aborted: true })
    const begun = await site.approve(call, token)
    await site.call("perform", begun, token)
    expect(await site.call("abort", { id: begun.id }, token)).toEqual({ aborted: false })
    expect(perform).toHaveBeenCalledTimes(1)
  })
})
