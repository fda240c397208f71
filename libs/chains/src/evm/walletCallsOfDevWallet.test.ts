import type { DevWalletOptions } from "@wmodal/dev-wallet"
import { first, getNodeAnswer, makeDevProviderFixture, second } from "@wmodal/dev-wallet/testing"
import { RpcError } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"

const account = `eip155:1:${first}` as const
const transaction = { to: second, value: "0x5", data: "0x", gas: "0x5208" }
const sending = { account, network, transaction }

const ether = { address: null, name: "Ether", symbol: "ETH", decimals: 18 }

const connected = async (
  rpc: DevWalletOptions["rpc"],
  tokens: DevWalletOptions["tokens"] = { 1: [ether] },
) => {
  const { approver, connector } = makeDevProviderFixture({ rpc, tokens, features: { smartAccount: true } })
  await Effect.runPromise(connector.connect({ network: null, onLateApproval: () => {} }))
  return { approver, calls: await Effect.runPromise(connector.calls) }
}

const inOrder: DevWalletOptions["rpc"] = (_, method, params) =>
  Effect.sync(() => getNodeAnswer(method, params))

describe("dev wallet calls", () => {
  it("sends a transaction, and signs one without sending", async () => {
    const { calls } = await connected(inOrder)
    const sent = await Effect.runPromise(calls.sendTransaction(sending))
    expect(sent).toMatchObject({ _tag: "Sent", hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect(await Effect.runPromise(calls.signTransaction(sending))).toMatch(/^0x02/)
  })

  it("returns NotSent when the user declines", async () => {
    const { approver, calls } = await connected(inOrder)
    approver.willAnswer("decline")
    expect(await Effect.runPromise(calls.sendTransaction(sending))).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: "Declined" } },
    })
  })

  it("returns Unknown with the hash when the node becomes unreachable", async () => {
    const { calls } = await connected((at, method, params) =>
      method === "eth_sendRawTransaction" || method === "eth_getTransactionByHash"
        ? Effect.fail(new RpcError({ method, host: "", reason: { _tag: "Unreachable", detail: "cut" } }))
        : inOrder(at, method, params),
    )
    expect(await Effect.runPromise(calls.sendTransaction(sending))).toMatchObject({
      _tag: "Unknown",
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })

  it("reports its capabilities", async () => {
    const { calls } = await connected(inOrder)
    expect(await Effect.runPromise(calls.capabilities({ account, network }))).toMatchObject({
      assetDiscovery: true,
    })
  })

  it("reports no asset discovery when it knows no token", async () => {
    const { calls } = await connected(inOrder, {})
    expect(await Effect.runPromise(calls.capabilities({ account, network }))).toMatchObject({
      assetDiscovery: false,
    })
  })
})
