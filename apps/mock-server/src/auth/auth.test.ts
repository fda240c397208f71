import { layer } from "@effect/vitest"
import { getAuthMe, getAuthNonce, makeAuth, postAuthenticate } from "@wmodal/api"
import { Effect } from "effect"
import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import { accounts, makeHandler } from "../index.ts"
import { makeClientOptions, makeHandlerLayer } from "../testing/clientOptions.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { parseSignInMessage } from "./signIn.ts"

const [vera, milo] = accounts
const account = mnemonicToAccount("test test test test test test test test test test test junk")
const now = Date.UTC(2026, 5, 1)
const iso = (after: number) => new Date(now + after).toISOString()

interface MessageFields {
  readonly domain?: string
  readonly uri?: string
  readonly address?: string
  readonly nonce: string
  readonly chainId?: string
  readonly rest?: string
}

const formatMessage = ({ domain, uri, address, nonce, chainId, rest }: MessageFields) =>
  `${domain ?? "shop.example"} wants you to sign in with your **blockchain** account:
${address ?? vera}

URI: ${uri ?? "https://shop.example/cart"}
Version: 1
Chain ID: ${chainId ?? "1"}
Nonce: ${nonce}
Issued At: ${iso(0)}${rest ?? ""}`

const setup = () => {
  const handler = makeHandler({ wallNow: () => now })
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) => {
    const request = new Request(`http://localhost/w/p/auth/v1/${path}?projectId=p&st=wmodal&sv=x`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const response = await handler.fetch(request)
    expect(response.headers.get("content-type")).toContain("application/json")
    return { status: response.status, body: await response.json() }
  }
  const advance = async (milliseconds: number) =>
    handler.fetch(
      new Request("http://localhost/control/worlds/p/clock", {
        method: "POST",
        body: JSON.stringify({ advance: milliseconds }),
      }),
    )
  const offer = async () => getAuthNonce.response.parse((await ask("GET", "nonce")).body)
  const authenticate = (token: string, message: string, signature: string, origin = "https://shop.example") =>
    ask(
      "POST",
      "authenticate",
      { "x-nonce-jwt": `Bearer ${token}`, ...(origin && { origin }) },
      { message, signature, clientId: null, walletInfo: { type: "extension", name: "w", icon: "" } },
    )
  const signIn = async (given: Omit<MessageFields, "nonce"> & { readonly origin?: string } = {}) => {
    const { nonce, token } = await offer()
    const message = formatMessage({ ...given, nonce })
    return authenticate(token, message, await account.signMessage({ message }), given.origin)
  }
  const session = async () => postAuthenticate.response.parse((await signIn()).body).token
  const me = (token: string) => ask("GET", "me", { authorization: `Bearer ${token}` })
  return { ask, advance, offer, authenticate, signIn, session, me, close: handler.close }
}

const failed = (status: number, field: string) => ({
  status,
  body: { status: "FAILED", reasons: [{ field, description: expect.any(String) }] },
})

