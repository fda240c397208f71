import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { siwxApi } from "./siwxApi.ts"
import { siwxPage, type VerifySession } from "./siwxPage.ts"
import { siwxServer } from "./siwxServer.ts"

const account = { address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" } as const
const input = { accountAddress: account.address, chainId: "eip155:1" } as const
const page = { domain: "app.example", uri: "https://app.example" }

const makeStorage = () => {
  const held = new Map<string, string>()
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  }
}

/** A `fetch` that responds by path, and records what was sent. */
const makeServer = (answers: Readonly<Record<string, () => Response>>) => {
  const asked: {
    readonly path: string
    readonly sv: string | null
    readonly init: RequestInit | undefined
  }[] = []
  const send = async (url: unknown, init?: RequestInit) => {
    const { pathname, searchParams } =
      url instanceof Request ? new URL(url.url) : new URL(String(url), "https://app.example")
    asked.push({ path: pathname, sv: searchParams.get("sv"), init })
    return answers[pathname]?.() ?? new Response("{}", { status: 404 })
  }
  return { asked, fetch: send as typeof fetch }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-23T12:00:00Z"), toFake: ["Date"] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe("siwxServer", () => {
  const nonce = () => Response.json({ nonce: "abcdefgh1" })

  it("rejects a redirect by name instead of following it with the session", async () => {
    const to = () => new Response(null, { status: 307, headers: { location: "https://evil.test/in?a=b" } })
    const { asked, fetch } = makeServer({ "/auth/verify": to })
    const plugin = siwxServer({ url: "https://app.example/auth", fetch, ...page })
    const session = { message: "m", signature: "0x", data: { accountAddress: "0x", chainId: "eip155:1" } }
    await expect(plugin.addSession(session as never)).rejects.toThrow(
      "No response from app.example: redirects to evil.test, which is not followed",
    )
    expect(asked.map(({ init }) => init?.redirect)).toEqual(["manual"])
  })

  it("makes the message of the grammar with the server's nonce and its own options", async () => {
    const { asked, fetch } = makeServer({ "/auth/nonce": nonce })
    const options = { statement: "I agree.", resources: ["https://app.example/me"], expiresInMs: 60_000 }
    const plugin = siwxServer({ url: "/auth/", fetch, ...page, ...options })
    const made = await plugin.createMessage(input)
    expect(String(made)).toBe(
      `app.example wants you to sign in with your Ethereum account:
${account.address}

I agree.

URI: https://app.example
Version: 1
Chain ID: 1
Nonce: abcdefgh1
Issued At: 2026-11-23T12:00:00.000Z
Expiration Time: 2026-11-23T12:01:00.000Z
Resources:
- https://app.example/me`,
    )
    expect(made).toMatchObject({ ...input, ...page, nonce: "abcdefgh1" })
    expect(asked[0]?.init).toMatchObject({ method: "GET", credentials: "include" })
  })

  it("rejects a statement that the grammar does not allow", async () => {
    const { fetch } = makeServer({ "/auth/nonce": nonce })
    const plugin = siwxServer({ url: "/auth", fetch, ...page, statement: "Hi\n\nURI: https://evil.example" })
    await expect(plugin.createMessage(input)).rejects.toThrow(/Not a sign-in message/)
  })

  it("posts the signature as JSON, and rejects with the server's words", async () => {
    const refused = () => Response.json({ error: "The nonce is used." }, { status: 401 })
    const { asked, fetch } = makeServer({ "/auth/nonce": nonce, "/auth/verify": refused })
    const plugin = siwxServer({ url: "/auth", fetch, ...page })
    const made = await plugin.createMessage(input)
    const session = { data: made, message: String(made), signature: "0x1b" }
    await expect(plugin.addSession(session)).rejects.toThrow("The nonce is used.")
    expect(asked[1]?.init).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message: String(made), signature: "0x1b" }),
    })
  })

  it("posts the messages of one approval at once, which the server's nonce is for", async () => {
    const { asked, fetch } = makeServer({
      "/auth/nonce": nonce,
      "/auth/sign-out": () => Response.json({}),
      "/auth/verify": () => Response.json({}),
    })
    const plugin = siwxServer({ url: "/auth", fetch, ...page })
    const made = await plugin.createMessage({ ...input, accountAddress: "" })
    expect([String(made), made.nonce]).toEqual(["", "abcdefgh1"])
    const [first, second] = ["one", "two"].map((message) => ({ data: made, message, signature: "0x1b" }))
    if (first === undefined || second === undefined) throw new Error("none")
    await plugin.setSessions([first, second])
    expect(asked.at(-1)?.init?.body).toBe(
      JSON.stringify({
        message: "one",
        signature: "0x1b",
        more: [{ message: "two", signature: "0x1b" }],
      }),
    )
    await plugin.setSessions([])
    expect(asked).toHaveLength(4)
  })

  it("rejects a response of another shape, and one that is no JSON", async () => {
    const plugin = siwxServer({
      url: "/auth",
      ...makeServer({
        "/auth/nonce": () => Response.json({ nonce: 1 }),
        "/auth/session": () => new Response("<html>"),
      }),
      ...page,
    })
    await expect(plugin.createMessage(input)).rejects.toThrow(/nonce/)
    await expect(plugin.getSessions("eip155:1", account.address)).rejects.toThrow(/session/)
  })

  it("returns the sessions of the account and chain alone", async () => {
    const maker = siwxServer({ url: "/auth", ...makeServer({ "/auth/nonce": nonce }), ...page })
    const message = String(await maker.createMessage(input))
    const session = { address: account.address, chainId: "eip155:1", message, signature: "0x1b" }
    const plugin = siwxServer({
      url: "/auth",
      ...makeServer({
        "/auth/session": () => Response.json({ sessions: [session, { ...session, chainId: "eip155:10" }] }),
      }),
    })
    expect(await plugin.getSessions("eip155:1", account.address.toLowerCase())).toMatchObject([
      { message, data: { nonce: "abcdefgh1", domain: "app.example" } },
    ])
    expect(await plugin.getSessions("eip155:137", account.address)).toEqual([])
  })
})

