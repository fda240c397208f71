import { base, mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import {
  bothNetworks,
  connectRemoteEvm as connected,
  firstAddress,
  secondAddress,
  throwFromWallet,
} from "../testing/remoteEvmWallet.ts"
import { makeScriptedRemoteWallet, toApprovedNamespace } from "../testing/scriptedRemoteWallet.ts"
import { eip155Provider } from "./eip155Provider.ts"
import { makeNamespaceSession } from "./NamespaceSession.ts"

const hash = `0x${"ab".repeat(32)}`
const transaction = { to: secondAddress, value: "0x1", data: "0x" }
const sending = { account: `eip155:1:${firstAddress}`, network: mainnet, transaction } as const
const run = Effect.runPromise
const getReason = async <A>(effect: Effect.Effect<A, { readonly reason: unknown }>) =>
  (await run(Effect.flip(effect))).reason

describe("transactions over a session", () => {
  it("sends on the given network only", async () => {
    const { asked, calls } = await connected({ answer: () => hash })
    expect(await run(calls.sendTransaction(sending))).toEqual({ _tag: "Sent", hash })
    expect(asked).toEqual([
      {
        network: "eip155:1",
        method: "eth_sendTransaction",
        params: [{ ...transaction, from: firstAddress, chainId: "0x1" }],
      },
    ])
    const elsewhere = { ...sending, account: `eip155:10:${firstAddress}`, network: optimism } as const
    expect(await run(calls.sendTransaction(elsewhere))).toMatchObject({ _tag: "NotSent" })
    expect(asked.length).toBe(1)
  })

  it.each([
    ["declined", { code: 5000, message: "User rejected." }],
    ["declined by another code", { code: 5002, message: "User rejected methods." }],
    ["unknown to the wallet", { code: 10001, message: "Unsupported wc_ method." }],
  ])("returns NotSent when the request was %s", async (_, thrown) => {
    const { calls } = await connected({ answer: throwFromWallet(thrown) })
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
  })

  it.each([
    ["the session ended before the answer", { code: 4900, message: "The session has ended." }],
    ["the question expired", new Error("Request expired. Please try again.")],
    ["the relay took nothing any more", new Error("Failed to publish payload, please try again.")],
    ["the wallet broke", { code: -32603, message: "Internal error." }],
    ["the wallet said nothing", undefined],
  ])("returns Unknown when %s", async (_, thrown) => {
    const { calls } = await connected({ answer: throwFromWallet(thrown) })
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "Unknown", hash: null })
  })

  it.each([
    ["in an object", { transactionHash: hash }],
    ["in the text of one", JSON.stringify({ transactionHash: hash })],
    ["as it is", hash],
  ])("returns the hash that a wallet error contains, %s", async (_, data) => {
    const { calls } = await connected({ answer: throwFromWallet({ code: -32603, message: "Lost.", data }) })
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "Unknown", hash })
  })

  it("returns NotSent without a request when the session has ended", async () => {
    const { asked, calls, end } = await connected()
    end()
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
    expect(asked).toEqual([])
  })

  it.each(["eth_sendTransaction", "eth_signTransaction"])(
    "rejects %s that names another network than the one in use",
    async (method) => {
      const { asked, remoteWallet } = makeScriptedRemoteWallet({
        namespaces: { eip155: bothNetworks },
        answer: () => hash,
      })
      const provider = eip155Provider(remoteWallet, makeNamespaceSession(remoteWallet, "eip155"))
      const request = (chainId: unknown) =>
        provider.request({ method, params: [{ ...transaction, from: firstAddress, chainId }] })
      await expect(request("0xa")).rejects.toMatchObject({ code: -32602 })
      await expect(request("0x2105")).rejects.toMatchObject({ code: 5710 })
      await expect(request("mainnet")).rejects.toMatchObject({ code: -32602 })
      expect(asked).toEqual([])
      expect(await request("0x1")).toBe(hash)
    },
  )

  it("fails with Unauthorized without a request when the account is no longer shared", async () => {
    const { asked, calls, connector, update } = await connected({ answer: () => hash })
    update({ eip155: toApprovedNamespace([`eip155:1:${secondAddress}`], bothNetworks.methods) })
    const batch = { calls: [{ to: secondAddress, value: 1n, data: "0x" }], atomicRequired: true } as const
    const { account } = sending
    expect(await run(calls.sendTransaction(sending))).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: "Unauthorized" } },
    })
    for (const asking of [
      calls.signTransaction(sending),
      calls.sendCalls({ ...batch, ...sending }),
      connector.signMessage({ account, message: "hi" }),
      connector.signTypedData({ account, typedData: "{}" }),
    ])
      expect(await getReason<unknown>(asking)).toEqual({ _tag: "Unauthorized" })
    expect(asked).toEqual([])
  })

  it("sends a batch on approved networks only", async () => {
    const { asked, calls } = await connected({ answer: () => ({ id: "0x1" }) })
    const batch = { calls: [{ to: secondAddress, value: 1n, data: "0x" }], atomicRequired: true } as const
    const onOptimism = { ...batch, account: `eip155:10:${firstAddress}`, network: optimism } as const
    expect(await run(calls.sendCalls(onOptimism))).toBe("0x1")
    expect(asked).toMatchObject([{ network: "eip155:10", method: "wallet_sendCalls" }])
    const onBase = { ...batch, account: `eip155:8453:${firstAddress}`, network: base } as const
    expect(await getReason(calls.sendCalls(onBase))).toEqual({
      _tag: "Unsupported",
      method: "wallet_sendCalls",
    })
    expect(asked.length).toBe(1)
  })
})

describe("capabilities over a session", () => {
  const said = { [firstAddress.toLowerCase()]: { "0x1": { atomic: { status: "supported" } } } }

  it.each([
    ["as JSON", JSON.stringify(said)],
    ["as it is", said],
  ])("reads capabilities from the session, %s", async (_, capabilities) => {
    const { asked, calls } = await connected({ properties: { capabilities } })
    expect(await run(calls.capabilities(sending))).toEqual({ atomic: "supported", assetDiscovery: false })
    expect(asked).toEqual([])
  })

  it("reports batches as unsupported when the wallet approved no batch method", async () => {
    const { asked, calls } = await connected({
      namespaces: { eip155: toApprovedNamespace([`eip155:1:${firstAddress}`], ["wallet_getCapabilities"]) },
      properties: { capabilities: said },
      answer: () => said,
    })
    expect(await run(calls.capabilities(sending))).toEqual({ atomic: "unsupported", assetDiscovery: false })
    expect(asked).toEqual([])
  })

  it.each([
    ["nothing", undefined],
    ["of another account", JSON.stringify({ [secondAddress]: { "0x1": {} } })],
    ["no JSON", "{"],
    ["more than anybody reads", JSON.stringify({ [firstAddress]: "x".repeat(200_000) })],
    ["what is no object", "7"],
    ["a prototype", '{"__proto__":{"0x1":{"atomic":{"status":"supported"}}}}'],
  ])("requests capabilities from the wallet when the session contains %s", async (_, capabilities) => {
    const { asked, calls } = await connected({
      properties: { capabilities },
      answer: () => ({ "0x1": { atomic: { status: "ready" } } }),
    })
    expect(await run(calls.capabilities(sending))).toEqual({ atomic: "ready", assetDiscovery: false })
    expect(asked).toMatchObject([{ method: "wallet_getCapabilities", params: [firstAddress, ["0x1"]] }])
  })
})
