import { makePortLink } from "@wmodal/frame-rpc/frame"
import { Effect, Fiber } from "effect"
import { hashMessage, isHex, recoverAddress, recoverTypedDataAddress } from "viem"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { makeSiteClient } from "../testing/siteClient.ts"
import { makeStoredApprovalKey } from "./node/storedApprovalKey.ts"
import { makeMemoryStorage } from "./testing/memoryStorage.ts"
import { serveWallet } from "./wallet/serveWallet.ts"

/**
 * The messages of AppKit 1.7.2 to the embedded wallet as its client writes them, over the window and never over the
 * port, and every field of each response. Wallet and chains are the real ones of a world.
 */
const origin = "https://shop.example"
const handler = setupTestHandler()
const site = makeSiteClient(handler, "frame-wire", origin)

const Message = z.strictObject({
  type: z.string(),
  id: z.optional(z.string()),
  payload: z.optional(z.unknown()),
})

/** The side of the page: it hears every message, and posts what the client posts. */
const openPage = () => {
  const { port1, port2 } = new MessageChannel()
  const waiting = new Map<string, (message: z.output<typeof Message>) => void>()
  const link = makePortLink(port1)
  link.listen(({ data }) => {
    const message = z.parse(Message, data)
    const key = message.id ?? message.type
    waiting.get(key)?.(message)
    waiting.delete(key)
  })
  const when = (key: string) => {
    const { promise, resolve } = Promise.withResolvers<z.output<typeof Message>>()
    waiting.set(key, resolve)
    return promise
  }
  const ready = when("@w3m-frame/READY")
  const fiber = Effect.runFork(
    serveWallet({
      url: `${site.origin}/sdk?projectId=frame-wire&chainId=eip155:1&version=4&enableLogger=true`,
      // A browser adds the origin of the frame to each POST.
      fetch: async (input, init) => {
        const request = new Request(input, init)
        request.headers.set("origin", site.origin)
        return handler.secureSite.fetch(request)
      },
      storage: makeMemoryStorage(),
      openKey: makeStoredApprovalKey(makeMemoryStorage()),
      parent: makePortLink(port2),
      parentOrigin: origin,
      approve: () => Effect.succeed(true),
      themed: () => {},
      performing: () => {},
      restart: () => {},
    }).pipe(Effect.scoped),
  )
  let posted = 0
  return {
    ready,
    /** Posts a request with a short id, as the client makes it, and returns the response. */
    ask: async (name: string, payload?: unknown) => {
      posted += 1
      const id = `k${posted.toString(36)}`
      const heard = when(id)
      link.post({ type: `@w3m-app/${name}`, id, ...(payload !== undefined && { payload }) })
      return heard
    },
    close: async () => {
      await Effect.runPromise(Fiber.interrupt(fiber))
      port1.close()
      port2.close()
    },
  }
}

const none = z.undefined()
const chainId = z.union([z.string(), z.number()])
const accounts = z.array(z.strictObject({ address: z.string(), type: z.enum(["eoa", "smartAccount"]) }))
const hexText = z.string().check(z.regex(/^0x[0-9a-f]+$/i))
const base58 = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]+$/))