describe("siwxPage", () => {
  const valid: VerifySession = async () => ({ _tag: "Valid" })
  const verdict =
    (_tag: "Invalid" | "Unknown"): VerifySession =>
    async () => ({ _tag, text: "because" })
  const signIn = async (plugin: ReturnType<typeof siwxPage>) => {
    const made = await plugin.createMessage(input)
    const session = { data: { ...made }, message: String(made), signature: "0x1b" }
    await plugin.addSession(session)
    return session
  }

  it("keeps a verified session in the storage, and ends it", async () => {
    const storage = makeStorage()
    const { message } = await signIn(siwxPage({ verify: valid, storage, ...page }))
    const later = siwxPage({ verify: valid, storage, ...page })
    expect(await later.getSessions("eip155:1", account.address)).toMatchObject([{ message }])
    await later.revokeSession("eip155:1", account.address)
    expect(await later.getSessions("eip155:1", account.address)).toEqual([])
  })

  it("accepts the messages of one approval, which share a nonce, once", async () => {
    const plugin = siwxPage({ verify: valid, storage: makeStorage(), ...page })
    const made = await plugin.createMessage(input)
    const session = { data: { ...made }, message: String(made), signature: "0x1b" }
    const other = { ...session, data: { ...session.data, chainId: "eip155:10" as const } }
    await plugin.setSessions([session, other])
    expect(await plugin.getSessions("eip155:10", account.address)).toHaveLength(1)
    await expect(plugin.setSessions([session])).rejects.toThrow("The nonce is unknown or used.")
  })

  it("rejects an invalid signature, one that cannot be verified, and a nonce of another page", async () => {
    const storage = makeStorage()
    await expect(signIn(siwxPage({ verify: verdict("Invalid"), storage, ...page }))).rejects.toThrow(
      "The signature is not valid",
    )
    await expect(signIn(siwxPage({ verify: verdict("Unknown"), storage, ...page }))).rejects.toThrow(
      "because",
    )
    const session = await signIn(siwxPage({ verify: valid, storage, ...page }))
    const other = siwxPage({ verify: valid, storage, ...page })
    await expect(other.addSession(session)).rejects.toThrow("The nonce is unknown or used.")
  })

  it("drops a stored session that is invalid now, and keeps one that no node could verify", async () => {
    const storage = makeStorage()
    await signIn(siwxPage({ verify: valid, storage, ...page }))
    const unsure = siwxPage({ verify: verdict("Unknown"), storage, ...page })
    expect(await unsure.getSessions("eip155:1", account.address)).toHaveLength(1)
    const sure = siwxPage({ verify: verdict("Invalid"), storage, ...page })
    expect(await sure.getSessions("eip155:1", account.address)).toEqual([])
    expect(storage.held.get("@appkit/siwx")).toBe("[]")
  })

  it("drops a stored session whose message is of another account", async () => {
    const storage = makeStorage()
    const plugin = siwxPage({ verify: valid, storage, ...page })
    await signIn(plugin)
    const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    const stored = storage.held.get("@appkit/siwx") ?? ""
    storage.setItem(
      "@appkit/siwx",
      stored.replace(`"accountAddress":"${account.address}"`, `"accountAddress":"${other}"`),
    )
    expect(await plugin.getSessions("eip155:1", other)).toEqual([])
    expect(storage.held.get("@appkit/siwx")).toBe("[]")
  })

  it("ignores a storage with other content", async () => {
    const storage = makeStorage()
    storage.setItem("@appkit/siwx", '[{"message":1}]')
    expect(
      await siwxPage({ verify: valid, storage, ...page }).getSessions("eip155:1", account.address),
    ).toEqual([])
  })
})

describe("siwxApi", () => {
  it("sends the signature with the nonce's token, and asks for the session by the returned one", async () => {
    const { asked, fetch } = makeServer({
      "/auth/v1/nonce": () => Response.json({ nonce: "abcdefgh1", token: "nonce-token" }),
      "/auth/v1/authenticate": () => Response.json({ token: "session-token" }),
      "/auth/v1/me": () => Response.json({ address: account.address, chainId: 1 }),
      "/auth/v1/sign-out": () => Response.json({}),
    })
    const plugin = siwxApi({ url: "https://api.example", projectId: "p", fetch, ...page })
    expect(await plugin.getSessions("eip155:1", account.address)).toEqual([])
    const made = await plugin.createMessage(input)
    const session = { data: { ...made }, message: String(made), signature: "0x1b" }
    await plugin.addSession(session)
    expect(await plugin.getSessions("eip155:1", account.address)).toEqual([session])
    expect(await plugin.getSessions("eip155:10", account.address)).toEqual([])
    await plugin.setSessions([])
    expect(await plugin.getSessions("eip155:1", account.address)).toEqual([])
    expect(asked.map(({ path }) => path)).toContain("/auth/v1/sign-out")
  })

  it("names the platform and the chains of the page to its server", async () => {
    const { asked, fetch } = makeServer({
      "/auth/v1/nonce": () => Response.json({ nonce: "abcdefgh1", token: "nonce-token" }),
    })
    const plugin = siwxApi({ url: "https://api.example", projectId: "p", fetch, ...page })
    await plugin.createMessage({ ...input, client: { platform: "react", chains: ["eip155", "solana"] } })
    expect(asked.map(({ sv }) => sv)).toEqual(["react-evm,solana-0.1.0"])
  })
})
