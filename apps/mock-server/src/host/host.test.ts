import { printSiwxMessage } from "@wmodal/protocol/siwx"
import { Result } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeHandler } from "../Handler.ts"

const account = privateKeyToAccount(`0x${"11".repeat(32)}`)
const other = privateKeyToAccount(`0x${"22".repeat(32)}`)
let now = Date.parse("2026-11-23T12:00:00Z")
const handler = makeHandler({ wallNow: () => now })
afterAll(handler.close)

const base = "http://localhost/w/host-test/host"
const origin = "https://app.example"

/** Requests as the proxy of a host sends them. */
const ask = async (path: string, { body, cookie = "" }: { body?: object; cookie?: string } = {}) => {
  const response = await handler.fetch(
    new Request(`${base}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { origin, cookie, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  const reply: unknown = await response.json()
  return { status: response.status, reply, cookie: response.headers.get("set-cookie") }
}
const fetchNonce = async () => z.object({ nonce: z.string() }).parse((await ask("nonce")).reply).nonce

const sign = async (
  nonce: string,
  {
    by = account,
    domain = "app.example",
    more = {},
  }: { by?: typeof account; domain?: string; more?: object } = {},
) => {
  const message = Result.getOrThrow(
    printSiwxMessage({
      blockchain: "Ethereum",
      domain,
      address: account.address,
      uri: "https://app.example",
      version: "1",
      chainId: "1",
      nonce,
      issuedAt: new Date(now).toISOString(),
      ...more,
    }),
  )
  return { message, signature: await by.signMessage({ message }) }
}
const toCookie = (header: string | null) => header?.split(";")[0] ?? ""

describe("host's own server", () => {
  it("signs in, returns the session to its cookie alone, and signs out", async () => {
    const signed = await sign(await fetchNonce())
    const answered = await ask("verify", { body: signed })
    expect([answered.status, answered.reply]).toEqual([
      200,
      { address: account.address, chainId: "eip155:1" },
    ])
    expect(answered.cookie).toMatch(/HttpOnly.*SameSite=Lax/)
    const cookie = toCookie(answered.cookie)
    const session = { address: account.address, chainId: "eip155:1", ...signed }
    expect((await ask("session", { cookie })).reply).toEqual({ sessions: [session] })
    expect((await ask("session")).reply).toEqual({ sessions: [] })
    await ask("sign-out", { cookie, body: { address: other.address, chainId: "eip155:1" } })
    expect((await ask("session", { cookie })).reply).toEqual({ sessions: [session] })
    await ask("sign-out", { cookie, body: {} })
    expect((await ask("session", { cookie })).reply).toEqual({ sessions: [] })
  })

  it("accepts each nonce once, for five minutes", async () => {
    const signed = await sign(await fetchNonce())
    expect((await ask("verify", { body: signed })).status).toBe(200)
    const refusal = { status: 401, reply: { error: "The nonce is unknown, old or used." } }
    expect(await ask("verify", { body: signed })).toMatchObject(refusal)
    expect(await ask("verify", { body: await sign("neveroffered") })).toMatchObject(refusal)
    const late = await sign(await fetchNonce())
    now += 300_001
    expect(await ask("verify", { body: late })).toMatchObject(refusal)
  })

  it("refuses a message for another domain, of another signer, expired, and of another form", async () => {
    const refusals = [
      [await sign(await fetchNonce(), { domain: "evil.example" }), /is for evil\.example/],
      [await sign(await fetchNonce(), { by: other, more: { chainId: "5" } }), /is not signed by/],
      [await sign(await fetchNonce(), { more: { expirationTime: new Date(now).toISOString() } }), /expired/],
      [{ message: "Hello", signature: "0x" }, /Not a sign-in message/],
    ] as const
    for (const [body, text] of refusals)
      expect(await ask("verify", { body })).toMatchObject({
        status: 401,
        reply: { error: expect.stringMatching(text) },
      })
  })

  it("ends a session when its message expires", async () => {
    const expirationTime = new Date(now + 60_000).toISOString()
    const { cookie } = await ask("verify", {
      body: await sign(await fetchNonce(), { more: { expirationTime } }),
    })
    const mine = toCookie(cookie)
    const count = async () =>
      z.object({ sessions: z.array(z.unknown()) }).parse((await ask("session", { cookie: mine })).reply)
        .sessions.length
    expect(await count()).toBe(1)
    now += 60_000
    expect(await count()).toBe(0)
  })
})

describe("messages of one approval", () => {
  it("takes their nonce once, and accepts all of them or none", async () => {
    const nonce = await fetchNonce()
    const [first, second] = [await sign(nonce), await sign(nonce, { more: { chainId: "10" } })]
    const answered = await ask("verify", { body: { ...first, more: [second] } })
    expect(answered.status).toBe(200)
    const cookie = toCookie(answered.cookie)
    expect((await ask("session", { cookie })).reply).toMatchObject({
      sessions: [{ chainId: "eip155:1" }, { chainId: "eip155:10" }],
    })
    expect((await ask("verify", { body: second })).status).toBe(401)

    const next = await fetchNonce()
    const [good, foreign] = [await sign(next), await sign(await fetchNonce(), { more: { chainId: "10" } })]
    expect(await ask("verify", { body: { ...good, more: [foreign] } })).toMatchObject({
      status: 401,
      cookie: null,
    })
    expect((await ask("verify", { body: good })).status).toBe(401)
  })
})