describe("the messages of AppKit 1.7.2 to the frame", { timeout: 60_000 }, () => {
  let page: ReturnType<typeof openPage>
  beforeAll(() => {
    page = openPage()
  })
  afterAll(() => page.close())

  /** Returns the payload of a SUCCESS, which has only the wire's fields. */
  const succeed = async <Shape extends z.ZodMiniType>(
    name: string,
    shape: Shape,
    payload?: unknown,
  ): Promise<z.output<Shape>> => {
    const answered = await page.ask(name, payload)
    expect([answered.type, answered.payload]).toEqual([`@w3m-frame/${name}_SUCCESS`, answered.payload])
    return z.parse(shape, answered.payload)
  }
  const rpc = <Shape extends z.ZodMiniType>(method: string, shape: Shape, params?: unknown) =>
    succeed("RPC_REQUEST", shape, { method, ...(params !== undefined && { params }) })
  const refuse = async (name: string, payload?: unknown) => {
    const answered = await page.ask(name, payload)
    expect(answered.type).toBe(`@w3m-frame/${name}_ERROR`)
    return z.parse(z.strictObject({ message: z.string() }), answered.payload).message
  }

  it("says that it is ready, with its version", async () => {
    expect((await page.ready).payload).toMatchObject({ version: "4" })
  })

  it("reports no user before sign-in, and takes theme and metadata", async () => {
    expect(await succeed("IS_CONNECTED", z.strictObject({ isConnected: z.boolean() }))).toEqual({
      isConnected: false,
    })
    const metadata = { name: "Shop", description: "", url: origin, icons: [`${origin}/icon.png`] }
    await succeed("SYNC_DAPP_DATA", none, {
      metadata,
      sdkVersion: "html-wagmi-1.7.2",
      sdkType: "appkit",
      projectId: "frame-wire",
    })
    await succeed("SYNC_THEME", none, {
      themeMode: "dark",
      themeVariables: { "--w3m-z-index": 5, "--w3m-accent": "#f00" },
      w3mThemeVariables: { "--w3m-accent": "hsla(230, 100%, 67%, 1)", "--w3m-background": "#121313" },
    })
    expect(await refuse("GET_USER", { chainId: 1 })).not.toBe("")
  })

  it("confirms a new device by the link of an email, and signs in by the code of another", async () => {
    const action = z.strictObject({ action: z.enum(["VERIFY_DEVICE", "VERIFY_OTP", "CONNECT"]) })
    expect(await succeed("CONNECT_EMAIL", action, { email: "ada@example.com" })).toEqual({
      action: "VERIFY_DEVICE",
    })
    await site.control("secure-site/verify-device", {})
    await succeed("CONNECT_DEVICE", none)
    expect(await refuse("CONNECT_OTP", { otp: "x" })).not.toBe("")
    await succeed("CONNECT_OTP", none, { otp: await site.code() })
    expect(await succeed("IS_CONNECTED", z.strictObject({ isConnected: z.literal(true) }))).toBeDefined()
  })

  it("returns the user, the networks and the account types in the wire's forms", async () => {
    const User = z.strictObject({
      email: z.optional(z.nullable(z.string())),
      address: z.string(),
      chainId,
      smartAccountDeployed: z.optional(z.boolean()),
      accounts: z.optional(accounts),
      preferredAccountType: z.optional(z.string()),
    })
    const user = await succeed("GET_USER", User, { chainId: 1 })
    expect([user.email, user.chainId, user.preferredAccountType]).toEqual([
      "ada@example.com",
      1,
      "smartAccount",
    ])
    expect(user.accounts?.map(({ type }) => type).toSorted()).toEqual(["eoa", "smartAccount"])
    const networks = z.strictObject({ smartAccountEnabledNetworks: z.array(z.number()) })
    expect(
      (await succeed("GET_SMART_ACCOUNT_ENABLED_NETWORKS", networks)).smartAccountEnabledNetworks,
    ).toContain(1)
    const Chain = z.strictObject({ chainId })
    expect(await succeed("SWITCH_NETWORK", Chain, { chainId: "eip155:137" })).toEqual({ chainId: 137 })
    expect(await succeed("GET_CHAIN_ID", Chain)).toEqual({ chainId: 137 })
    expect(await succeed("SWITCH_NETWORK", Chain, { chainId: 1 })).toEqual({ chainId: 1 })
    const Preferred = z.strictObject({ type: z.string(), address: z.string() })
    const key = user.accounts?.find(({ type }) => type === "eoa")?.address
    expect(await succeed("SET_PREFERRED_ACCOUNT", Preferred, { type: "eoa" })).toEqual({
      type: "eoa",
      address: key,
    })
  })

  it("signs and sends on EVM networks, with texts that are hex or plain", async () => {
    const [address] = await rpc("eth_accounts", z.array(hexText))
    if (!isHex(address)) throw new Error("No account")
    for (const message of ["0x68656c6c6f", "hello"]) {
      const signature = await rpc("personal_sign", hexText, [message, address])
      if (!isHex(signature)) throw new Error("No signature")
      expect(await recoverAddress({ hash: hashMessage("hello"), signature })).toBe(address)
    }
    const typed = {
      domain: { name: "Shop", chainId: 1 },
      types: {
        EIP712Domain: [
          { name: "name", type: "string" },
          { name: "chainId", type: "uint256" },
        ],
        Order: [{ name: "id", type: "uint256" }],
      },
      primaryType: "Order",
      message: { id: 7 },
    } as const
    const domain = { name: "Shop", chainId: 1n }
    const signature = await rpc("eth_signTypedData_v4", hexText, [address, JSON.stringify(typed)])
    if (!isHex(signature)) throw new Error("No signature")
    const signer = await recoverTypedDataAddress({ ...typed, domain, message: { id: 7n }, signature })
    expect(signer).toBe(address)
    expect(await rpc("eth_chainId", z.unknown())).toBe("0x1")
    await rpc("eth_getBalance", hexText, [address, "latest"])
    const hash = await rpc("eth_sendTransaction", hexText, [{ from: address, to: address, value: "0x1" }])
    expect(
      await rpc("eth_getTransactionReceipt", z.looseObject({ status: z.string() }), [hash]),
    ).toMatchObject({
      status: "0x1",
    })
  })

  it("returns capabilities, assets and calls of the smart account", async () => {
    const { address } = await succeed(
      "SET_PREFERRED_ACCOUNT",
      z.strictObject({ type: z.string(), address: hexText }),
      { type: "smartAccount" },
    )
    const capabilities = await rpc("wallet_getCapabilities", z.record(z.string(), z.looseObject({})), [
      address,
    ])
    expect(Object.keys(capabilities)).toContain("0x1")
    const Asset = z.strictObject({
      address: z.string(),
      balance: hexText,
      type: z.enum(["ERC20", "NATIVE"]),
      metadata: z.looseObject({
        name: z.string(),
        symbol: z.string(),
        decimals: z.number(),
        price: z.number(),
        iconUrl: z.string(),
      }),
    })
    const assets = await rpc("wallet_getAssets", z.record(z.string(), z.array(Asset)), {
      account: address,
      chainFilter: ["0x1"],
    })
    expect(assets["0x1"]?.map(({ type }) => type)).toEqual(expect.arrayContaining(["NATIVE", "ERC20"]))
    const sent = await rpc("wallet_sendCalls", z.union([z.string(), z.looseObject({ id: z.string() })]), [
      { from: address, version: "2.0.0", chainId: "0x1", calls: [{ to: address, value: "0x1" }] },
    ])
    const id = typeof sent === "string" ? sent : sent.id
    const status = await rpc("wallet_getCallsStatus", z.looseObject({ status: z.unknown() }), [id])
    expect(status).toMatchObject({ receipts: [expect.anything()] })
  })

  it("signs on Solana with base58", async () => {
    const Chain = z.strictObject({ chainId })
    const network = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
    expect(await succeed("SWITCH_NETWORK", Chain, { chainId: network })).toEqual({ chainId: network })
    const { address } = await succeed("GET_USER", z.looseObject({ address: base58 }), { chainId: network })
    const message = "Cn8eVZg"
    await rpc("solana_signMessage", z.strictObject({ signature: base58 }), { message, pubkey: address })
    await succeed("SWITCH_NETWORK", Chain, { chainId: "eip155:1" })
  })

  it("rejects an unlisted method with the wire's text", async () => {
    expect(await refuse("RPC_REQUEST", { method: "eth_sign", params: [] })).toBe(
      "Requested RPC call is not allowed",
    )
  })

  it("changes the email by two codes", async () => {
    const Action = z.strictObject({ action: z.enum(["VERIFY_PRIMARY_OTP", "VERIFY_SECONDARY_OTP"]) })
    await site.advance(31)
    expect(await succeed("UPDATE_EMAIL", Action, { email: "grace@example.com" })).toEqual({
      action: "VERIFY_PRIMARY_OTP",
    })
    await succeed("UPDATE_EMAIL_PRIMARY_OTP", none, { otp: await site.code() })
    const New = z.strictObject({ newEmail: z.string() })
    expect(await succeed("UPDATE_EMAIL_SECONDARY_OTP", New, { otp: await site.code() })).toEqual({
      newEmail: "grace@example.com",
    })
  })

  it("signs out, and offers the links of providers and of Farcaster", async () => {
    await succeed("SIGN_OUT", none)
    expect(await succeed("IS_CONNECTED", z.strictObject({ isConnected: z.literal(false) }))).toBeDefined()
    for (const provider of ["google", "github", "apple", "facebook", "x", "discord"])
      expect(
        URL.canParse(
          (await succeed("GET_SOCIAL_REDIRECT_URI", z.strictObject({ uri: z.string() }), { provider })).uri,
        ),
      ).toBe(true)
    const { url } = await succeed("GET_FARCASTER_URI", z.strictObject({ url: z.string() }))
    expect(URL.canParse(url)).toBe(true)
    await succeed("RELOAD", none)
  })
})
