import { makeProviderConnector, oddValues } from "@wmodal/dev-wallet/testing"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { from, serialize } from "ox/TxEnvelopeEip1559"
import { describe, expect, it } from "vitest"
import type { ConnectorError } from "../contract/ConnectorError.ts"
import type { WalletCalls } from "../contract/WalletCalls.ts"
import type { Eip1193Provider } from "./Eip1193Provider.ts"

const account = "eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const sender = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const hash = `0x${"ab".repeat(32)}`
const transaction = { to, value: "0x5", data: "0x", gas: "0x5208" }
const network = mainnet

/** A wallet on Ethereum that responds to one method with `answer`, which may throw. */
const walletWith = (method: string, answer: () => unknown) => {
  const asked: unknown[] = []
  const provider: Eip1193Provider = {
    request: async (request) => {
      if (request.method === "eth_chainId") return "0x1"
      asked.push(request)
      if (request.method !== method) throw new Error(`not asked for: ${request.method}`)
      return answer()
    },
  }
  return { connector: makeProviderConnector(provider), asked }
}

const makeCalls = (method: string, answer: () => unknown) => {
  const { asked, connector } = walletWith(method, answer)
  return Effect.map(connector.calls, (calls) => ({ calls, asked }))
}

const sending = (answer: () => unknown) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { asked, calls } = yield* makeCalls("eth_sendTransaction", answer)
      return { asked, outcome: yield* calls.sendTransaction({ account, network, transaction }) }
    }),
  )

const thrownBy = (value: unknown) => () => {
  throw value
}

