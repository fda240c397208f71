import { privateKeyToAccount } from "viem/accounts"
import { beforeEach, describe, expect, test } from "vitest"
import { makeAuth } from "./auth.ts"

const origin = "https://app.example"
const account = privateKeyToAccount(`0x${"11".repeat(32)}`)
const foreign = privateKeyToAccount(`0x${"22".repeat(32)}`)

/** A browser at this origin: it keeps the cookie that the server sets. */
const openBrowser = (app: ReturnType<typeof makeAuth>) => {
  let cookie = ""
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await app.request(path, {
      ...init,
      headers: { ...(cookie !== "" && { cookie }), ...init.headers },
    })
    const set = response.headers.get("set-cookie")
    if (set !== null) cookie = set.split(";", 1)[0] ?? ""
    return { status: response.status, cookie: set, json: await response.json() }
  }
  const post = (path: string, body: object, headers = {}) =>
    request(path, {
      method: "POST",
      headers: { "content-type": "application/json", origin, ...headers },
      body: JSON.stringify(body),
    })
  return {
    get: request,
    post,
    getCookie: () => cookie,
    setCookie: (other: string) => {
      cookie = other
    },
    /** Signs a message with a new nonce. */
    sign: async ({
      domain = "app.example",
      by = account,
      uri = `${origin}/login`,
      chain = 1,
      nonce = "",
      more = "",
    } = {}) => {
      nonce ||= (await request("/nonce")).json.nonce
      const message = `${domain} wants you to sign in with your Ethereum account:
${account.address}


URI: ${uri}
Version: 1
Chain ID: ${chain}
Nonce: ${nonce}
Issued At: ${new Date(time).toISOString()}${more}`
      return { message, signature: await by.signMessage({ message }) }
    },
  }
}

let time = Date.parse("2026-01-15T12:00:00Z")
const rpc = { "eip155:1": { request: async () => "0x" } }
const setup = () => openBrowser(makeAuth({ origin, rpc, now: () => time }))
beforeEach(() => {
  time = Date.parse("2026-01-15T12:00:00Z")
})