describe("auth API", () => {
  it("returns distinct 128-bit nonces, which are the same in every run", async () => {
    const [one, other] = [setup(), setup()]
    const nonces = [await one.offer(), await one.offer()]
    expect(nonces).toEqual([await other.offer(), await other.offer()])
    expect(new Set(nonces.map(({ nonce }) => nonce)).size).toBe(2)
    for (const { nonce, token } of nonces) {
      expect(nonce).toMatch(/^[0-9a-f]{32}$/)
      expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    }
  })

  it("keeps a session until it is signed out", async () => {
    const { ask, session, me } = setup()
    const token = await session()
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await me(token)
    expect(getAuthMe.response.parse(body)).toMatchObject({ address: vera, chainId: 1 })
    expect((await ask("PATCH", "update-user-metadata", headers, { plan: "gold" })).status).toBe(200)
    expect((await me(token)).body).toMatchObject({ address: vera, metadata: { plan: "gold" } })
    expect((await ask("POST", "sign-out", headers)).status).toBe(200)
    expect(await me(token)).toEqual(failed(401, "authorization"))
    expect(await ask("POST", "sign-out", headers)).toEqual(failed(401, "authorization"))
    expect(await ask("PATCH", "update-user-metadata", headers, {})).toEqual(failed(401, "authorization"))
  })

  it("accepts a CAIP-2 chain ID, valid time limits, and a request without an origin", async () => {
    const { signIn, me } = setup()
    const rest = `\nExpiration Time: ${iso(1000)}\nNot Before: ${iso(0)}\nRequest ID: 1\nResources:\n- https://a.test`
    const { body } = await signIn({ chainId: "eip155:10", rest, origin: "" })
    expect((await me(body.token)).body).toMatchObject({ chainId: 10 })
  })

  it("rejects a nonce that was used before", async () => {
    const { offer, authenticate } = setup()
    const { nonce, token } = await offer()
    const message = formatMessage({ nonce })
    const signature = await account.signMessage({ message })
    const statuses = [
      await authenticate(token, message, signature),
      await authenticate(token, message, signature),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 401])
  })

  it("accepts a nonce once when two requests use it at the same time", async () => {
    const { offer, authenticate } = setup()
    const { nonce, token } = await offer()
    const message = formatMessage({ nonce })
    const signature = await account.signMessage({ message })
    const both = await Promise.all([1, 2].map(() => authenticate(token, message, signature)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it("rejects a message for another origin, by another address, or outside its time limits", async () => {
    const { signIn, close } = setup()
    expect(await signIn({ domain: "other.example" })).toEqual(failed(401, "domain"))
    expect(await signIn({ uri: "https://other.example" })).toEqual(failed(401, "domain"))
    expect(await signIn({ uri: "shop" })).toEqual(failed(401, "domain"))
    for (const origin of ["https://other.example", "null"])
      expect(await signIn({ origin })).toEqual(failed(401, "domain"))
    for (const rest of [`\nExpiration Time: ${iso(0)}`, `\nNot Before: ${iso(1)}`])
      expect(await signIn({ rest })).toEqual(failed(401, "message"))
    // A network without a chain has no contract to call.
    expect(await signIn({ address: milo, chainId: "31337" })).toEqual(failed(401, "signature"))
    expect(await signIn({ address: milo })).toEqual(failed(401, "signature"))
    await close()
  }, 30_000)

  it("rejects tokens and nonces that it did not issue", async () => {
    const { offer, authenticate, session, me } = setup()
    const { nonce, token } = await offer()
    const message = formatMessage({ nonce })
    const signature = await account.signMessage({ message })
    const [head, claims, mac] = token.split(".")
    const forged = Buffer.from('{"nonce":"0","exp":9e9}').toString("base64url")
    for (const bad of [
      "",
      "a.b.c",
      `${head}.${claims}`,
      `${head}.${claims}.`,
      `${head}.${forged}.${mac}`,
      `${token}.`,
      (await offer()).token,
      await session(),
    ])
      expect(await authenticate(bad, message, signature)).toEqual(failed(401, "nonce"))
    for (const bad of ["", "x", token]) expect(await me(bad)).toEqual(failed(401, "authorization"))
    expect((await authenticate(token, message, signature)).status).toBe(200)
  })

  it("rejects nonces and sessions that are expired by the world's clock", async () => {
    const { advance, offer, session, authenticate, me } = setup()
    const { nonce, token } = await offer()
    const signedIn = await session()
    await advance(300_000)
    const message = formatMessage({ nonce })
    const late = await authenticate(token, message, await account.signMessage({ message }))
    expect(late).toEqual(failed(401, "nonce"))
    expect((await me(signedIn)).status).toBe(200)
    await advance(86_400_000)
    expect(await me(signedIn)).toEqual(failed(401, "authorization"))
  })

  it("rejects an invalid message and an empty body", async () => {
    const { ask, authenticate } = setup()
    for (const message of ["", "hello", formatMessage({ nonce: "1" }).replace("Version: 1", "Version: 2")])
      expect(await authenticate("", message, "0x")).toEqual(failed(400, "message"))
    expect(await ask("POST", "authenticate", {}, {})).toEqual(failed(400, "message"))
  })

  it("allows the auth headers and PATCH in cross-origin preflights", async () => {
    const headers = { origin: "https://shop.example", "access-control-request-method": "PATCH" }
    const request = new Request("http://localhost/auth/v1/me", { method: "OPTIONS", headers })
    const response = await makeHandler().fetch(request)
    expect(response.status).toBe(204)
    const allowed = response.headers.get("access-control-allow-headers")?.split(",")
    expect(allowed).toEqual(expect.arrayContaining(["authorization", "x-nonce-jwt", "content-type"]))
    expect(response.headers.get("access-control-allow-methods")).toContain("PATCH")
  })
})

const handler = setupTestHandler({ wallNow: () => now })

layer(makeHandlerLayer(handler))("makeAuth", (it) => {
  it.effect("signs in, returns the session, and signs out", () =>
    Effect.gen(function* () {
      const auth = yield* makeAuth(makeClientOptions("auth"))
      const { nonce, token } = yield* auth.nonce(null)
      const message = formatMessage({ nonce })
      const signature = yield* Effect.promise(() => account.signMessage({ message }))
      const wallet = { type: "social", social: "github", identifier: "vera" } as const
      const request = { message, signature, nonceToken: token, wallet }
      const session = yield* auth.authenticate(request)
      expect(yield* auth.me(session)).toMatchObject({ address: vera, chainId: 1 })
      expect((yield* auth.nonce(session)).nonce).not.toBe(nonce)
      expect((yield* Effect.flip(auth.authenticate(request))).message).toBe("HTTP status code: 401")
      yield* auth.signOut(session)
      expect((yield* Effect.flip(auth.me(session))).message).toBe("HTTP status code: 401")
    }),
  )
})

describe("parseSignInMessage", () => {
  const head = `shop.example:8080 wants you to sign in with your **blockchain** account:\n${vera}\n`
  const tail = "URI: https://shop.example:8080\nVersion: 1\nChain ID: 1\nNonce: abc"

  it("parses a message with a statement, without one, and with an empty one", () => {
    for (const statement of ["\nURI: not this\n\n", "\n", "\n\n"])
      expect(parseSignInMessage(head + statement + tail)).toEqual({
        domain: "shop.example:8080",
        address: vera,
        uri: "https://shop.example:8080",
        chainId: 1,
        nonce: "abc",
        notBefore: -Infinity,
        expirationTime: Infinity,
      })
  })

  it("returns null for an invalid date and for a missing or additional line", () => {
    for (const text of [
      `${head}\n${tail}\nExpiration Time: never`,
      `${head}\n${tail}\nNot Before: x`,
      `${head}\n${tail}\nAnd: more`,
      `${head}\none\ntwo\n\n${tail}`,
      `${head}${tail}`,
      head,
    ])
      expect(parseSignInMessage(text)).toBeNull()
  })
})