describe("EvmWalletCalls.sendTransaction", () => {
  it("sends one request for the requested network and returns the hash", async () => {
    const { asked, outcome } = await sending(() => hash.toUpperCase().replace("0X", "0x"))
    expect(outcome).toEqual({ _tag: "Sent", hash })
    expect(asked).toEqual([
      { method: "eth_sendTransaction", params: [{ ...transaction, from: sender, chainId: "0x1" }] },
    ])
  })

  it("sends no request when the wallet is on another or an unknown network", async () => {
    const other = await Effect.runPromise(
      Effect.gen(function* () {
        const { asked, calls } = yield* makeCalls("eth_sendTransaction", () => hash)
        return { asked, outcome: yield* calls.sendTransaction({ account, network: optimism, transaction }) }
      }),
    )
    expect(other.asked).toEqual([])
    expect(other.outcome).toMatchObject({
      _tag: "NotSent",
      error: {
        connectorId: "dev.wmodal.odd",
        reason: { _tag: "Failed", text: "The wallet is on another network." },
      },
    })
    const mute = makeProviderConnector({ request: () => Promise.reject(new Error("no")) })
    const outcome = await Effect.runPromise(
      Effect.flatMap(mute.calls, (calls) => calls.sendTransaction({ account, network, transaction })),
    )
    expect(outcome._tag).toBe("NotSent")
  })

  it.each([
    [{ code: 4001, message: "User rejected the request." }, "Declined"],
    [{ code: 5000 }, "Declined"],
    [{ code: -32603, data: { originalError: { code: 4001 } } }, "Declined"],
    [{ code: -32603, cause: { code: 4001 } }, "Declined"],
    [{ code: 4100 }, "Unauthorized"],
    [{ code: 4200 }, "Unsupported"],
    [{ code: -32601 }, "Unsupported"],
    [{ code: -32602, message: "invalid" }, "Failed"],
    [{ code: -32002 }, "RequestPending"],
    [{ code: 3, message: "execution reverted: no" }, "Failed"],
    [{ code: -32000, message: "insufficient funds for gas * price + value" }, "Failed"],
    [{ code: -32000, message: "INTERNAL_ERROR: insufficient funds" }, "Failed"],
    [{ code: -32004, message: "Upfront cost exceeds account balance" }, "Failed"],
    [
      {
        code: -32603,
        message: "Internal JSON-RPC error.",
        data: { code: -32010, message: "InsufficientFunds, Account balance: 1, cumulative cost: 2" },
      },
      "Failed",
    ],
    [{ code: -32000, message: "gas required exceeds allowance (0)" }, "Failed"],
    // base/base#2347, GLEECBTC/komodo-defi-framework#2647
    [{ code: -32000, message: "in-flight transaction limit reached for delegated accounts" }, "Failed"],
    // wevm/wagmi#3155
    [
      { code: -32000, message: "sender doesn't have enough funds to send tx. The max upfront cost is: 5" },
      "Failed",
    ],
    // besu-eth/besu#8604
    [{ code: -32000, message: "transaction gas limit too high (cap: 16777216, tx: 20000000)" }, "Failed"],
    [{ code: -32003, message: "Insufficient funds for gas * price + value" }, "Failed"],
    [
      {
        code: -32603,
        message: "Internal JSON-RPC error.",
        data: { code: -32000, message: "insufficient funds for transfer" },
      },
      "Failed",
    ],
    [{ code: -32603, data: { code: 3, message: "execution reverted" } }, "Failed"],
  ])("returns NotSent when the wallet throws %j", async (thrown, tag) => {
    const { outcome } = await sending(thrownBy(thrown))
    expect(outcome).toMatchObject({ _tag: "NotSent", error: { reason: { _tag: tag } } })
  })

  it("reports the node's message when the wallet's own message is generic", async () => {
    const data = { code: -32000, message: "insufficient funds for transfer" }
    const { outcome } = await sending(thrownBy({ code: -32603, message: "Internal JSON-RPC error.", data }))
    expect(outcome).toMatchObject({ error: { reason: { text: "insufficient funds for transfer" } } })
  })

  it.each([
    { code: -32603, message: "Internal JSON-RPC error." },
    { code: -32603, data: { code: -32000, message: "already known" } },
    { code: -32000, message: "nonce too low" },
    { code: -32000, message: "replacement transaction underpriced" },
    { code: -32000, message: "Request timed out" },
    { code: -32002, message: "request timed out" },
    { code: -32603, data: { code: -32002, message: "" } },
    { code: 4900, message: "disconnected" },
    { code: 4901 },
    { code: 4902 },
    { code: 12345, message: "who knows" },
    new Error("Extension context invalidated."),
    { code: -32005, message: "limit exceeded" },
    { message: "Transaction rejected" },
    { message: "insufficient funds for gas" },
  ])("returns Unknown when the wallet throws %j", async (thrown) => {
    expect((await sending(thrownBy(thrown))).outcome).toMatchObject({ _tag: "Unknown", hash: null })
  })

  it.each([
    { code: -32603, data: { hash } },
    { code: -32603, data: hash },
    { code: -32000, message: "insufficient funds for gas", data: { transactionHash: hash } },
    { message: "lost", txHash: hash },
    { code: 4100, data: { hash } },
  ])("returns the hash that the wallet reports in %j", async (thrown) => {
    expect((await sending(thrownBy(thrown))).outcome).toMatchObject({ _tag: "Unknown", hash })
  })

  it("returns NotSent for a decline, even with a hash", async () => {
    const { outcome } = await sending(thrownBy({ code: 4001, data: { hash } }))
    expect(outcome).toMatchObject({ _tag: "NotSent", error: { reason: { _tag: "Declined" } } })
  })

  it.each(oddValues)("returns Unknown when the wallet throws or returns %s", async (_, odd) => {
    expect((await sending(thrownBy(odd))).outcome).toMatchObject({ _tag: "Unknown", hash: null })
    expect((await sending(() => odd)).outcome).toMatchObject({ _tag: "Unknown", hash: null })
  })

  it("returns Unknown when the response is invalid, with the hash that it contains", async () => {
    expect((await sending(() => ({ hash }))).outcome).toMatchObject({ _tag: "Unknown", hash })
    expect((await sending(() => hash.slice(0, -2))).outcome).toMatchObject({
      _tag: "Unknown",
      hash: null,
      error: { reason: { _tag: "Malformed", what: "eth_sendTransaction" } },
    })
  })
})

/** Returns bytes in the form of a signed transaction. */
const signedFor = (chainId: number) =>
  serialize(from({ chainId, nonce: 0n, gas: 21_000n, maxFeePerGas: 2n, to, value: 5n }), {
    signature: { r: 1n, s: 1n, yParity: 0 },
  })
const raw = signedFor(1)

