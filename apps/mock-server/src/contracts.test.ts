import {
  type Contract,
  getBalance,
  getIdentity,
  getSupportedChains,
  getWallets,
  networkImageIds,
  type PathParams,
} from "@wmodal/api"
import { evmNetworks, networks } from "@wmodal/protocol/networks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { wallets } from "./directory/wallets.ts"
import { accounts, makeHandler, startMockServer, tokens } from "./index.ts"

const [vera, milo, ines, , juno, nobody] = accounts
const unknown = "0x00000000000000000000000000000000000a11ce"

/** The rejection: its status and its invalid field. */
const refusal = async (response: Response) => {
  const body = z
    .object({
      status: z.literal("FAILED"),
      reasons: z.tuple([z.object({ field: z.string(), description: z.string() })]),
    })
    .parse(await response.json())
  return [response.status, body.reasons[0].field]
}

/** Access paths to the mock server: the same calls must get the same responses by each. */
const ways = {
  "the handler": () => {
    const handler = makeHandler()
    return Promise.resolve({
      url: "http://localhost",
      send: async (request: Request) => handler.fetch(request),
      close: handler.close,
    })
  },
  "a port": async () => {
    const server = await startMockServer({ port: 0 })
    return { url: server.url, send: (request: Request) => fetch(request), close: server.close }
  },
}

