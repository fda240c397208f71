import { bytesToHex } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as fc from "fast-check"
import { keccak256 } from "ox/Hash"
import { serialize as eip1559 } from "ox/TxEnvelopeEip1559"
import { serialize as eip2930 } from "ox/TxEnvelopeEip2930"
import { serialize as eip7702 } from "ox/TxEnvelopeEip7702"
import { serialize as legacy } from "ox/TxEnvelopeLegacy"
import { privateKeyToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { broadcast, readSigned, toTransactionHash } from "./broadcast.ts"

const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const fields = { nonce: 1n, gas: 21_000n, to, value: 5n } as const
const signature = { r: 7n, s: 9n, yParity: 1 } as const
const signed = (chainId: number) => ({
  "EIP-155": legacy({ ...fields, type: "legacy", chainId, gasPrice: 1n }, { signature }),
  "EIP-2930": eip2930({ ...fields, type: "eip2930", chainId, gasPrice: 1n }, { signature }),
  "EIP-1559": eip1559({ ...fields, type: "eip1559", chainId, maxFeePerGas: 1n }, { signature }),
  "EIP-7702": eip7702(
    { ...fields, type: "eip7702", chainId, maxFeePerGas: 1n, authorizationList: [] },
    { signature },
  ),
})
const forEthereum = Object.entries(signed(1))
const raw = signed(1)["EIP-1559"]

const sending = (bytes: string, answer: (method: string) => unknown, network = mainnet) => {
  const { asked, rpc } = makeScriptedRpc(answer)
  return Effect.runPromise(
    Effect.map(Effect.result(broadcast({ network, rpc, raw: bytes })), (result) => ({ result, asked })),
  )
}

describe("readSigned", () => {
  const account = privateKeyToAccount(`0x${"46".repeat(32)}`)
  const content = { chainId: 1, nonce: 9, gas: 21_000n, to, value: 5n, data: "0x12" } as const

  it.each([
    ["legacy", { type: "legacy", gasPrice: 1n }],
    ["EIP-2930", { type: "eip2930", gasPrice: 1n }],
    ["EIP-1559", { type: "eip1559", maxFeePerGas: 1n }],
  ] as const)("returns the signer, nonce and content of %s bytes", async (_, type) => {
    const bytes = await account.signTransaction({ ...content, ...type })
    expect(await Effect.runPromise(readSigned({ network: mainnet, raw: bytes }))).toEqual({
      from: account.address,
      mark: {
        hash: keccak256(bytes),
        own: "0x9",
        from: account.address.toLowerCase(),
        to: to.toLowerCase(),
        value: "0x5",
        data: "0x12",
      },
    })
  })

  it("returns nothing for bytes of another network, and for a signature without a signer", async () => {
    const none = { from: null, mark: {} }
    const bytes = await account.signTransaction({ ...content, type: "legacy", gasPrice: 1n })
    expect(await Effect.runPromise(readSigned({ network: optimism, raw: bytes }))).toEqual(none)
    const signerless = legacy(
      { ...fields, type: "legacy", chainId: 1, gasPrice: 1n },
      { signature: { r: 2n ** 256n - 1n, s: 1n, yParity: 0 } },
    )
    expect(await Effect.runPromise(readSigned({ network: mainnet, raw: signerless }))).toEqual(none)
  })
})

describe("broadcast", () => {
  it.each(forEthereum)("sends %s bytes to their own network only", async (_, bytes) => {
    const hash = keccak256(bytes)
    const { asked, result } = await sending(bytes, () => hash)
    expect(result).toMatchObject({ success: hash })
    expect(asked).toEqual([["eth_sendRawTransaction", [bytes]]])
    expect(toTransactionHash({ network: mainnet, raw: bytes })).toBe(hash)

    const elsewhere = await sending(bytes, () => hash, optimism)
    expect(elsewhere.result).toMatchObject({
      failure: { _tag: "TransferRejected", reason: { _tag: "Malformed" } },
    })
    expect(elsewhere.asked).toEqual([])
  })

  it.each([
    ["nothing", ""],
    ["no bytes", "0x"],
    ["half a byte", `${raw}0`],
    ["a text", "hello"],
    ["a byte too many", `${raw}00`],
    ["a byte too few", raw.slice(0, -2)],
    ["an unknown type", `0x05${raw.slice(4)}`],
    ["an unsigned transaction", eip1559({ ...fields, type: "eip1559", chainId: 1, maxFeePerGas: 1n })],
    ["one from before EIP-155", legacy({ ...fields, type: "legacy", gasPrice: 1n }, { signature })],
    ["a lone text of RLP", "0x8568656c6c6f"],
  ])("fails with Malformed for %s", async (_, bytes) => {
    expect((await sending(bytes, () => "0x")).result).toMatchObject({
      failure: { _tag: "TransferRejected", reason: { _tag: "Malformed" } },
    })
    expect(toTransactionHash({ network: mainnet, raw: bytes })).toBe(null)
  })

  it("never throws for arbitrary bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), fc.constantFrom("", "02", "01", "04"), (bytes, type) => {
        const text = `0x${type}${bytesToHex(bytes)}`
        const hash = toTransactionHash({ network: mainnet, raw: text })
        expect(hash === null || hash.length === 66).toBe(true)
      }),
    )
  })

  it("reports the node's rejection, and Uncertain when the node does not respond", async () => {
    const refusing = await sending(raw, (method) =>
      method === "eth_sendRawTransaction"
        ? new ScriptedRejection(toRpcErrorResponse(-32000, "insufficient funds"))
        : null,
    )
    expect(refusing.result).toMatchObject({
      failure: { _tag: "BroadcastError", reason: { _tag: "Refused", text: "insufficient funds" } },
    })
    const silent = await sending(raw, () => new ScriptedRejection({ _tag: "Unreachable", detail: "cut" }))
    expect(silent.result).toMatchObject({
      failure: { _tag: "BroadcastError", reason: { _tag: "Uncertain" } },
    })
  })

  const refuseNonce = async (
    change: {
      readonly text?: string
      readonly block?: unknown
      readonly count?: unknown
      readonly receipt?: unknown
    } = {},
  ) => {
    const account = privateKeyToAccount(`0x${"46".repeat(32)}`)
    const bytes = await account.signTransaction({ chainId: 1, nonce: 9, gas: 21_000n, to, type: "eip1559" })
    const { text = "nonce too low", block = "0x100", count = "0xa", receipt = null } = change
    const { asked, result } = await sending(bytes, (method) => {
      if (method === "eth_sendRawTransaction") return new ScriptedRejection(toRpcErrorResponse(-32000, text))
      if (method === "eth_blockNumber") return block
      if (method === "eth_getTransactionCount") return count
      return method === "eth_getTransactionReceipt" ? receipt : null
    })
    return { asked, result, sender: account.address.toLowerCase() }
  }

  it("reports Refused for a nonce that was used long ago, by a transaction that the node does not call this one", async () => {
    const { asked, result, sender } = await refuseNonce()
    expect(result).toMatchObject({
      failure: { _tag: "BroadcastError", reason: { _tag: "Refused", code: -32000, text: "nonce too low" } },
    })
    expect(asked).toContainEqual(["eth_getTransactionCount", [sender, "0xc0"]])
  })

  it.each([
    ["was used in one of the latest blocks", { count: "0x9" }],
    [
      "has a state that the node has pruned",
      { count: new ScriptedRejection(toRpcErrorResponse(-32000, "pruned")) },
    ],
    ["belongs to a chain of few blocks", { block: "0x20" }],
    ["is told by a node without a block", { block: null }],
    ["was used by these bytes", { receipt: { blockNumber: "0x1" } }],
    [
      "belongs to a receipt that cannot be read",
      { receipt: new ScriptedRejection(toRpcErrorResponse(-32000, "busy")) },
    ],
  ] as const)("reports Uncertain for a used nonce that %s", async (_, change) => {
    expect((await refuseNonce(change)).result).toMatchObject({
      failure: { _tag: "BroadcastError", reason: { _tag: "Uncertain" } },
    })
  })
})
