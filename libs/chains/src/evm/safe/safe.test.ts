import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Connector } from "../../contract/Connector.ts"
import type { Eip1193Provider } from "../Eip1193Provider.ts"
import { evm } from "../index.ts"
import { findSafe } from "./findSafe.ts"
import { makeSafeProvider } from "./makeSafeProvider.ts"

const origin = "https://app.safe.global"
const safe = "0x52908400098527886E0F7030069857D29c9c0f3a".toLowerCase()
const info = { safeAddress: safe, chainId: 1, threshold: 2, owners: [safe], isReadOnly: false }

interface Sent {
  readonly id: string
  readonly method: string
  readonly params: unknown
}

/** Makes a frame whose parent answers by these functions. */
const makeFrame = (answers: Readonly<Record<string, (params: never) => unknown>> = {}) => {
  const page = new EventTarget()
  const sent: (readonly [Sent, string])[] = []
  const waits: number[] = []
  const parent = {
    postMessage: (message: unknown, target: string) => {
      const asked = message as Sent
      sent.push([asked, target])
      const all: typeof answers = { getSafeInfo: () => info, ...answers }
      const answer: unknown = all[asked.method]?.(asked.params as never)
      if (answer instanceof Error) reply({ id: asked.id, success: false, error: answer.message })
      else if (answer !== undefined) reply({ id: asked.id, success: true, data: answer })
    },
  }
  const reply = (data: object, from: { readonly source?: unknown; readonly origin?: string } = {}) =>
    page.dispatchEvent(Object.assign(new Event("message"), { data, source: parent, origin, ...from }))
  const sleep = async (milliseconds: number) => void waits.push(milliseconds)
  return { page, parent, sent, waits, reply, provider: makeSafeProvider({ page, parent, origin, sleep }) }
}

const ask = (provider: Eip1193Provider, method: string, ...params: readonly unknown[]) =>
  Promise.resolve(provider.request({ method, params })).catch((error: unknown) => error)

const call = { to: `0x${"11".repeat(20)}`, value: "0x10", data: "0xabcd" }
const hash = `0x${"22".repeat(32)}`

