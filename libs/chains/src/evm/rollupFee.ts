import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, type Hex, parseAbi, serializeTransaction } from "viem"
import { fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { decodeUint, toHexAddress } from "./contracts/contractAbi.ts"

/** The contracts that report a rollup's fee for data on its parent chain. Source: OP Stack, Scroll. */
const oracles = ["0x420000000000000000000000000000000000000F", "0x5300000000000000000000000000000000000002"]

/** The one function of them that both have; viem's actions of the OP Stack need its own client. */
const oracleAbi = parseAbi(["function getL1Fee(bytes transaction) view returns (uint256)"])

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
  const data = encodeFunctionData({ abi: oracleAbi, args: [encodeUnsigned(transaction)] })
  return Effect.forEach(
    oracles,
    (to) => fetchNodeOrNull(rpc, ["eth_call", { to, data }, "latest"], decodeUint),
    { concurrency: "unbounded" },
  ).pipe(
    Effect.map((fees) => {
      const expected = fees.reduce<bigint>((sum, fee) => sum + (fee ?? 0n), 0n)
      return { expected, most: expected * 2n }
    }),
  )
}

/** Encodes the transaction with its final length: unknown fields have placeholders of the same size. */
const encodeUnsigned = ({ call, chainId }: Parameters<typeof fetchRollupFee>[1]): Hex =>
  serializeTransaction({
    type: "eip1559",
    chainId: Number(chainId),
    nonce: 0xffff,
    maxPriorityFeePerGas: 0x3b9aca07n,
    maxFeePerGas: 0x4a817c8035n,
    gas: 0x0f4240n,
    to: toHexAddress(call.to),
    value: BigInt(call.value),
    data: call.data,
  })
