import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { decodeWord } from "./abi.ts"
import { type Hex, toQuantityHex } from "./Hex.ts"
import { encodeRlp } from "./rlp.ts"

/** Where a rollup says what it takes for keeping a transaction on the chain below it. Source: OP Stack, Scroll. */
const oracles = ["0x420000000000000000000000000000000000000F", "0x5300000000000000000000000000000000000002"]

/** `getL1Fee(bytes)` */
const getL1FeeSelector = "49948e0e"

/**
 * What a rollup takes on top of the gas, in wei; nothing on other networks, where nobody answers. It is in no term of
 * the transaction, so that at most is what it would be if the chain below became twice as dear.
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

/** Of the length that it will have: what is not known yet stands for itself with as many bytes. */
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

/** One argument of type `bytes`. */
const encodeOracleCall = (bytes: Hex): Hex => {
  const digits = bytes.slice(2)
  const length = (digits.length / 2).toString(16).padStart(64, "0")
  return `0x${getL1FeeSelector}${"20".padStart(64, "0")}${length}${digits.padEnd(Math.ceil(digits.length / 64) * 64, "0")}`
}