describe("makeSafeProvider", () => {
  it("sends messages of the Safe Apps SDK to the exact origin, and returns account and network", async () => {
    const { provider, sent } = makeFrame()
    expect(await ask(provider, "eth_requestAccounts")).toEqual([safe])
    expect(await ask(provider, "eth_chainId")).toBe("0x1")
    expect(sent[0]).toEqual([
      { id: expect.any(String), method: "getSafeInfo", params: undefined, env: { sdkVersion: "9.1.0" } },
      origin,
    ])
  })

  it("ignores messages of other windows, origins and requests", async () => {
    const { provider, reply, sent } = makeFrame({ getSafeInfo: () => undefined })
    const asking = ask(provider, "eth_accounts")
    const { id } = sent[0]?.[0] ?? { id: "" }
    const good = { id, success: true, data: info }
    const other = { ...info, safeAddress: `0x${"66".repeat(20)}` }
    reply({ ...good, data: other }, { source: {} })
    reply({ ...good, data: other }, { origin: "https://app.safe.global.evil.example" })
    reply({ ...good, data: other, id: "another" })
    reply({ id, data: other })
    reply(good)
    expect(await asking).toEqual([safe])
  })

  it("returns the hash of the executed transaction, and asks until the owners have executed it", async () => {
    const states = [
      { txStatus: "AWAITING_CONFIRMATIONS", txHash: null },
      { txStatus: "SUCCESS", txHash: hash },
    ]
    const { provider, sent, waits } = makeFrame({
      sendTransactions: () => ({ safeTxHash: "0x33" }),
      getTxBySafeTxHash: () => states.shift(),
    })
    expect(await ask(provider, "eth_sendTransaction", { from: safe, ...call })).toBe(hash)
    expect(waits).toEqual([3_000])
    expect(sent.find(([{ method }]) => method === "sendTransactions")?.[0].params).toEqual({
      txs: [{ to: call.to, value: "16", data: "0xabcd" }],
    })
  })

  it("proposes the bytes of either field, and nothing that differs from the request", async () => {
    const proposed = async (request: object) => {
      const { provider, sent } = makeFrame({
        sendTransactions: () => ({ safeTxHash: "0x33" }),
        getTxBySafeTxHash: () => ({ txStatus: "SUCCESS", txHash: hash }),
      })
      const answer = await ask(provider, "eth_sendTransaction", request)
      const params = sent.find(([{ method }]) => method === "sendTransactions")?.[0].params
      return params === undefined ? answer : params
    }
    const { to, value } = call
    expect(await proposed({ to, value, input: "0xabcd" })).toEqual({
      txs: [{ to, value: "16", data: "0xabcd" }],
    })
    expect(await proposed({ to })).toEqual({ txs: [{ to, value: "0", data: "0x" }] })
    for (const wrong of [
      { data: "0xabcd", input: "0xabce" },
      { data: 5 },
      { data: "0xabc" },
      { value: 5 },
      { value: "much" },
      { value: "-0x1" },
    ])
      expect(await proposed({ to, ...wrong })).toMatchObject({ code: -32602 })
    expect(await proposed({ ...call, from: call.to })).toMatchObject({ code: 4100 })
    expect(await proposed({ ...call, from: safe, chainId: "0x89" })).toMatchObject({ code: 4901 })
    expect(await proposed({ ...call, from: safe, chainId: "0x1" })).toMatchObject({ txs: [{ to }] })
  })

  it("fails with 4001 when the owners reject it, before or after it was proposed", async () => {
    const declined = makeFrame({ sendTransactions: () => new Error("Transaction was rejected") })
    expect(await ask(declined.provider, "eth_sendTransaction", call)).toMatchObject({ code: 4001 })
    const cancelled = makeFrame({
      sendTransactions: () => ({ safeTxHash: "0x33" }),
      getTxBySafeTxHash: () => ({ txStatus: "CANCELLED", txHash: null }),
    })
    expect(await ask(cancelled.provider, "eth_sendTransaction", call)).toMatchObject({ code: 4001 })
  })

  it("fails with no refusal when the words are not the owners', or come after the proposal", async () => {
    const gateway = makeFrame({ sendTransactions: () => new Error("Gateway rejected it: already proposed") })
    expect(await ask(gateway.provider, "eth_sendTransaction", call)).toMatchObject({ code: -32603 })
    const followed = makeFrame({
      sendTransactions: () => ({ safeTxHash: "0x33" }),
      getTxBySafeTxHash: () => new Error("Request rejected"),
    })
    expect(await ask(followed.provider, "eth_sendTransaction", call)).toMatchObject({ code: -32603 })
  })

  it("returns an empty signature when a message was signed on the chain, after it was executed", async () => {
    const hashes = [null, hash]
    const { provider } = makeFrame({
      signMessage: () => ({ safeTxHash: "0x33" }),
      getTxBySafeTxHash: () => ({ txStatus: "SUCCESS", txHash: hashes.shift() ?? null }),
    })
    expect(await ask(provider, "personal_sign", "0x6869", safe)).toBe("0x")
    expect(hashes).toEqual([])
    const cancelled = makeFrame({
      signMessage: () => ({ safeTxHash: "0x33" }),
      getTxBySafeTxHash: () => ({ txStatus: "CANCELLED", txHash: null }),
    })
    expect(await ask(cancelled.provider, "personal_sign", "0x6869", safe)).toMatchObject({ code: 4001 })
  })

  it("returns no signature before the transaction that signs has succeeded", async () => {
    const states = [
      { txStatus: "AWAITING_EXECUTION", txHash: hash },
      { txStatus: "SUCCESS", txHash: hash },
    ]
    const { provider, waits } = makeFrame({
      signMessage: () => ({ safeTxHash: "0x33" }),
      getTxBySafeTxHash: () => states.shift(),
    })
    expect(await ask(provider, "personal_sign", "0x6869", safe)).toBe("0x")
    expect(waits).toEqual([3_000])
  })

  it.each([
    ["personal_sign", ["0x6869", safe]],
    ["eth_signTypedData_v4", [safe, "{}"]],
  ] as const)("fails %s by name when the transaction that signs has failed", async (method, params) => {
    const proposed = () => ({ safeTxHash: "0x33" })
    const { provider } = makeFrame({
      signMessage: proposed,
      signTypedMessage: proposed,
      getTxBySafeTxHash: () => ({ txStatus: "FAILED", txHash: hash }),
    })
    expect(await ask(provider, method, ...params)).toMatchObject({
      code: -32603,
      message: expect.stringContaining("failed"),
    })
  })

  it("returns a signature when the owners have signed, for its own address only", async () => {
    const given = ["", "0xsigned"]
    const { provider, sent } = makeFrame({
      signMessage: () => ({ messageHash: hash }),
      getOffChainSignature: () => given.shift(),
    })
    expect(await ask(provider, "personal_sign", "0x6869", safe)).toBe("0xsigned")
    expect(sent.find(([{ method }]) => method === "signMessage")?.[0].params).toEqual({ message: "0x6869" })
    expect(await ask(provider, "personal_sign", "0x6869", call.to)).toMatchObject({ code: 4100 })
    const typed = makeFrame({
      signTypedMessage: ({ typedData }: { typedData: unknown }) => ({ signature: JSON.stringify(typedData) }),
    })
    expect(await ask(typed.provider, "eth_signTypedData_v4", safe, '{"a":1}')).toBe('{"a":1}')
  })

  it("proposes batches and reports their status by EIP-5792", async () => {
    const { provider } = makeFrame({
      sendTransactions: ({ txs }: { txs: readonly unknown[] }) => ({ safeTxHash: `0x${txs.length}` }),
      getTxBySafeTxHash: () => ({ txStatus: "SUCCESS", txHash: hash }),
      rpcCall: () => ({ transactionHash: hash }),
    })
    expect(await ask(provider, "wallet_sendCalls", { calls: [call, call] })).toEqual({ id: "0x2" })
    for (const terms of [{ from: call.to }, { chainId: "0x89" }, { calls: [] }])
      expect(await ask(provider, "wallet_sendCalls", { calls: [call], ...terms })).toHaveProperty("code")
    expect(await ask(provider, "wallet_getCallsStatus", "0x2")).toMatchObject({
      status: 200,
      receipts: [{ transactionHash: hash }],
    })
    expect(await ask(provider, "wallet_getCapabilities", safe)).toEqual({
      "0x1": { atomic: { status: "supported" } },
    })
  })

  it("passes listed reads on and rejects every other method", async () => {
    const { provider, sent } = makeFrame({ rpcCall: () => "0x7" })
    expect(await ask(provider, "eth_getBalance", safe, "latest")).toBe("0x7")
    expect(sent[0]?.[0].params).toEqual({ call: "eth_getBalance", params: [safe, "latest"] })
    for (const method of [
      "eth_sign",
      "eth_signTransaction",
      "wallet_switchEthereumChain",
      "safe_setSettings",
    ])
      expect(await ask(provider, method)).toMatchObject({ code: 4200 })
    expect(await ask(provider, "eth_sendTransaction", { data: "0x00" })).toMatchObject({ code: -32602 })
  })
})

