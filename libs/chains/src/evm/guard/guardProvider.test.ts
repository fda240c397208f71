import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { DappRequest, DappResponse, RequestInterceptor } from "../../contract/RequestInterceptor.ts"
import type { Eip1193Provider } from "../Eip1193Provider.ts"
import { guardProvider } from "./guardProvider.ts"
import { isPassthrough } from "./passthrough.ts"

const me = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const hash = `0x${"5e".repeat(32)}`
const sending = { method: "eth_sendTransaction", params: [{ from: me, to: me, value: "0x1" }] }
const sentOnMainnet = {
  method: "eth_sendTransaction",
  params: [{ from: me, to: me, value: "0x1", chainId: "0x1" }],
}
const signing = { method: "personal_sign", params: ["0x6869", me] }

/** A wallet with additional members, behind an interceptor that forwards every request. */
const setup = ({
  answers = {},
  door = async (question) => (await question.ask("eip155:1")).answer,
}: {
  readonly answers?: Readonly<Record<string, () => unknown>>
  readonly door?: (question: DappRequest) => Promise<DappResponse>
} = {}) => {
  const heard: unknown[] = []
  const stood: DappRequest[] = []
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const provider: Eip1193Provider & Readonly<Record<string, unknown>> = {
    isMetaMask: true,
    selectedAddress: me,
    send: () => "sent past the door",
    sendAsync: () => "sent past the door",
    enable: () => [me],
    request(this: unknown, call: { readonly method: string; readonly params?: unknown }) {
      if (call.method !== "eth_chainId" || answers["eth_chainId"] === undefined) {
        if (call.method !== "eth_chainId") heard.push(call)
      }
      const answer = answers[call.method]
      return Promise.resolve(
        answer === undefined ? (call.method === "eth_chainId" ? "0x1" : "0x01") : answer(),
      )
    },
    on(name: string, listener: (value: unknown) => void) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
      return provider
    },
    removeListener: (name, listener) => {
      listeners.get(name)?.delete(listener)
      return provider
    },
  }
  const make = guardProvider(provider, "io.wallet")
  const watched: RequestInterceptor = (question) => {
    stood.push(question)
    return door(question)
  }
  return { provider, heard, stood, listeners, make, watched, guarded: make(watched) }
}

const throwing = (value: unknown) => () => {
  throw value
}

