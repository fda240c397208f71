import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { toQuantityHex } from "../Hex.ts"
import { fetchFeeWarning } from "./feeWarnings.ts"

const gwei = 10n ** 9n
const nodeAt = (price: bigint | null): Rpc =>
  makeScriptedRpc((method) =>
    method === "eth_gasPrice" && price !== null ? toQuantityHex(price * gwei) : undefined,
  ).rpc
const gas = 100_000n

/** Returns the warning of a transaction at 1,000 gwei per gas. */
const warn = (node: bigint | null, second: bigint | null) =>
  Effect.runPromise(
    fetchFeeWarning(
      { ...nodeAt(node), second: Effect.succeed(second === null ? null : nodeAt(second)) },
      { gas: toQuantityHex(gas), maxFeePerGas: toQuantityHex(1_000n * gwei) },
    ),
  )

describe("fetchFeeWarning", () => {
  const warning = [{ _tag: "HighFee", fee: 1_000n * gwei * gas }]

  it.each([
    ["the node's price is far lower", 20n, null],
    ["the node calls the price usual, but a second one does not", 1_000n, 20n],
    ["only the second node reports a price", null, 20n],
    ["no node reports a price", null, null],
  ])("warns when %s", async (_, node, second) => {
    expect(await warn(node, second)).toEqual(warning)
  })

  it.each([
    ["both nodes call the price usual", 200n, 100n],
    ["there is one node, which calls it usual", 100n, null],
  ])("does not warn when %s", async (_, node, second) => {
    expect(await warn(node, second)).toEqual([])
  })
})