describe.each(Object.entries(ways))("mock server over %s", { timeout: 30_000 }, (wayName, reach) => {
  let way: Awaited<ReturnType<typeof reach>>
  beforeAll(async () => {
    way = await reach()
  })
  afterAll(() => way.close())

  const ask = (path: string, query: Readonly<Record<string, string>> = {}) =>
    way.send(
      new Request(`${way.url}${path}?${new URLSearchParams(query)}`, {
        headers: { origin: "https://shop.example" },
      }),
    )

  /** Calls a contract as a client does, and decodes the response by the client's own schema. */
  const call = async <Pattern extends string, Query extends z.ZodMiniType, Response extends z.ZodMiniType>(
    contract: Contract<Pattern, Query, z.ZodMiniType, Response>,
    params: PathParams<Pattern>,
    query: Readonly<Record<string, string>> = {},
  ): Promise<z.output<Response>> => {
    const sdk = { projectId: "contracts", st: "wmodal", sv: "node-evm-0.1.0" }
    const response = await ask(contract.path(params), { ...sdk, ...query })
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toContain("application/json")
    return z.parse(contract.response, await response.json())
  }

  const image = async (path: string) => {
    const response = await ask(path)
    return response.status === 200
      ? [response.headers.get("content-type"), response.headers.get("cache-control"), await response.text()]
      : refusal(response)
  }

  const icon = (symbol: string) => `${way.url}/public/getTokenImage/${symbol}`

  const balances = (address: string, query: Readonly<Record<string, string>> = {}) =>
    call(getBalance, { address }, { currency: "usd", ...query })

  const symbolsOn137 = async (address: string) =>
    (await balances(address, { chainId: "eip155:137" })).balances.map(({ symbol }) => symbol)

  const refusedBalance = async (address: string, query: Readonly<Record<string, string>>) =>
    refusal(await ask(`/v1/account/${address}/balance`, { projectId: "contracts", ...query }))

  describe("GET /getWallets", () => {
    it("returns the whole directory in pages, each wallet once", async () => {
      const pages = await Promise.all(["1", "2", "3"].map((page) => call(getWallets, {}, { page })))
      expect(pages.map(({ count, data }) => [count, data.length])).toEqual([
        [69, 40],
        [69, 29],
        [69, 0],
      ])
      expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(69)
      expect(pages.flatMap(({ data }) => data)).toEqual(wallets)
    })

    it("returns the requested number of wallets, or all of them when there are fewer", async () => {
      expect((await call(getWallets, {}, { entries: "4" })).data).toHaveLength(4)
      expect((await call(getWallets, {}, { entries: "1000" })).data).toHaveLength(69)
    })

    it("contains the wallet of the test extension, by its rdns", async () => {
      const { count, data } = await call(getWallets, {}, { search: "wmodal dev" })
      expect(count).toBe(1)
      expect(data.at(-1)).toMatchObject({ name: "wmodal Dev Wallet", rdns: "dev.wmodal.wallet" })
    })

    it("includes, excludes, searches, and filters by chain and by badge", async () => {
      const all = (await call(getWallets, {}, { entries: "100" })).data
      const names = async (query: Readonly<Record<string, string>>) =>
        (await call(getWallets, {}, { entries: "100", ...query })).data.map(({ name }) => name)
      const named = (keep: (wallet: (typeof all)[number], index: number) => boolean) =>
        all.filter(keep).map(({ name }) => name)
      const ids = all.slice(3, 6).map(({ id }) => id)

      expect(await names({ include: ids.join(",") })).toEqual(named((_, index) => index >= 3 && index < 6))
      expect(await names({ exclude: ids.join(",") })).toEqual(named((_, index) => index < 3 || index >= 6))
      expect(await names({ include: ids.join(","), exclude: ids[0] ?? "" })).toHaveLength(2)
      expect(await names({ search: " échoppe " })).toEqual(["Très Petite Échoppe"])
      expect(await names({ search: "no such wallet" })).toEqual([])
      const certified = await names({ badge_type: "certified" })
      expect(certified).toEqual(named(({ badge_type }) => badge_type === "certified"))
      expect(certified.length).toBeGreaterThan(10)
      expect(await names({ include: "", exclude: "", search: "", badge_type: "", chains: "" })).toHaveLength(
        69,
      )
      const bitcoin = "bip122:000000000019d6689c085ae165831e93"
      const onBitcoin = await names({ chains: `${bitcoin},eip155:987654321` })
      expect(onBitcoin).toEqual(named(({ chains }) => chains?.includes(bitcoin) ?? false))
      expect(onBitcoin).not.toContain("wmodal Dev Wallet")
    })

    it("rejects an invalid page, and a call without a project id", async () => {
      expect(await refusal(await ask("/getWallets", { projectId: "contracts", page: "-1" }))).toEqual([
        400,
        "page",
      ])
      expect(await refusal(await ask("/getWallets"))).toEqual([401, "authentication"])
    })
  })

  describe("images", () => {
    const svg = ["image/svg+xml", "public, max-age=86400", expect.stringMatching(/^<svg .{200,570}<\/svg>$/)]

    it("renders every known wallet, network, token and currency", async () => {
      const paths = [
        ...wallets.map(({ image_id }) => `/getWalletImage/${image_id}`),
        ...Object.values(networkImageIds).map((id) => `/public/getAssetImage/${id}`),
        ...evmNetworks.map(({ nativeCurrency }) => `/public/getTokenImage/${nativeCurrency.symbol}`),
        "/public/getAssetImage/ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400",
        "/public/getTokenImage/musdc",
        "/public/getCurrencyImage/USD",
      ]
      for (const path of paths) expect(await image(path)).toEqual(svg)
    })

    it("rejects unknown ids", async () => {
      expect(await image(`/getWalletImage/${wallets[0]?.id}`)).toEqual([404, "imageId"])
      expect(await image("/public/getAssetImage/00000000-0000-0000-0000-000000000000")).toEqual([
        404,
        "imageId",
      ])
      expect(await image("/public/getTokenImage/%3Cscript%3E")).toEqual([404, "symbol"])
      expect(await image("/public/getCurrencyImage/QQQ")).toEqual([404, "currency"])
    })
  })

  it("returns exactly the networks of the table for GET /v1/supported-chains", async () => {
    const { http, ws } = await call(getSupportedChains, {})
    expect(http.toSorted()).toEqual(networks.map(({ caipNetworkId }) => caipNetworkId).toSorted())
    expect(ws).toEqual([])
  })

  it("starts a chain with its own id for every EVM network on POST /v1", {
    timeout: 60_000,
    // The way makes no difference to a dozen processes that start at once.
    tags: wayName === "a port" ? ["full"] : [],
  }, async () => {
    const asked = await Promise.all(
      evmNetworks.map(async ({ caipNetworkId }) => {
        const url = `${way.url}/v1?${new URLSearchParams({ chainId: caipNetworkId, projectId: "every" })}`
        const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
        return (await way.send(new Request(url, { method: "POST", body }))).json()
      }),
    )
    const result = (id: number | string) => `0x${Number(id).toString(16)}`
    expect(asked).toEqual(evmNetworks.map(({ id }) => ({ jsonrpc: "2.0", id: 1, result: result(id) })))
  })

  describe("GET /v1/identity", () => {
    it("returns the names of the first test accounts only", async () => {
      const avatar = expect.stringMatching(/^data:image\/svg\+xml;base64,/)
      const resolvedAt = expect.stringMatching(/^2026-01-01T00:00:\d\d\.000Z$/)
      expect(await call(getIdentity, { address: vera })).toEqual({
        name: "vera.wmodal.id",
        avatar,
        resolvedAt,
      })
      expect(await call(getIdentity, { address: juno.toLowerCase() })).toEqual({
        name: "juno.wmodal.id",
        avatar,
        resolvedAt,
      })
      expect(await call(getIdentity, { address: nobody })).toEqual({ name: null, avatar: null, resolvedAt })
    })

    it("rejects an invalid address", async () => {
      for (const text of ["vera", "0x12", `${vera}0`]) {
        const response = await ask(`/v1/identity/${text}`, { projectId: "contracts" })
        expect(await refusal(response)).toEqual([400, "address"])
      }
    })

    it("returns no name for an address of another namespace", async () => {
      const address = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"
      expect(await call(getIdentity, { address })).toMatchObject({ name: null, avatar: null })
    })
  })

  describe("GET /v1/account/balance", () => {
    it("returns native currency and tokens from the chain, with prices and icons", async () => {
      const [usd, dai, tether, fee] = tokens
      expect(await balances(milo, { chainId: "eip155:137" })).toEqual({
        balances: [
          {
            name: "POL",
            symbol: "POL",
            chainId: "eip155:137",
            value: 5000,
            price: 0.5,
            quantity: { decimals: "18", numeric: "10000" },
            iconUrl: icon("POL"),
          },
          {
            name: "Mock USD Coin",
            symbol: "mUSDC",
            chainId: "eip155:137",
            address: `eip155:137:${usd.address}`,
            value: 2500,
            price: 1,
            quantity: { decimals: "6", numeric: "2500" },
            iconUrl: icon("mUSDC"),
          },
          {
            name: "Mock Dai",
            symbol: "mDAI",
            chainId: "eip155:137",
            address: `eip155:137:${dai.address}`,
            value: 1000.5,
            price: 1,
            quantity: { decimals: "18", numeric: "1000.5" },
            iconUrl: icon("mDAI"),
          },
          {
            name: "Mock Tether",
            symbol: "mUSDT",
            chainId: "eip155:137",
            address: `eip155:137:${tether.address}`,
            value: 800.75,
            price: 1,
            quantity: { decimals: "6", numeric: "800.75" },
            iconUrl: icon("mUSDT"),
          },
          {
            name: "Mock Fee Token",
            symbol: "mFEE",
            chainId: "eip155:137",
            address: `eip155:137:${fee.address}`,
            value: 400,
            price: 2,
            quantity: { decimals: "18", numeric: "200" },
            iconUrl: icon("mFEE"),
          },
        ],
      })
    })

    it("omits zero balances", async () => {
      expect(await symbolsOn137(ines)).toEqual(["POL", "mUSDC", "mUSDT", "mFEE"])
      expect(await symbolsOn137(nobody)).toEqual(["POL"])
      expect(await symbolsOn137(unknown)).toEqual([])
    })

    it("values test network currencies at zero", async () => {
      const { balances: held } = await balances(nobody, { chainId: "eip155:11155111" })
      expect(held).toMatchObject([{ symbol: "ETH", price: 0, value: 0 }])
    })

    it("returns the sum of all used chains without a chain id", async () => {
      const { balances: held } = await balances(nobody)
      expect(held.map(({ chainId }) => chainId)).toEqual(["eip155:137", "eip155:11155111"])
      const fresh = await call(getBalance, { address: nobody }, { currency: "usd", projectId: "fresh" })
      expect(fresh.balances.map(({ chainId }) => chainId)).toEqual(["eip155:1"])
    })

    it("returns an empty list when the request lacks its origin or client version", async () => {
      const balance = async (sv: string, origin: string, headers = {}) => {
        const query = new URLSearchParams({ projectId: "contracts", currency: "usd", st: "wmodal", sv })
        if (sv === "") query.delete("sv")
        const request = new Request(`${way.url}/v1/account/${vera}/balance?${query}`, {
          headers: { ...(origin !== "" && { origin }), ...headers },
        })
        return z.parse(getBalance.response, await (await way.send(request)).json()).balances.length
      }
      expect(await balance("node-evm-0.1.0", "https://shop.example")).toBeGreaterThan(0)
      expect(await balance("", "https://shop.example", { "x-sdk-version": "1" })).toBeGreaterThan(0)
      expect(await balance("node-evm-0.1.0", "")).toBe(0)
      expect(await balance("", "https://shop.example")).toBe(0)
    })

    it("rejects other currencies, bad addresses and unknown chains", async () => {
      expect(await refusedBalance(vera, { currency: "eur" })).toEqual([400, "currency"])
      expect(await refusedBalance("0x12", { currency: "usd" })).toEqual([400, "address"])
      expect(await refusedBalance(vera, { currency: "usd", chainId: "eip155:0" })).toEqual([400, "chainId"])
    })
  })

  it("allows all origins in every response", async () => {
    const headers = { origin: "https://shop.example" }
    for (const path of ["/getWallets?projectId=contracts", "/getWallets", "/w/contracts/nowhere"]) {
      const response = await way.send(new Request(`${way.url}${path}`, { headers }))
      expect(response.headers.get("access-control-allow-origin")).toBe("*")
      expect(response.headers.get("access-control-expose-headers")).toBe("x-request-id")
      expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    }
    const preflight = await way.send(
      new Request(`${way.url}/v1?chainId=eip155:1`, {
        method: "OPTIONS",
        headers: { ...headers, "access-control-request-method": "POST" },
      }),
    )
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET,POST,PATCH,OPTIONS",
      "access-control-allow-headers":
        "content-type,user-agent,referer,origin,solana-client,sec-fetch-mode,x-sdk-type,x-sdk-version,authorization,x-nonce-jwt,x-cbw-sdk-version,x-cbw-sdk-platform",
    })
  })

  it("returns 404 for an unknown path", async () => {
    expect(await refusal(await ask("/v2/anything", { projectId: "contracts" }))).toEqual([404, "path"])
  })
})
