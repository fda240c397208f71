import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { decodeWord } from "./abi.ts"
import { type Hex, toQuantityHex } from "./Hex.ts"
import { encodeRlp } from "./rlp.ts"

/** The contracts that report a rollup's fee for data on its parent chain. Source: OP Stack, Scroll. */
const oracles = ["0x420000000000000000000000000000000000000F", "0x5300000000000000000000000000000000000002"]

/** `getL1Fee(bytes)` */
const getL1FeeSelector = "49948e0e"

/**
 * Fetches a rollup's fee on top of the gas, in wei; 0 on other networks, which have no such contract. It is not a field
 * of the transaction, so its maximum assumes that the parent chain's price doubles.
 */
export const fetchRollupFee = (
  rpc: Rpc,
  transaction: {
    readonly chainId: bigint
    readonly call: { readonly to: string; readonly value: Hex; readonly data: Hex }
  },
): Effect.Effect<{ readonly expected: bigint; readonly most: bigint }, RpcError> => {
  const data = encodeOracleCall(encodeUnsigned(transaction))
  return Effect.forEach(
    oracles,
    (to) => fetchNodeOrNull(rpc, ["eth_call", { to, data }, "latest"], (answer) => decodeWord(answer)),
    { concurrency: "unbounded" },
  ).pipe(
    Effect.map((fees) => {
      const expected = fees.reduce<bigint>((sum, fee) => sum + (fee ?? 0n), 0n)
      return { expected, most: expected * 2n }
    }),
  )
}

/** Encodes the transaction with its final length: unknown fields have placeholders of the same size. */
const encodeUnsigned = ({ call, chainId }: Parameters<typeof fetchRollupFee>[1]): Hex => {
  const fields = [encodeNumber(chainId), "0xffff", "0x3b9aca07", "0x4a817c8035", "0x0f4240"] as const
  const body = encodeRlp([...fields, encodeAddress(call.to), encodeNumber(BigInt(call.value)), call.data, []])
  return `0x02${body.slice(2)}`
}

const encodeNumber = (value: bigint): Hex => {
  if (value === 0n) return "0x"
  const hex = toQuantityHex(value)
  return hex.length % 2 === 0 ? hex : `0x0${hex.slice(2)}`
}

const encodeAddress = (address: string): Hex => `0x${address.slice(-40)}`

/** Encodes a call with one argument of type `bytes`. */
const encodeOracleCall = (bytes: Hex): Hex => {
  const digits = bytes.slice(2)
  const length = (digits.length / 2).toString(16).padStart(64, "0")
  return `0x${getL1FeeSelector}${"20".padStart(64, "0")}${length}${digits.padEnd(Math.ceil(digits.length / 64) * 64, "0")}`
}