describe("findSafe", () => {
  const makeWindow = (members: object) => Object.assign(new EventTarget(), members)
  const { parent } = makeFrame()

  it("finds the Safe of an allowed origin only, by the browser's report", () => {
    const found = (members: object, origins = [origin]) =>
      findSafe(makeWindow({ parent, ...members }), origins).map(({ id, isEmbedder }) => [id, isEmbedder])
    const safeFound = [["safe", true]]
    expect(found({ location: { ancestorOrigins: [origin, "https://outer.example"] } })).toEqual(safeFound)
    expect(found({ document: { referrer: `${origin}/apps` } })).toEqual(safeFound)
    // The page that embeds this one decides, not one further out.
    expect(found({ location: { ancestorOrigins: ["https://evil.example", origin] } })).toEqual([])
    expect(found({ location: { ancestorOrigins: [`${origin}.evil.example`] } })).toEqual([])
    expect(found({ document: { referrer: "" } })).toEqual([])
    expect(found({ location: { ancestorOrigins: [origin] } }, [])).toEqual([])
  })

  it("lists the Safe first in a frame, and nothing of it in a page of its own", async () => {
    const listIn = async (window: EventTarget) => {
      const { discover } = await evm().load()
      const lists: (readonly Connector[])[] = []
      const running = Effect.runFork(discover({ window }, (all) => Effect.sync(() => lists.push(all))))
      await expect.poll(() => lists.length).toBeGreaterThan(0)
      running.interruptUnsafe()
      return lists[0]?.map(({ id }) => id)
    }
    const ethereum = { request: async () => null }
    const framed = makeWindow({ parent, location: { ancestorOrigins: [origin] }, ethereum })
    expect(await listIn(framed)).toEqual(["safe", "injected"])
    const own = makeWindow({ ethereum })
    expect(await listIn(Object.assign(own, { parent: own }))).toEqual(["injected"])
    expect(mainnet.id).toBe(1)
  })
})
