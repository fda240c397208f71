import type * as sdk from "@coinbase/wallet-sdk"
import { polygon } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest"
import type { Connector, OutsideRequest } from "../../contract/Connector.ts"
import { evm } from "../index.ts"
import type { CoinbaseLibrary, CoinbaseOptions } from "./CoinbaseOptions.ts"
import { makeCoinbase } from "./makeCoinbase.ts"

const account = "0x52908400098527886E0F7030069857D29c9c0f3a".toLowerCase()
const checksummed = "0x52908400098527886E0F7030069857D29c9C0F3A"

const unauthorized = Object.assign(new Error("Must call 'eth_requestAccounts' before other methods"), {
  code: 4100,
})

/** The library as 4.4.0 is: it keeps its session in the page's storage, and asks by a pop-up. */
const makeLibrary = () => {
  const stored = new Map<string, string>()
  const asked: { readonly method: string; readonly params?: unknown }[] = []
  const made: unknown[] = []
  const listeners = new Map<string, (value: unknown) => void>()
  let answer: (method: string) => unknown = () => null
  const provider = {
    request: async (request: { readonly method: string; readonly params?: unknown }) => {
      asked.push(request)
      switch (request.method) {
        case "eth_requestAccounts":
          answer(request.method)
          stored.set("-CBWSDK:SCWStateManager:accounts", JSON.stringify([account]))
          stored.set(
            "-CBWSDK:SCWStateManager:activeChain",
            JSON.stringify({ id: 1, rpcUrl: "https://node.wallet.example/key" }),
          )
          return [account]
        case "eth_accounts": {
          const accounts = stored.get("-CBWSDK:SCWStateManager:accounts")
          if (accounts === undefined) throw unauthorized
          return JSON.parse(accounts)
        }
        case "eth_chainId":
          return "0x1"
        default:
          return answer(request.method)
      }
    },
    on: (event: string, listener: (value: unknown) => void) => listeners.set(event, listener),
    removeListener: (event: string) => listeners.delete(event),
    disconnect: vi.fn(async () => stored.clear()),
  }
  const library: CoinbaseLibrary = {
    createCoinbaseWalletSDK: (params) => {
      made.push(params)
      return { getProvider: () => provider }
    },
  }
  const load = vi.fn(async () => library)
  vi.stubGlobal("localStorage", { getItem: (name: string) => stored.get(name) ?? null })
  return {
    asked,
    load,
    made,
    provider,
    stored,
    answerWith: (next: typeof answer) => {
      answer = next
    },
  }
}

const setup = (options: Partial<CoinbaseOptions> = {}) => {
  const library = makeLibrary()
  const connector = makeCoinbase({ load: library.load, ...options })
  const notes: OutsideRequest[] = []
  connector.watchRequests?.((note) => void notes.push(note))
  return { ...library, connector, notes }
}

const connect = ({ connector }: { readonly connector: Connector }) =>
  Effect.runPromise(connector.connect({ network: null, onLateApproval: () => {} }))

afterEach(() => vi.unstubAllGlobals())

const discover = async (options: Parameters<typeof evm>[0]) => {
  const module = await evm(options).load()
  let found: readonly Connector[] = []
  const fiber = Effect.runFork(
    module.discover({ window: new EventTarget() }, (all) =>
      Effect.sync(() => {
        found = all
      }),
    ),
  )
  await vi.waitFor(() => expect(found.length).toBeGreaterThan(0))
  await Effect.runPromise(Fiber.interrupt(fiber))
  return found
}