describe("EvmWalletCalls.signTransaction", () => {
  const signing = (answer: () => unknown) =>
    Effect.runPromise(
      Effect.flatMap(makeCalls("eth_signTransaction", answer), ({ calls }) =>
        Effect.result(calls.signTransaction({ account, network, transaction })),
      ),
    )

  it.each([[raw], [{ raw, tx: {} }]])("returns the signed bytes", async (answer) => {
    expect(await signing(() => answer)).toMatchObject({ _tag: "Success", success: raw })
  })

  it.each([["0x"], [signedFor(2)], [null], [{ raw: 5 }], [hash]])(
    "rejects %j as Malformed",
    async (answer) => {
      expect(await signing(() => answer)).toMatchObject({ failure: { reason: { _tag: "Malformed" } } })
    },
  )

  it("fails with Unsupported when the wallet does not support it", async () => {
    expect(await signing(thrownBy({ code: 4200 }))).toMatchObject({
      failure: { reason: { _tag: "Unsupported", method: "eth_signTransaction" } },
    })
  })
})

const hostile = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new Error("do not read me")
    },
  },
)
const oddAnswers: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["a text", "0x1"],
  ["a number", 5],
  ["an object that throws when it is read", hostile],
]

const asking = <A>(
  method: string,
  answer: () => unknown,
  ask: (calls: WalletCalls) => Effect.Effect<A, ConnectorError>,
) =>
  Effect.runPromise(
    Effect.flatMap(makeCalls(method, answer), ({ asked, calls }) =>
      Effect.map(Effect.result(ask(calls)), (result) => ({ result, asked })),
    ),
  )

describe("EvmWalletCalls.capabilities", () => {
  const capabilities = (answer: () => unknown) =>
    asking("wallet_getCapabilities", answer, (calls) => calls.capabilities({ account, network }))

  it.each([
    [{ "0x1": { atomic: { status: "ready" } } }, { atomic: "ready", assetDiscovery: false }],
    [{ "0x1": { atomicBatch: { supported: true } } }, { atomic: "supported", assetDiscovery: false }],
    [{ "0x01": { assetDiscovery: { supported: true } } }, { atomic: "unsupported", assetDiscovery: true }],
    [
      {
        "0x0": { atomic: { status: "supported" }, assetDiscovery: { supported: true } },
        "0x1": { atomic: { status: "unsupported" } },
      },
      { atomic: "unsupported", assetDiscovery: true },
    ],
    [{ "0xa": { atomic: { status: "supported" } } }, { atomic: "unsupported", assetDiscovery: false }],
    [{ "0x1": { atomic: { status: "perhaps" } } }, { atomic: "unsupported", assetDiscovery: false }],
    [{}, { atomic: "unsupported", assetDiscovery: false }],
  ])("decodes %j", async (answer, expected) => {
    const { asked, result } = await capabilities(() => answer)
    expect(result).toMatchObject({ success: expected })
    expect(asked).toEqual([{ method: "wallet_getCapabilities", params: [sender, ["0x1"]] }])
  })

  it("returns no capabilities when the method is unknown, and fails when the wallet is unauthorized", async () => {
    expect((await capabilities(thrownBy({ code: -32601 }))).result).toMatchObject({
      success: { atomic: "unsupported", assetDiscovery: false },
    })
    expect((await capabilities(thrownBy({ code: 4100 }))).result).toMatchObject({
      failure: { reason: { _tag: "Unauthorized" } },
    })
  })

  it.each(oddAnswers)("rejects %s as Malformed", async (_, answer) => {
    expect((await capabilities(() => answer)).result).toMatchObject({
      failure: { reason: { _tag: "Malformed", what: "wallet_getCapabilities" } },
    })
  })
})

describe("EvmWalletCalls.assets", () => {
  const assets = (answer: () => unknown) =>
    asking("wallet_getAssets", answer, (calls) => calls.assets({ account, network }))
  const metadata = {
    name: "Ether\u202e",
    symbol: "ETH",
    decimals: 18,
    price: 2500.5,
    iconUrl: "https://a.example/b.png",
  }
  const native = { address: "native", balance: "0x10", type: "NATIVE", metadata }
  const token = { ...native, address: to.toLowerCase(), type: "ERC20" }

  it("returns the assets of the network with stripped names", async () => {
    const { asked, result } = await assets(() => ({ "0x1": [native, token], "0xa": "anything" }))
    expect(result).toMatchObject({
      success: [
        { token: null, balance: 16n, name: "Ether", symbol: "ETH", decimals: 18, price: 2500.5 },
        { token: to, balance: 16n },
      ],
    })
    expect(asked).toEqual([
      { method: "wallet_getAssets", params: [{ account: sender, chainFilter: ["0x1"] }] },
    ])
    expect((await assets(() => ({}))).result).toMatchObject({ success: [] })
  })

  it.each([
    { ...native, balance: "16" },
    { ...native, balance: 16 },
    { ...native, type: "ERC721" },
    { ...token, address: "native" },
    { ...native, metadata: { ...metadata, price: "2500" } },
    { ...native, metadata: { ...metadata, decimals: 1.5 } },
    { ...native, metadata: { ...metadata, decimals: -1 } },
    { ...native, metadata: { ...metadata, price: -1 } },
    { ...native, metadata: { ...metadata, iconUrl: undefined } },
    { ...native, metadata: undefined },
    null,
  ])("rejects the whole response for the asset %j", async (odd) => {
    expect((await assets(() => ({ "0x1": [native, odd] }))).result).toMatchObject({
      failure: { reason: { _tag: "Malformed", what: "wallet_getAssets" } },
    })
  })
})