describe("guardProvider", () => {
  it("returns the same provider for the same interceptor, with the members of EIP-1193 only", () => {
    const { guarded, make, watched, provider } = setup()
    expect(make(watched)).toBe(guarded)
    expect(make(async () => ({ _tag: "Result", value: 1 }))).not.toBe(guarded)
    expect(Object.keys(guarded).toSorted()).toEqual(["on", "removeListener", "request"])
    expect(Object.isFrozen(guarded)).toBe(true)
    expect(guarded.on("accountsChanged", () => {})).toBe(guarded)
    expect(guarded.removeListener("accountsChanged", () => {})).toBe(guarded)
    expect(Object.values(guarded)).not.toContain(provider)
  })

  it("forwards reads unchanged", async () => {
    const { guarded, heard, stood } = setup({ answers: { eth_call: () => "0x02" } })
    const call = { method: "eth_call", params: [{ to: me }, "latest"] }
    expect(await guarded.request(call)).toBe("0x02")
    await guarded.request({ method: "wallet_watchAsset", params: { type: "ERC20" } })
    await guarded.request({ method: "eth_accounts" })
    expect(heard).toEqual([
      call,
      { method: "wallet_watchAsset", params: { type: "ERC20" } },
      { method: "eth_accounts" },
    ])
    expect(stood).toEqual([])
  })

  it("intercepts every method that is not known as harmless", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.constantFrom("eth_sign", "eth_Accounts", " eth_accounts", "ETH_CALL", "personal_sign\u0000"),
          fc.string({ minLength: 1 }),
        ),
        async (method) => {
          fc.pre(!isPassthrough(method))
          const { guarded, heard } = setup({
            door: async () => ({ _tag: "Rejected", code: 4001, text: "no" }),
          })
          await expect(guarded.request({ method, params: [] })).rejects.toMatchObject({})
          expect(heard).toEqual([])
        },
      ),
    )
  })

  it("forwards a connection request, and intercepts one with other permissions", async () => {
    const { guarded, heard, stood } = setup()
    const asking = (params: unknown) => guarded.request({ method: "wallet_requestPermissions", params })
    const connect = [{ eth_accounts: {}, "endowment:permitted-chains": { caveats: [] } }]
    await asking(connect)
    await asking({ eth_accounts: {} })
    expect(stood).toEqual([])
    expect(heard).toMatchObject([{ params: connect }, { params: [{ eth_accounts: {} }] }])
    const more = [{ eth_accounts: {}, wallet_snap: { "npm:thief": {} } }]
    await asking(more)
    await asking([{ eth_accounts: {} }, { wallet_snap: {} }])
    expect(stood).toMatchObject([
      { request: { _tag: "Other", method: "wallet_requestPermissions", params: JSON.stringify(more) } },
      { request: { _tag: "Other" } },
    ])
  })

  it("reads the method once, so that the checked method is the sent one", async () => {
    const { guarded, heard } = setup()
    let looks = 0
    const shifty = {
      get method() {
        looks += 1
        return looks === 1 ? "eth_accounts" : "eth_sendTransaction"
      },
    }
    await guarded.request(shifty)
    expect(heard).toEqual([{ method: "eth_accounts" }])
  })

  it("reviews and sends the wallet's account when a transaction or a batch names none", async () => {
    const { guarded, heard, stood } = setup({ answers: { eth_accounts: () => [me] } })
    const from = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
    await guarded.request({ method: "eth_sendTransaction", params: [{ to: me, value: "0x1" }] })
    await guarded.request({ method: "wallet_sendCalls", params: [{ id: "1", calls: [{ to: me }] }] })
    expect(stood).toMatchObject([{ from }, { from }])
    expect(heard.filter((call) => JSON.stringify(call).includes("params"))).toEqual([
      { method: "eth_sendTransaction", params: [{ to: me, value: "0x1", from, chainId: "0x1" }] },
      { method: "wallet_sendCalls", params: [{ id: "1", from, chainId: "0x1", calls: [{ to: me }] }] },
    ])
  })

  it("refuses a transaction without an account when the wallet names none", async () => {
    const { guarded, stood } = setup({ answers: { eth_accounts: throwing(new Error("locked")) } })
    await expect(
      guarded.request({ method: "eth_sendTransaction", params: [{ to: me, value: "0x1" }] }),
    ).rejects.toMatchObject({ code: -32602, message: "from is not a valid EVM address." })
    expect(stood).toEqual([])
  })

  it.each<[string, unknown, unknown]>([
    ["wallet_switchEthereumChain", "137", "0x89"],
    ["wallet_switchEthereumChain", 137, "0x89"],
    ["wallet_switchEthereumChain", "0X0089", "0x89"],
    ["wallet_addEthereumChain", "0x089", "0x89"],
    ["wallet_switchEthereumChain", "mainnet", "mainnet"],
  ])("forwards %s to %s as %s", async (method, asked, sent) => {
    const { guarded, heard } = setup()
    await guarded.request({ method, params: [{ chainId: asked }] })
    expect(heard).toEqual([{ method, params: [{ chainId: sent }] }])
  })

  const nativeCurrency = { name: "Any", symbol: "ANY", decimals: 18 }
  const network = { chainId: "0x89", chainName: "Any", nativeCurrency, rpcUrls: ["https://any.example/"] }

  it.each<[form: string, params: object]>([
    ["members that MetaMask refuses", [{ ...network, hello: 1, networkId: 137 }]],
    [
      "decimals as text",
      [{ ...network, nativeCurrency: { ...nativeCurrency, decimals: "18", address: null } }],
    ],
    ["decimals as hex", [{ ...network, nativeCurrency: { ...nativeCurrency, decimals: "0x12" } }]],
    ["one address as text", [{ ...network, rpcUrls: "https://any.example/" }]],
    ["lists that are empty", [{ ...network, blockExplorerUrls: [], iconUrls: null }]],
    [
      "addresses that are empty",
      [{ ...network, rpcUrls: ["", ...network.rpcUrls], blockExplorerUrls: [""] }],
    ],
    ["the params by name", { ...network }],
    ["an account after it", [network, me]],
    ["the chain as a number", [{ ...network, chainId: 137 }]],
  ])("adds one network for %s", async (_, params) => {
    const { guarded, heard } = setup()
    await guarded.request({ method: "wallet_addEthereumChain", params })
    expect(heard).toEqual([{ method: "wallet_addEthereumChain", params: [network] }])
  })

  it("keeps every address of a network, in its order", async () => {
    const { guarded, heard } = setup()
    const rpcUrls = ["https://one.example", "https://two.example/"]
    const params = [{ ...network, rpcUrls, blockExplorerUrls: rpcUrls, iconUrls: rpcUrls }]
    await guarded.request({ method: "wallet_addEthereumChain", params })
    expect(heard).toEqual([{ method: "wallet_addEthereumChain", params }])
  })

  const options = { address: me, symbol: "ANY", decimals: 6 }
  const asset = { type: "ERC20", options }

  it.each<[form: string, params: object]>([
    ["a list of it", [asset]],
    ["decimals as text", { type: "ERC20", options: { ...options, decimals: "6" } }],
    ["an address without 0x", { type: "ERC20", options: { ...options, address: me.slice(2) } }],
    ["surplus members", { ...asset, id: 5, options: { ...options, hello: 1, image: "" } }],
  ])("shows one token to the wallet for %s", async (_, params) => {
    const { guarded, heard } = setup()
    await guarded.request({ method: "wallet_watchAsset", params })
    expect(heard).toEqual([{ method: "wallet_watchAsset", params: asset }])
  })

  it.each(["eth_decrypt", "eth_getEncryptionPublicKey"])(
    "refuses %s by name without a review",
    async (method) => {
      const { guarded, heard, stood } = setup()
      await expect(guarded.request({ method, params: [me] })).rejects.toMatchObject({
        code: 4200,
        message: `${method} is not supported.`,
      })
      expect([heard, stood]).toEqual([[], []])
    },
  )

  it("sends the reviewed request when the dApp changes its object meanwhile", async () => {
    const call = { from: me, to: me, value: "0x1" }
    const { guarded, heard } = setup({
      door: async (question) => {
        call.value = "0xffff"
        return (await question.ask("eip155:1")).answer
      },
    })
    await guarded.request({ method: "eth_sendTransaction", params: [call] })
    expect(heard).toEqual([sentOnMainnet])
  })

  it("sends the reviewed network when the dApp switches the wallet's network meanwhile", async () => {
    const calls = [{ to: me }]
    const switching = { method: "wallet_switchEthereumChain", params: [{ chainId: "0xa" }] }
    const asked: readonly [method: string, asked: object, heard: object][] = [
      ["eth_sendTransaction", { from: me, to: me }, { from: me, to: me, chainId: "0x1" }],
      ["eth_signTransaction", { from: me, to: me, chainId: null }, { from: me, to: me, chainId: "0x1" }],
      ["eth_sendTransaction", { from: me, customData: {} }, { from: me, customData: {}, chainId: "0x1" }],
      ["wallet_sendCalls", { id: "0x7", from: me, calls }, { id: "0x7", from: me, calls, chainId: "0x1" }],
      [
        "wallet_sendCalls",
        { id: "0x7", from: me, calls, chainId: "0x01" },
        { id: "0x7", from: me, calls, chainId: "0x1" },
      ],
    ]
    for (const [method, one, other] of asked) {
      const { guarded, heard } = setup({
        door: async ({ ask }) => {
          const reply = ask("eip155:1")
          void guarded.request(switching)
          return (await reply).answer
        },
      })
      await guarded.request({ method, params: [one] })
      expect(heard).toEqual([switching, { method, params: [other] }])
    }
  })

  it.each<[string, unknown]>([
    ["no request", null],
    ["no method", {}],
    ["a method that is no text", { method: { toString: () => "eth_accounts" } }],
    ["params that are text", { method: "personal_sign", params: "0x" }],
    ["params that cannot be copied", { method: "personal_sign", params: [1n] }],
  ])("throws a coded error for %s", async (_, call) => {
    const { guarded, heard, stood } = setup()
    await expect(guarded.request(call as never)).rejects.toMatchObject({
      code: expect.any(Number),
      message: expect.any(String),
    })
    expect([...heard, ...stood]).toEqual([])
  })

  it("sends the request to the wallet once when the interceptor asks twice", async () => {
    const { guarded, heard } = setup({
      door: async ({ ask }) => {
        await ask("eip155:1")
        return (await ask("eip155:1")).answer
      },
    })
    await expect(guarded.request(signing)).rejects.toMatchObject({ code: -32603 })
    expect(heard).toHaveLength(1)
  })

  it("sends no request to a wallet on another network or without a response", async () => {
    const elsewhere = setup({ answers: { eth_chainId: () => "0xa" } })
    await expect(elsewhere.guarded.request(sending)).rejects.toMatchObject({ code: 4901 })
    const silent = setup({ answers: { eth_chainId: throwing(new Error("gone")) } })
    await expect(silent.guarded.request(sending)).rejects.toMatchObject({ code: 4900 })
    expect([...elsewhere.heard, ...silent.heard]).toEqual([])
  })

  it("throws the wallet's error, or the interceptor's rejection in its place", async () => {
    const own = { code: 4001, message: "no", data: { own: true } }
    const { guarded } = setup({ answers: { personal_sign: throwing(own) } })
    await expect(guarded.request(signing)).rejects.toBe(own)
    const refusing = setup({ door: async () => ({ _tag: "Rejected", code: 4100, text: "Not you." }) })
    await expect(refusing.guarded.request(signing)).rejects.toMatchObject({ code: 4100, message: "Not you." })
    const broken = setup({ door: () => Promise.reject(new Error("offline")) })
    await expect(broken.guarded.request(signing)).rejects.toMatchObject({ code: 4900 })
    expect(broken.heard).toEqual([])
  })

  it.each([
    ["a device's code", { code: -32603, message: "Ledger device: Condition of use not satisfied (0x6985)" }],
    ["words alone", new Error("MetaMask Tx Signature: User denied transaction signature.")],
    ["a text", "User rejected"],
    ["WalletConnect's code", { code: 5000, message: "User rejected." }],
    ["a wrapped code", { code: -32603, message: "Internal", data: { originalError: { code: 4001 } } }],
    ["a code as text", { code: "4001", message: "no" }],
  ])(
    "gives the dApp 4001 when the wallet declines by %s, with the wallet's error as its cause",
    async (_, own) => {
      for (const call of [sending, signing, { method: "eth_requestAccounts", params: [] }]) {
        const { guarded } = setup({ answers: { [call.method]: throwing(own) } })
        await expect(guarded.request(call)).rejects.toMatchObject({ code: 4001, cause: own })
      }
    },
  )

  it.each([
    ["wallet_sendCalls", { code: 5750, message: "User rejected the upgrade." }],
    ["wallet_switchEthereumChain", { code: 5000, message: "User rejected." }],
    ["personal_sign", { code: -32603, message: "Internal error" }],
    ["eth_sendTransaction", new Error("The request was cancelled by the node")],
  ])(
    "gives the dApp the wallet's own error of %s when it is no refusal in other words",
    async (method, own) => {
      const { guarded } = setup({ answers: { [method]: throwing(own) } })
      const params = { wallet_sendCalls: [{ from: me, calls: [{ to: me }] }], personal_sign: signing.params }
      const call = { method, params: params[method as keyof typeof params] ?? sending.params }
      await expect(guarded.request(call)).rejects.toBe(own)
    },
  )

  it.each([
    ["words with a hash", sending, { code: -32603, message: "User rejected the request", data: { hash } }],
    ["words with a hash as data", sending, { code: -32603, message: "User rejected", data: hash }],
    ["WalletConnect's code with a hash", sending, { code: 5000, message: "User rejected.", data: { hash } }],
    [
      "a wrapped code with a hash",
      sending,
      { code: -32603, message: "", data: { originalError: { code: 4001, hash } } },
    ],
    ["a closed window", { method: "wallet_invokeSnap", params: [] }, new Error("Popup window closed")],
    ["a cancelled request", { method: "wallet_swap", params: [] }, new Error("Request cancelled")],
  ])("gives the dApp the wallet's own error when the payment may be on its way: %s", async (_, call, own) => {
    const { guarded } = setup({ answers: { [call.method]: throwing(own) } })
    await expect(guarded.request(call)).rejects.toBe(own)
  })

  const outcomeOf = async (call: typeof sending | typeof signing, answer: () => unknown) => {
    let outcome: unknown
    const { guarded } = setup({
      answers: { [call.method]: answer },
      door: async ({ ask }) => {
        const reply = await ask("eip155:1")
        outcome = reply.outcome
        return reply.answer
      },
    })
    await guarded.request(call as never).catch(() => {})
    return outcome
  }

  it("reports the outcome to the interceptor", async () => {
    expect(await outcomeOf(sending, () => hash)).toEqual({ _tag: "Sent", hash })
    expect(await outcomeOf(sending, () => "ok")).toMatchObject({ _tag: "Unknown", hash: null })
    expect(await outcomeOf(sending, throwing({ code: 4001 }))).toMatchObject({ _tag: "NotSent" })
    expect(await outcomeOf(sending, throwing(new Error("lost")))).toMatchObject({ _tag: "Unknown" })
    expect(await outcomeOf(signing, () => "0x01")).toEqual({ _tag: "Signed" })
    expect(await outcomeOf(signing, throwing({ code: 4001 }))).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: "Declined" } },
    })
    const batch = { method: "wallet_sendCalls", params: [{ id: "0x7", from: me, calls: [{ to: me }] }] }
    expect(await outcomeOf(batch as never, () => ({ id: "0x8" }))).toEqual({ _tag: "Taken", id: "0x8" })
    expect(await outcomeOf(batch as never, () => null)).toEqual({ _tag: "Taken", id: "0x7" })
  })

  it("emits each event once, without the provider as `this`, until the listener is removed", () => {
    const { guarded, listeners, provider } = setup()
    const told: unknown[] = []
    const owners: unknown[] = []
    const listener = function (this: unknown, value: unknown) {
      owners.push(this)
      told.push(value)
    }
    guarded.on("chainChanged", listener).on("chainChanged", listener)
    const emit = (value: unknown) => {
      for (const one of listeners.get("chainChanged") ?? []) one.call(provider, value)
    }
    emit("0x1")
    expect(told).toEqual(["0x1"])
    expect(owners).not.toContain(provider)
    guarded.removeListener("accountsChanged", listener)
    guarded.removeListener("chainChanged", listener)
    emit("0xa")
    expect(told).toEqual(["0x1"])
  })
})