describe("sign-in", () => {
  test("keeps the account in an HttpOnly cookie until sign-out", async () => {
    const browser = setup()
    expect((await browser.get("/session")).json).toEqual({ sessions: [] })
    const signed = await browser.sign()
    const { status, json, cookie } = await browser.post("/verify", signed)
    expect({ status, json }).toEqual({
      status: 200,
      json: { address: account.address, chainId: "eip155:1", expiresAt: time + 86_400_000 },
    })
    expect(cookie).toMatch(/^__Host-siwx=[-0-9a-f]{36}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect((await browser.get("/session")).json).toEqual({ sessions: [{ ...signed, ...json }] })
    expect((await browser.post("/sign-out", {})).status).toBe(200)
    expect((await browser.get("/session")).json).toEqual({ sessions: [] })
  })

  test("ends one account of several, and the session of the server even if the cookie is kept", async () => {
    const browser = setup()
    const { json } = await browser.post("/verify", await browser.sign())
    expect((await browser.post("/sign-out", { address: foreign.address, chainId: "eip155:1" })).status).toBe(
      200,
    )
    expect((await browser.get("/session")).json.sessions).toHaveLength(1)
    await browser.post("/sign-out", { address: json.address, chainId: json.chainId })
    expect((await browser.get("/session")).json.sessions).toEqual([])
    await browser.post("/verify", await browser.sign())
    const kept = browser.getCookie()
    await browser.post("/sign-out", {})
    browser.setCookie(kept)
    expect((await browser.get("/session")).json.sessions).toEqual([])
  })

  test("accepts the messages of one approval, which share a nonce", async () => {
    const browser = setup()
    const { nonce } = (await browser.get("/nonce")).json
    const [first, second] = [await browser.sign({ nonce }), await browser.sign({ nonce, chain: 10 })]
    expect((await browser.post("/verify", { ...first, more: [second] })).status).toBe(200)
    const { sessions } = (await browser.get("/session")).json
    expect(sessions.map(({ chainId }: { chainId: string }) => chainId)).toEqual(["eip155:1", "eip155:10"])
    expect((await browser.post("/verify", second)).status).toBe(401)
    // One that is not valid refuses all.
    const next = (await browser.get("/nonce")).json.nonce
    const forged = await browser.sign({ nonce: next, by: foreign })
    const good = await browser.sign({ nonce: next, chain: 10 })
    expect((await setup().post("/verify", { ...good, more: [forged] })).status).toBe(401)
    expect((await browser.post("/verify", { ...good, more: [forged] })).status).toBe(401)
    expect((await browser.get("/session")).json.sessions).toEqual(sessions)
  })

  test("ends with the message or after a day", async () => {
    const browser = setup()
    await browser.post("/verify", await browser.sign({ more: "\nExpiration Time: 2026-01-15T13:00:00Z" }))
    time += 3_599_999
    expect((await browser.get("/session")).json.sessions).toHaveLength(1)
    time += 1
    expect((await browser.get("/session")).json.sessions).toEqual([])
  })
})

describe("refusals", () => {
  test("uses a nonce once, also one of a refused message", async () => {
    const browser = setup()
    const signed = await browser.sign()
    expect((await browser.post("/verify", signed)).status).toBe(200)
    expect(await browser.post("/verify", signed)).toMatchObject({
      status: 401,
      json: { error: expect.stringContaining("nonce") },
    })
    const { message, signature } = await browser.sign()
    const wrong = await foreign.signMessage({ message })
    expect((await browser.post("/verify", { message, signature: wrong })).status).toBe(401)
    expect((await browser.post("/verify", { message, signature })).status).toBe(401)
  })

  test("lets only one of two simultaneous requests use a nonce", async () => {
    const browser = setup()
    const signed = await browser.sign()
    const both = await Promise.all([browser.post("/verify", signed), browser.post("/verify", signed)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test("refuses a nonce that is old, and one that it did not issue", async () => {
    const browser = setup()
    const late = await browser.sign()
    expect((await setup().post("/verify", late)).status).toBe(401)
    time += 300_000
    expect((await browser.post("/verify", late)).status).toBe(401)
  })

  test("refuses other domains, URIs, signers and times", async () => {
    const browser = setup()
    for (const forged of [
      { domain: "evil.example" },
      { uri: "https://evil.example" },
      { uri: "https://app.example.evil.example" },
      { by: foreign },
      { more: "\nExpiration Time: 2026-01-15T12:00:00Z" },
      { more: "\nNot Before: 2026-01-15T12:00:01Z" },
      { more: "\n" },
    ])
      expect((await browser.post("/verify", await browser.sign(forged))).status).toBe(401)
    expect((await browser.get("/session")).json.sessions).toEqual([])
  })

  test("refuses requests that another site can make", async () => {
    const browser = setup()
    const signed = await browser.sign()
    for (const foreignOrigin of [
      "https://evil.example",
      "https://sub.app.example",
      "null",
      "http://app.example",
    ])
      expect((await browser.post("/verify", signed, { origin: foreignOrigin })).status).toBe(403)
    expect((await browser.post("/verify", signed, { "content-type": "text/plain" })).status).toBe(415)
    expect((await browser.post("/sign-out", {}, { origin: "https://evil.example" })).status).toBe(403)
    // None of them used the nonce up. A program, which has no origin, may sign in.
    const headers = { "content-type": "application/json" }
    const program = { method: "POST", headers, body: JSON.stringify(signed) }
    expect((await browser.get("/verify", program)).status).toBe(200)
  })

  test("empties the cookie that was known before a sign-in", async () => {
    const app = makeAuth({ origin, rpc, now: () => time })
    const [attacker, victim] = [openBrowser(app), openBrowser(app)]
    await attacker.post("/verify", await attacker.sign())
    victim.setCookie(attacker.getCookie())
    expect((await victim.post("/verify", await victim.sign())).status).toBe(200)
    expect((await attacker.get("/session")).json.sessions).toEqual([])
  })

  test.each([
    [null],
    ["text"],
    [{}],
    [{ message: 1, signature: 2 }],
    [{ message: "x".repeat(70_000), signature: "" }],
  ])("refuses the body %.40j", async (body) => {
    const { status, json } = await setup().post("/verify", body as object)
    expect([400, 413]).toContain(status)
    expect(json.error).toEqual(expect.any(String))
  })
})

test("keeps sessions, and makes none, while the node of a smart account fails", async () => {
  let isDown = false
  const request = async () => {
    if (isDown) throw new TypeError("fetch failed")
    return `0x1626ba7e${"0".repeat(56)}`
  }
  const browser = openBrowser(makeAuth({ origin, rpc: { "eip155:1": { request } }, now: () => time }))
  expect((await browser.post("/verify", await browser.sign({ by: foreign }))).status).toBe(200)
  isDown = true
  expect((await browser.post("/verify", await browser.sign({ by: foreign }))).status).toBe(503)
  expect((await browser.get("/session")).json.sessions).toHaveLength(1)
})
