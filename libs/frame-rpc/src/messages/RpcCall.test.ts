import { expect, it } from "vitest"
import * as z from "zod/mini"
import { safeMethods, unsafeMethods } from "../methodPolicy.ts"
import type { MessageRow } from "../testing/messageRows.ts"
import { RpcCall } from "./RpcCall.ts"

const call = (to: unknown, more: object = {}) => [{ calls: [{ to, ...more }] }]
const methods: Readonly<Record<string, MessageRow>> = {
  solana_signMessage: {
    good: [{ message: "2NEpo7TZRRrLZSi2U", pubkey: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" }, { message: "2N" }],
    bad: [undefined, [], {}, { message: "0OIl", pubkey: "5e" }, { message: "", pubkey: "5e" }],
  },
  solana_signTransaction: {
    good: [
      { transaction: "3xQ" },
      { transaction: "3xQ", pubkey: "5e", feePayer: "5e", instructions: [{ programId: "1" }] },
    ],
    bad: [undefined, {}, { transaction: 1 }],
  },
  solana_signAllTransactions: {
    good: [{ transactions: [] }, { transactions: ["3xQ", "4"] }],
    bad: [undefined, {}, { transactions: "3xQ" }, { transactions: [1] }],
  },
  solana_signAndSendTransaction: {
    good: [
      { transaction: "3xQ" },
      { transaction: "3xQ", options: {} },
      { transaction: "3xQ", options: { skipPreflight: null, maxRetries: null } },
      ...["processed", "confirmed", "finalized", "recent", "single", "singleGossip", "root", "max"].map(
        (preflightCommitment) => ({
          transaction: "3xQ",
          options: { skipPreflight: true, preflightCommitment, maxRetries: 3, minContextSlot: 5 },
        }),
      ),
    ],
    bad: [
      undefined,
      {},
      { transaction: "3xQ", options: { preflightCommitment: "latest" } },
      { transaction: "3xQ", options: { maxRetries: "3" } },
    ],
  },
  wallet_sendCalls: {
    good: [
      call("0x1"),
      call("0x1", { data: "0x", value: "0x1" }),
      [{ chainId: 1, from: "0x1", version: "2.0.0", capabilities: { any: [1] }, calls: [] }],
      [{ chainId: "0x1", calls: [] }],
    ],
    bad: [
      undefined,
      [],
      {},
      [{}],
      call("1"),
      call(undefined),
      call("0x1", { data: "1" }),
      call("0x1", { value: 1 }),
      [...call("0x1"), ...call("0x1")],
    ],
  },
  wallet_getCallsStatus: { good: [["0x1"], []], bad: [undefined, [1], "0x1"] },
  wallet_getCapabilities: { good: [undefined, [], ["0x1", ["0x1"]]], bad: [{}, "0x1", null] },
  wallet_revokePermissions: { good: [undefined, [], { context: "0x" }, "0x"], bad: [] },
  wallet_getAssets: { good: [undefined, [], { account: "0x1" }, null], bad: [] },
}
const without: readonly string[] = [
  "eth_accounts",
  "eth_blockNumber",
  "eth_chainId",
  "eth_gasPrice",
  "eth_maxPriorityFeePerGas",
  "eth_newBlockFilter",
  "eth_newPendingTransactionFilter",
  "eth_supportedEntryPoints",
]
const list: MessageRow = { good: [[], ["0x1", {}]], bad: [undefined, null, {}, "0x1"] }

const called = (method: string, params: unknown) => z.safeParse(RpcCall, { method, params })

it.each([...safeMethods, ...unsafeMethods].filter((method) => !without.includes(method)))(
  "accepts valid parameters of %s only",
  (method) => {
    const { bad, good } = methods[method] ?? list
    expect(good.map((params) => called(method, params))).toEqual(
      good.map((params) => ({
        success: true,
        data: { method, ...(params !== undefined && { params }) },
      })),
    )
    expect(bad.filter((params) => called(method, params).success)).toEqual([])
  },
)

it.each(without)("drops all parameters of %s", (method) => {
  for (const params of [undefined, [], ["0x1"], {}]) {
    expect(called(method, params)).toEqual({ success: true, data: { method } })
  }
})

it.each(["eth_sign", "constructor", "__proto__", "toString", ""])(
  "drops all parameters of the unlisted %j",
  (method) => {
    expect(z.parse(RpcCall, { method, params: ["0x1"] })).toEqual({ method })
  },
)