describe("EvmWalletCalls.sendCalls", () => {
  const asked = { account, network, calls: [{ to, value: 5n, data: "0x" }], atomicRequired: true } as const
  const batch = (answer: () => unknown, named: { readonly id?: string } = {}) =>
    asking("wallet_sendCalls", answer, (calls) => calls.sendCalls({ ...asked, ...named }))
  const status = (answer: () => unknown) =>
    asking("wallet_getCallsStatus", answer, (calls) => calls.callsStatus("0x5"))

  it.each([["0x5"], [{ id: "0x5", capabilities: {} }]])(
    "sends one request and returns the id of %j",
    async (answer) => {
      const { asked, result } = await batch(() => answer)
      expect(result).toMatchObject({ success: "0x5" })
      expect(asked).toEqual([
        {
          method: "wallet_sendCalls",
          params: [
            {
              version: "2.0.0",
              from: sender,
              chainId: "0x1",
              atomicRequired: true,
              calls: [{ to, value: "0x5", data: "0x" }],
            },
          ],
        },
      ])
    },
  )

  it("sends the given id", async () => {
    const { asked: questions, result } = await batch(() => ({ id: "0xours" }), { id: "0xours" })
    expect(result).toMatchObject({ success: "0xours" })
    expect(questions).toMatchObject([{ params: [{ id: "0xours", atomicRequired: true }] }])
  })

  it.each([
    [5720, "Failed"],
    [5750, "Declined"],
    [4001, "Declined"],
    [5700, "Unsupported"],
    [5710, "Unsupported"],
    [5740, "Unsupported"],
    [5760, "Unsupported"],
  ])("maps code %i to %s", async (code, tag) => {
    expect((await batch(thrownBy({ code }))).result).toMatchObject({ failure: { reason: { _tag: tag } } })
  })

  it.each([[""], [null], [{}], ["x".repeat(8195)]])("rejects the invalid id %j", async (answer) => {
    expect((await batch(() => answer)).result).toMatchObject({ failure: { reason: { _tag: "Malformed" } } })
  })

  it.each([
    [100, "pending"],
    [200, "confirmed"],
    [400, "failed"],
    [500, "reverted"],
    [600, "partlyReverted"],
    ["200", "confirmed"],
    ["0x258", "partlyReverted"],
    ["PENDING", "pending"],
  ])("decodes status %j as %s", async (code, word) => {
    const receipts = [{ transactionHash: hash }, { transactionHash: hash }]
    expect((await status(() => ({ status: code, receipts }))).result).toMatchObject({
      success: { status: word, hashes: [hash] },
    })
    for (const none of [{}, { receipts: null }, { receipts: [] }, { receipts: [{}] }])
      expect((await status(() => ({ status: code, ...none }))).result).toMatchObject({
        success: { status: word, hashes: [] },
      })
  })

  it.each([
    [[], "mined"],
    [["0x1", undefined], "mined"],
    [["0x1", "0x1"], "confirmed"],
    [["0x0", "0x0"], "reverted"],
    [["0x1", "0x0"], "partlyReverted"],
  ])("decodes CONFIRMED of drafts with the results %j as %s", async (results, word) => {
    const receipts = results.map((result) => ({ transactionHash: hash, status: result }))
    expect((await status(() => ({ status: "CONFIRMED", receipts }))).result).toMatchObject({
      success: { status: word },
    })
  })

  it.each([[{ status: 300 }], [{ status: "DONE" }], [{ status: "20" }], [null]])(
    "rejects the invalid status %j",
    async (answer) => {
      expect((await status(() => answer)).result).toMatchObject({
        failure: { reason: { _tag: "Malformed" } },
      })
    },
  )
})