describe("makeCoinbase", () => {
  it("takes the library as it is", () => {
    expectTypeOf<typeof sdk>().toExtend<CoinbaseLibrary>()
  })

  it("lists the wallet without its library, which loads when it is picked", async () => {
    const { load } = makeLibrary()
    const found = await discover({ coinbase: { load } })
    expect(found).toMatchObject([
      { id: "coinbaseWalletSDK", name: "Coinbase Wallet", type: "EXTERNAL", namespace: "eip155" },
    ])
    expect(load).not.toHaveBeenCalled()
  })

  it("connects with the app's name, without telemetry, and at the pop-up's address", async () => {
    const held = setup({
      appName: "Nimbus",
      url: "https://keys.example/connect",
      preference: "smartWalletOnly",
    })
    expect(await connect(held)).toEqual({ accounts: [`eip155:1:${checksummed}`], network: "eip155:1" })
    expect(held.made).toEqual([
      {
        appName: "Nimbus",
        preference: {
          options: "smartWalletOnly",
          telemetry: false,
          keysUrl: "https://keys.example/connect",
        },
      },
    ])
    expect(held.notes).toEqual([
      { host: "keys.example", purpose: "wallet", call: "eth_requestAccounts", fields: [], addresses: [] },
    ])
  })

  it("reports who is asked for what before each request leaves the page", async () => {
    const held = setup()
    await connect(held)
    held.notes.length = 0
    held.answerWith((method) => (method === "personal_sign" ? `0x${"11".repeat(65)}` : "0x0"))
    const { connector, notes } = held
    await Effect.runPromise(connector.signMessage({ account: `eip155:1:${account}`, message: "hi" }))
    const provider = connector.getProvider(async ({ ask }) => (await ask("eip155:1")).answer) as {
      readonly request: (request: object) => Promise<unknown>
    }
    await provider.request({ method: "eth_getBalance", params: [account, "latest"] })
    await provider.request({ method: "eth_chainId" })
    expect(notes).toEqual([
      {
        host: "keys.coinbase.com",
        purpose: "wallet",
        call: "personal_sign",
        fields: [],
        addresses: [account],
      },
      {
        host: "node.wallet.example",
        purpose: "node",
        call: "eth_getBalance",
        fields: [],
        addresses: [account],
      },
    ])
    held.stored.set("-CBWSDK:SignerConfigurator:SignerType", "walletlink")
    await Effect.runPromise(connector.signMessage({ account: `eip155:1:${account}`, message: "hi" }))
    expect(notes.at(-1)?.host).toBe("www.walletlink.org")
  })

  it("restores the session of an earlier visit without a request to anyone", async () => {
    const held = setup()
    await connect(held)
    held.notes.length = 0
    held.asked.length = 0
    expect(await Effect.runPromise(held.connector.restore)).toMatchObject({ network: "eip155:1" })
    expect(held.asked.map(({ method }) => method)).toEqual(["eth_accounts", "eth_chainId"])
    expect(held.notes).toEqual([])
  })

  it("restores nothing once the library has no session", async () => {
    const held = setup()
    const error = await Effect.runPromise(Effect.flip(held.connector.restore))
    expect(error.reason._tag).toBe("Unauthorized")
  })

  it("ends the session in the library, and asks no node for it", async () => {
    const held = setup()
    await connect(held)
    held.asked.length = 0
    await Effect.runPromise(held.connector.disconnect)
    expect(held.provider.disconnect).toHaveBeenCalledOnce()
    expect(held.asked).toEqual([])
    expect(held.stored.size).toBe(0)
  })

  it("reports that the user has closed the pop-up", async () => {
    const held = setup()
    held.answerWith(() => {
      throw Object.assign(new Error("Request rejected"), { code: 4001 })
    })
    const { connector } = held
    const error = await Effect.runPromise(
      Effect.flip(connector.connect({ network: null, onLateApproval: () => {} })),
    )
    expect(error.reason._tag).toBe("Declined")
  })

  it("asks the wallet to add a network that it does not know", async () => {
    const held = setup()
    await connect(held)
    held.answerWith((method) => {
      if (method === "wallet_switchEthereumChain") throw Object.assign(new Error("unknown"), { code: 4902 })
      return null
    })
    await Effect.runPromise(Effect.exit(held.connector.switchNetwork(polygon)))
    expect(held.asked.map(({ method }) => method)).toContain("wallet_addEthereumChain")
  })

  it("fails when the library cannot be loaded", async () => {
    const connector = makeCoinbase({ load: () => Promise.reject(new Error("offline")) })
    const error = await Effect.runPromise(Effect.flip(connector.restore))
    expect(error.reason._tag).toBe("ChunkLoadFailed")
  })
})
