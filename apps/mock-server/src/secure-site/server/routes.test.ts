import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { anyText } from "../../testing/anyText.ts"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { siteCalls } from "../siteCalls.ts"
import { setupOwnHandler } from "../testing/setupOwnHandler.ts"
import { makeDeviceId, makeSiteClient } from "../testing/siteClient.ts"
import { withStubWallet } from "../testing/stubWallet.ts"

const email = "vera@shop.example"
const chainId = "eip155:1"
const handler = setupTestHandler(withStubWallet())
const call = { chainId, type: "eoa", method: "personal_sign", params: [] } as const

const signInUser = async (world: string) => {
  const site = makeSiteClient(setupOwnHandler(withStubWallet()), world)
  return { site, token: await site.signIn(email) }
}

describe("untrusted requests", () => {
  it("rejects a request with 403 from a page of another origin", async () => {
    const site = makeSiteClient(handler, "foreign")
    for (const origin of [
      "http://localhost",
      "https://site.localhost",
      "http://site.localhost:80001",
      "null",
    ]) {
      const body = { email, device: makeDeviceId() }
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

  it("rejects a request with 421 under another host name, because emails would link to it", async () => {
    const ask = (host: string, socket: { readonly localAddress: string; readonly localPort: number }) =>
      handler.secureSite.fetch(
        new Request(`http://${host}/w/rebound/wallet/connect-email`, {
          method: "POST",
          headers: { origin: `http://${host}` },
          body: JSON.stringify({
            email,
            device: makeDeviceId(),
            requester: { ...makeSiteClient(handler, "x").requester },
          }),
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
    [`{"email":"vera","device":"${makeDeviceId()}"}`, 400],
    [`{"email":"${"v".repeat(250)}@shop.example","device":"${makeDeviceId()}"}`, 400],
    [`{"email":"vera@shop.example, milo@shop.example","device":"${makeDeviceId()}"}`, 400],
    [`{"email":"${email}\\r\\nbcc: milo@shop.example","device":"${makeDeviceId()}"}`, 400],
    [`{"email":"${email}","device":"../../etc"}`, 400],
    [`{"email":["${email}"],"device":"${makeDeviceId()}"}`, 400],
    [`{"email":"${email}","device":"${makeDeviceId()}"}${" ".repeat(2_000_001)}`, 413],
  ])("rejects an invalid body: %#", async (body, status) => {
    const site = makeSiteClient(handler, "hostile")
    expect((await site.send("connect-email", body)).status).toBe(status)
    expect((await site.state()).mails).toEqual([])
  })

  it("responds 404 for an unknown call name", async () => {
    const site = makeSiteClient(handler, "names")
    for (const name of ["", "nothing", "__proto__", "constructor", "toString", "connect-email/"])
      expect((await site.send(name, {})).status).toBe(404)
  })

  // Excludes calls that wait for a user.
  const waiting = ["connect-device", "connect-farcaster"]

  it("never causes an unforeseen error for any body", async () => {
    const unforeseen = vi.fn()
    const own = setupOwnHandler({ ...withStubWallet(), unforeseen })
    const site = makeSiteClient(own, "any")
    const token = await site.signIn(email)
    const value = fc.oneof(
      anyText({ maxLength: 40 }),
      fc.jsonValue(),
      fc.constantFrom(email, makeDeviceId(), chainId, "eoa"),
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
      "approval",
      "requester",
    ]
    const body = fc.oneof(
      anyText({ maxLength: 100 }),
      fc.dictionary(fc.constantFrom(...fields), value).map((made) => JSON.stringify(made)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(siteCalls).filter((name) => !waiting.includes(name))),
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
  })
})

describe("secure-site log", () => {
  it("contains each call without secrets", async () => {
    const { site, token } = await signInUser("log")
    const device = makeDeviceId()
    await site.call("connect-email", { email, device })
    const link = new URL((await site.lastMail()).link ?? "").searchParams.get("token") ?? ""
    await site.call("confirm-device", { token: link })
    const code = await site.code()
    await site.call("connect-otp", { email, device, otp: code })
    await site.call("perform", await site.approve(call, token), token)
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
      [
        "connect-email",
        "confirm-device",
        "connect-otp",
        "connect-email",
        "confirm-device",
        "connect-otp",
        "describe",
        "perform",
      ].map((name) => ["POST", `/wallet/${name}`, "", { status: 200, headers: expect.anything(), body: "" }]),
    )
    for (const secret of [token, code, link, email, device]) expect(log).not.toContain(secret)
  })

  it("contains only the known parameters of a page's address", async () => {
    const own = setupOwnHandler(withStubWallet())
    const site = makeSiteClient(own, "pages")
    await own.secureSite.fetch(
      new Request(`${site.origin}/verify-device?projectId=pages&token=secret`, { redirect: "manual" }),
    )
    const { requests } = (await site.control("log")).body
    expect(requests).toMatchObject([{ path: "/verify-device", query: { projectId: "pages" } }])
    expect(JSON.stringify(requests)).not.toContain("secret")
  })

  it("continues while a call waits for a user", async () => {
    const { site } = await signInUser("waits")
    const device = makeDeviceId()
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

describe("secure-site faults", () => {
  it("applies to the site's calls", async () => {
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

  it("applies to the site's pages by their world", async () => {
    const own = setupOwnHandler({
      ...withStubWallet(),
      scenario: { faults: [{ match: { path: "/sdk" }, times: 1, fault: { kind: "reset" } }] },
    })
    const open = async (world: string) =>
      own.secureSite.fetch(new Request(`http://site.localhost/sdk?projectId=${world}`))
    await expect(open("p")).rejects.toMatchObject({ _tag: "ConnectionReset" })
    expect((await open("p")).status).toBe(200)
  })

  it("performs a request once when only its response is lost", async () => {
    const perform = vi.fn(async () => "0x1")
    const own = setupOwnHandler({
      ...withStubWallet({ perform }),
      scenario: {
        faults: [
          { match: { path: "/wallet/perform" }, times: 1, fault: { kind: "reset" }, carriedOut: true },
        ],
      },
    })
    const site = makeSiteClient(own, "p")
    const token = await site.signIn(email)
    const request = await site.approve(call, token)
    await expect(site.call("perform", request, token)).rejects.toMatchObject({ _tag: "ConnectionReset" })
    expect(await site.call("perform", request, token)).toEqual({ result: "0x1" })
    expect(perform).toHaveBeenCalledTimes(1)
  })
})
