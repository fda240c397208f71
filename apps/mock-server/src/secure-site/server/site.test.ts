import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { makeHandler } from "../../Handler.ts"
import { anyText } from "../../testing/anyText.ts"
import { testHandler } from "../../testing/testHandler.ts"
import { type SiteCall, sessionCalls, siteCalls } from "../siteCalls.ts"
import { aDevice, makeSiteClient } from "../testing/siteClient.ts"
import { stubWallet } from "../testing/stubWallet.ts"
import type { UserWallet } from "../wallet/UserWallet.ts"

const email = "vera@shop.example"
const chainId = "eip155:1"
const handlerWith = (over: Partial<UserWallet> = {}) => ({
  wallNow: () => 0,
  makeWallet:
    async () =>
    ({ user }: { readonly user: { readonly id: string } }) =>
      stubWallet(user.id, over),
})
const handler = testHandler(handlerWith())
const call = { chainId, type: "eoa", method: "personal_sign", params: [] } as const

const signedIn = async (world: string, over: Partial<UserWallet> = {}) => {
  const site = makeSiteClient(testHandler(handlerWith(over)), world)
  return { site, token: await site.signIn(email) }
}

describe("a session", () => {
  const own = Object.keys(sessionCalls)

  it.each(own)("%s: refused without one", async (name) => {
    const site = makeSiteClient(handler, "none")
    for (const authorization of ["", "Bearer ", "Bearer nobody", "Basic dmVyYQ==", "Bearer __proto__"]) {
      const response = await site.send(name, {}, { headers: { authorization } })
      expect([response.status, await response.json()]).toEqual([
        401,
        { message: "Your session has ended. Please sign in again." },
      ])
    }
  })

  it("is not connected without one", async () => {
    const site = makeSiteClient(handler, "not")
    expect(await site.call("is-connected", {})).toEqual({ isConnected: false })
    expect(await site.call("is-connected", {}, "nobody")).toEqual({ isConnected: false })
    expect(await site.call("sign-out", {}, "nobody")).toEqual({})
  })

  it("ends by signing out, and no other with it", async () => {
    const site = makeSiteClient(handler, "out")
    const [one, other] = [await site.signIn(email), await site.signIn("milo@shop.example")]
    await site.call("sign-out", {}, one)
    expect(await site.call("is-connected", {}, one)).toEqual({ isConnected: false })
    expect(await site.call("is-connected", {}, other)).toEqual({ isConnected: true })
  })

  it("holds for thirty days", async () => {
    const site = makeSiteClient(handler, "days")
    const token = await site.signIn(email)
    await site.advance(30 * 86_400 - 1)
    expect(await site.call("is-connected", {}, token)).toEqual({ isConnected: true })
    await site.advance(1)
    expect(await site.call("is-connected", {}, token)).toEqual({ isConnected: false })
  })

  it("is of one world", async () => {
    const token = await makeSiteClient(handler, "here").signIn(email)
    expect(await makeSiteClient(handler, "there").call("is-connected", {}, token)).toEqual({
      isConnected: false,
    })
  })

  it("can be ended from outside: of one user, or of all", async () => {
    const site = makeSiteClient(handler, "revoked")
    const [one, other] = [await site.signIn(email), await site.signIn("milo@shop.example")]
    await site.control("secure-site/revoke", { email })
    expect(await site.call("is-connected", {}, one)).toEqual({ isConnected: false })
    expect(await site.call("is-connected", {}, other)).toEqual({ isConnected: true })
    await site.control("secure-site/revoke", {})
    expect(await site.call("is-connected", {}, other)).toEqual({ isConnected: false })
    expect((await site.state()).frame.revoked).toBe(2)
  })

  it("gives a user the same wallet in every run, whatever else happened in it", async () => {
    const first = makeSiteClient(handler, "same")
    const token = await first.signIn(email)
    const other = makeSiteClient(testHandler(handlerWith()), "same")
    await other.signIn("milo@shop.example")
    const again = await other.signIn(email)
    expect(await other.call("user", { chainId }, again)).toEqual(await first.call("user", { chainId }, token))
  })
})

