import type { Network, RpcReason } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { openRecord, readData, toOutcome } from "../testing/record.ts"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { makeEvmActions } from "./actions.ts"

const actions = makeEvmActions([])
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`

const Integer = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
)
const Transfer = z.object({
  from: z.string(),
  to: z.string(),
  token: z.nullable(z.string()),
  amount: Integer,
})
const Data = z.object({
  transfers: z.array(z.object({ id: z.string(), transfer: Transfer })),
  approvals: z.array(z.object({ token: z.string(), spender: z.string(), amount: Integer })),
  approvalData: z.array(z.string()),
  raw: z.array(z.object({ id: z.string(), raw: z.string() })),
  addresses: z.array(z.string()),
  reverts: z.array(
    z.object({ id: z.string(), code: z.number(), text: z.string(), data: z.optional(z.unknown()) }),
  ),
  tokens: z.array(z.object({ id: z.string(), decimals: z.string(), symbol: z.string(), name: z.string() })),
})
const { addresses, approvalData, approvals, raw, reverts, tokens, transfers } = Data.parse(
  readData("evmByteInputs"),
)
const record = openRecord("evmBytes")

const [first] = transfers
if (first === undefined) throw new Error("no transfers")

/** A node on which everyone has 10^24 of everything, and calls take 50,000 gas. */
const makeNode = (refusal: RpcReason | null = null) =>
  makeScriptedRpc((method, [asked]) => {
    switch (method) {
      case "eth_call":
        // Mantle's ratio, which its contract has on no other network.
        if (JSON.stringify(asked).includes('"data":"0x06f837d3"'))
          return new ScriptedRejection(toRpcErrorResponse(3, "execution reverted"))
        return word(10n ** 24n)
      case "eth_getBalance":
        return word(10n ** 24n)
      case "eth_estimateGas":
        return refusal === null ? "0xc350" : new ScriptedRejection(refusal)
      case "eth_gasPrice":
        return "0x3b9aca00"
      case "eth_getBlockByNumber":
        return { number: "0x10", hash: word(7n), timestamp: "0xa0", baseFeePerGas: "0x3b9aca00" }
      default:
        return undefined
    }
  })

const estimate = (
  network: Network,
  { rpc }: ReturnType<typeof makeNode>,
  { transfer }: (typeof transfers)[number],
) => Effect.runPromise(toOutcome(actions.estimate({ network, rpc, transfer })))

describe("recorded bytes of EVM", () => {
  it.each(transfers)("estimates, asks for fees and builds as recorded: $id", async (one) => {
    const node = makeNode()
    const fee = await estimate(optimism, node, one)
    const transaction = "refused" in fee ? null : actions.build({ transfer: one.transfer, fee })
    const calls = node.asked
      .filter(([method]) => method === "eth_call" || method === "eth_estimateGas")
      .map((call) => JSON.stringify(call))
      .toSorted()
    expect(record.put(one.id, { fee, transaction, calls })).toEqual(record.get(one.id))
  })

  it("encodes and decodes approvals as recorded", () => {
    const { contracts } = actions
    const made = approvals.map((approval) => contracts?.approve(approval))
    const spenders = [...approvalData, ...made.map((call) => call?.data ?? "")].map((data) =>
      contracts?.decodeSpender(data),
    )
    expect(record.put("approvals", { made, spenders })).toEqual(record.get("approvals"))
  })

  it.each(raw)("hashes a signed transaction of each network as recorded: $id", ({ id, raw: bytes }) => {
    const hashes = [mainnet, optimism].map((network) => actions.toTransactionHash({ network, raw: bytes }))
    expect(record.put(`raw-${id}`, hashes)).toEqual(record.get(`raw-${id}`))
  })

  it.each(reverts)("decodes a rejection as recorded: $id", async ({ id, ...reason }) => {
    const said = await estimate(mainnet, makeNode({ _tag: "Answered", ...reason }), first)
    expect(record.put(`revert-${id}`, said)).toEqual(record.get(`revert-${id}`))
  })

  it.each(tokens)("decodes a token as recorded: $id", async ({ decimals, id, name, symbol }) => {
    const answers = { "0x313ce567": decimals, "0x95d89b41": symbol, "0x06fdde03": name }
    const Asked = z.object({ data: z.enum(["0x313ce567", "0x95d89b41", "0x06fdde03"]) })
    const { rpc } = makeScriptedRpc((_, [call]) => answers[Asked.parse(call).data])
    const token = await Effect.runPromise(
      toOutcome(actions.token({ network: mainnet, rpc, token: first.transfer.to })),
    )
    expect(record.put(`token-${id}`, token)).toEqual(record.get(`token-${id}`))
  })

  it("normalizes addresses as recorded", () => {
    const normalized = Object.fromEntries(addresses.map((text) => [text, actions.address(text)]))
    expect(record.put("addresses", normalized)).toEqual(record.get("addresses"))
  })
})