describe("the user", () => {
  it("has a smart account in use where the network has them, and the key's own elsewhere", async () => {
    const { site, token } = await signedIn("smart", { smartAccountDeployed: async () => true })
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

  it("has what was asked for in use, without choosing it", async () => {
    const { site, token } = await signedIn("asked")
    const eoa = { preferredAccountType: "eoa" } as const
    expect(await site.call("user", { chainId, ...eoa }, token)).toMatchObject(eoa)
    expect(await site.call("user", { chainId }, token)).toMatchObject({
      preferredAccountType: "smartAccount",
    })
  })

  it("chooses an account, and finds it chosen on every device", async () => {
    const { site, token } = await signedIn("choice")
    const { address } = await site.call("prefer", { type: "eoa", chainId }, token)
    const device = aDevice()
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

describe("the wallet", () => {
  it("is told of in words, read and asked to sign", async () => {
    const { site, token } = await signedIn("wallet")
    expect(await site.call("describe", call, token)).toEqual({
      title: "personal_sign",
      lines: [{ label: "Method", text: "personal_sign" }],
    })
    expect(await site.call("read", { ...call, method: "eth_blockNumber" }, token)).toEqual({
      result: "eth_blockNumber",
    })
    expect(await site.call("perform", { ...call, id: "1" }, token)).toEqual({ result: "personal_sign" })
  })

  it.each(["eth_sign", "anvil_setBalance", "personal_sign ", "__proto__", ""])(
    "does nothing by a method such as %j",
    async (method) => {
      const asks = { read: vi.fn(), describe: vi.fn(), perform: vi.fn() }
      const { site, token } = await signedIn("unlisted", asks)
      const refused = [403, "Requested RPC call is not allowed"]
      expect(await site.refusal("read", { ...call, method }, token)).toEqual(refused)
      expect(await site.refusal("describe", { ...call, method }, token)).toEqual(refused)
      expect(await site.refusal("perform", { ...call, method, id: "1" }, token)).toEqual(refused)
      for (const ask of Object.values(asks)) expect(ask).not.toHaveBeenCalled()
    },
  )

  it("reads nothing that is to be approved, and asks nobody to approve what is read", async () => {
    const { site, token } = await signedIn("policy")
    const safe = { ...call, method: "eth_blockNumber" }
    const statuses = [
      await site.refusal("read", call, token),
      await site.refusal("describe", safe, token),
      await site.refusal("perform", { ...safe, id: "1" }, token),
    ].map(([status]) => status)
    expect(statuses).toEqual([403, 403, 403])
  })

  it("says no in its own words, with its own code", async () => {
    const refuse = async () => {
      throw Object.assign(new Error("insufficient funds"), { code: -32000 })
    }
    const { site, token } = await signedIn("refuses", { perform: refuse })
    const response = await site.send(
      "perform",
      { ...call, id: "1" },
      { headers: { authorization: `Bearer ${token}` } },
    )
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: "insufficient funds", code: -32000 },
    ])
  })

  it("tells nobody but this server of an error that nobody foresaw", async () => {
    const unforeseen = vi.fn()
    const own = makeHandler({
      ...handlerWith({ perform: () => Promise.reject(new Error("a secret")) }),
      unforeseen,
    })
    const site = makeSiteClient(own, "p")
    const token = await site.signIn(email)
    const response = await site.send(
      "perform",
      { ...call, id: "1" },
      { headers: { authorization: `Bearer ${token}` } },
    )
    expect([response.status, await response.text()]).toEqual([500, '{"message":"Something went wrong"}'])
    expect(unforeseen.mock.calls).toMatchObject([[{ message: "a secret" }]])
    await own.close()
  })

  it("does a request once, however often it is asked, and gives what came of it", async () => {
    const gate = Promise.withResolvers<string>()
    const perform = vi.fn(() => gate.promise)
    const { site, token } = await signedIn("once", { perform })
    const request = { ...call, id: "a" }
    const asked = [site.call("perform", request, token), site.call("perform", request, token)]
    gate.resolve("0x1")
    expect(await Promise.all(asked)).toEqual([{ result: "0x1" }, { result: "0x1" }])
    expect(await site.call("perform", request, token)).toEqual({ result: "0x1" })
    expect(perform).toHaveBeenCalledTimes(1)
    expect(await site.refusal("perform", { ...request, params: ["0x"] }, token)).toEqual([
      409,
      "This request is another one than before.",
    ])
    await site.call("perform", { ...request, id: "b" }, token)
    expect(perform).toHaveBeenCalledTimes(2)
  })

  it("aborts what has not begun, for good, and nothing that has", async () => {
    const perform = vi.fn(async () => "0x1")
    const { site, token } = await signedIn("abort", { perform })
    expect(await site.call("abort", { id: "a" }, token)).toEqual({ aborted: true })
    expect(await site.refusal("perform", { ...call, id: "a" }, token)).toEqual([409, "Request was aborted"])
    expect(await site.call("abort", { id: "a" }, token)).toEqual({ aborted: true })
    await site.call("perform", { ...call, id: "b" }, token)
    expect(await site.call("abort", { id: "b" }, token)).toEqual({ aborted: false })
    expect(perform).toHaveBeenCalledTimes(1)
    // Another session's requests are its own.
    const other = await site.signIn("milo@shop.example")
    await site.call("perform", { ...call, id: "a" }, other)
  })
})

describe("what comes from elsewhere", () => {
  it("is refused where a page of another origin asks", async () => {
    const site = makeSiteClient(handler, "foreign")
    for (const origin of [
      "http://localhost",
      "https://site.localhost",
      "http://site.localhost:80001",
      "null",
    ]) {
      const body = { email, device: aDevice() }
      const response = await site.send("connect-email", body, { headers: { origin } })
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([403, null])
    }
    const preflight = await site.send("connect-email", undefined, {
      method: "OPTIONS",
      headers: { origin: "http://localhost", "access-control-request-method": "POST" },
    })
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([403, null])
    expect(
      (
        await handler.fetch(
          new Request("http://localhost/w/foreign/wallet/connect-email", { method: "POST" }),
        )
      ).status,
    ).toBe(404)
    expect((await site.state()).mails).toEqual([])
  })

  it("is refused under another name, which links in mails would have and pages could be of", async () => {
    const ask = (host: string, socket: { readonly localAddress: string; readonly localPort: number }) =>
      handler.secureSite.fetch(
        new Request(`http://${host}/w/rebound/wallet/connect-email`, {
          method: "POST",
          headers: { origin: `http://${host}` },
          body: JSON.stringify({ email, device: aDevice() }),
        }),
        { incoming: { socket } },
      )
    const local = { localAddress: "127.0.0.1", localPort: 7001 }
    const reached = { localAddress: "::ffff:192.168.1.2", localPort: 7001 }
    expect((await ask("evil.example:7001", local)).status).toBe(421)
    expect((await ask("192.168.1.3:7001", reached)).status).toBe(421)
    expect((await makeSiteClient(handler, "rebound").state()).mails).toEqual([])
    expect((await ask("192.168.1.2:7001", reached)).status).toBe(200)
    expect((await ask("localhost:7001", local)).status).toBe(429)
  })

  it.each([
    ["{", 422],
    ["", 400],
    ["[]", 400],
    ["null", 400],
    [`{"email":"vera","device":"${aDevice()}"}`, 400],
    [`{"email":"${"v".repeat(250)}@shop.example","device":"${aDevice()}"}`, 400],
    [`{"email":"vera@shop.example, milo@shop.example","device":"${aDevice()}"}`, 400],
    [`{"email":"${email}\\r\\nbcc: milo@shop.example","device":"${aDevice()}"}`, 400],
    [`{"email":"${email}","device":"../../etc"}`, 400],
    [`{"email":["${email}"],"device":"${aDevice()}"}`, 400],
    [`{"email":"${email}","device":"${aDevice()}"}${" ".repeat(2_000_001)}`, 413],
  ])("is refused by name: %#", async (body, status) => {
    const site = makeSiteClient(handler, "hostile")
    expect((await site.send("connect-email", body)).status).toBe(status)
    expect((await site.state()).mails).toEqual([])
  })

  it("is nothing that the site knows, under any other name", async () => {
    const site = makeSiteClient(handler, "names")
    for (const name of ["", "nothing", "__proto__", "constructor", "toString", "connect-email/"])
      expect((await site.send(name, {})).status).toBe(404)
  })

  const Names = Object.keys(siteCalls).filter((name): name is SiteCall => name in siteCalls)
  // What waits for a person would wait here.
  const waiting = ["connect-device", "connect-farcaster"]

  it("is refused without an error that nobody foresaw, whatever it is", async () => {
    const unforeseen = vi.fn()
    const own = makeHandler({ ...handlerWith(), unforeseen })
    const site = makeSiteClient(own, "any")
    const token = await site.signIn(email)
    const value = fc.oneof(
      anyText({ maxLength: 40 }),
      fc.jsonValue(),
      fc.constantFrom(email, aDevice(), chainId, "eoa"),
    )
    const fields = [
      "email",
      "device",
      "otp",
      "uri",
      "state",
      "channel",
      "approve",
      "chainId",
      "type",
      "method",
      "id",
    ]
    const body = fc.oneof(
      anyText({ maxLength: 100 }),
      fc.dictionary(fc.constantFrom(...fields), value).map((made) => JSON.stringify(made)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Names.filter((name) => !waiting.includes(name))),
        body,
        fc.constantFrom(token, "nobody"),
        async (name, text, bearer) => {
          const response = await site.send(name, text, { headers: { authorization: `Bearer ${bearer}` } })
          expect(response.status).toBeLessThan(500)
          await response.json()
        },
      ),
    )
    expect(unforeseen).not.toHaveBeenCalled()
    await own.close()
  })
})

describe("the log", () => {
  it("has each call, and nothing that is secret", async () => {
    const { site, token } = await signedIn("log")
    const device = aDevice()
    await site.call("connect-email", { email, device })
    const link = new URL((await site.lastMail()).link ?? "").searchParams.get("token") ?? ""
    await site.call("confirm-device", { token: link })
    const code = await site.code()
    await site.call("connect-otp", { email, device, otp: code })
    await site.call("perform", { ...call, id: "a" }, token)
    const log = JSON.stringify((await site.control("log")).body)
    const { requests } = (await site.control("log")).body
    expect(
      requests.map(({ method, path, body, response }: Record<string, never>) => [
        method,
        path,
        body,
        response,
      ]),
    ).toEqual(
      ["connect-email", "connect-otp", "connect-email", "confirm-device", "connect-otp", "perform"].map(
        (name) => ["POST", `/wallet/${name}`, "", { status: 200, headers: expect.anything(), body: "" }],
      ),
    )
    for (const secret of [token, code, link, email, device]) expect(log).not.toContain(secret)
  })

  it("has nothing of a page's address but what a page may know", async () => {
    const own = testHandler(handlerWith())
    const site = makeSiteClient(own, "pages")
    await own.secureSite.fetch(
      new Request(`${site.origin}/verify-device?projectId=pages&token=secret`, { redirect: "manual" }),
    )
    const { requests } = (await site.control("log")).body
    expect(requests).toMatchObject([{ path: "/verify-device", query: { projectId: "pages" } }])
    expect(JSON.stringify(requests)).not.toContain("secret")
  })

  it("goes on while somebody is waited for", async () => {
    const { site } = await signedIn("waits")
    const device = aDevice()
    await site.call("farcaster-uri", { device })
    const waiting = site.call("connect-farcaster", { device })
    await site.call("is-connected", {})
    const { requests } = (await site.control("log")).body
    expect(requests.slice(-2)).toMatchObject([
      { path: "/wallet/connect-farcaster", response: null },
      { path: "/wallet/is-connected", response: { status: 200 } },
    ])
    await site.control("secure-site/farcaster-approve", {})
    await waiting
  })
})

describe("a fault", () => {
  it("happens to the site's calls as to any other", async () => {
    const put = await handler.fetch(
      new Request("http://localhost/control/worlds/faulty/faults", {
        method: "PUT",
        body: JSON.stringify({
          faults: [{ match: { path: "/wallet/*" }, times: 1, fault: { kind: "status", status: 503 } }],
        }),
      }),
    )
    expect(put.status).toBe(200)
    const faulty = makeSiteClient(handler, "faulty")
    expect((await faulty.send("is-connected", {})).status).toBe(503)
    expect((await faulty.send("is-connected", {})).status).toBe(200)
  })

  it("happens to its pages, which name their world", async () => {
    const own = makeHandler({
      ...handlerWith(),
      scenario: { faults: [{ match: { path: "/sdk" }, times: 1, fault: { kind: "reset" } }] },
    })
    const open = async (world: string) =>
      own.secureSite.fetch(new Request(`http://site.localhost/sdk?projectId=${world}`))
    await expect(open("p")).rejects.toMatchObject({ _tag: "ConnectionReset" })
    expect((await open("p")).status).toBe(200)
    await own.close()
  })

  it("that loses the answer alone makes nobody pay twice", async () => {
    const perform = vi.fn(async () => "0x1")
    const own = makeHandler({
      ...handlerWith({ perform }),
      scenario: {
        faults: [
          { match: { path: "/wallet/perform" }, times: 1, fault: { kind: "reset" }, carriedOut: true },
        ],
      },
    })
    const site = makeSiteClient(own, "p")
    const token = await site.signIn(email)
    const request = { ...call, id: "a" }
    await expect(site.call("perform", request, token)).rejects.toMatchObject({ _tag: "ConnectionReset" })
    expect(await site.call("perform", request, token)).toEqual({ result: "0x1" })
    expect(perform).toHaveBeenCalledTimes(1)
    await own.close()
  })
})
