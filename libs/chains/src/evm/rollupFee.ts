import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, type Hex, parseAbi, serializeTransaction } from "viem"
import { fetchNode } from "../rpc/fetchNode.ts"
import { decodeUint, toHexAddress } from "./contracts/contractAbi.ts"
import { toRevertReason } from "./revertReason.ts"

/** The contracts that report a rollup's fee for data on its parent chain. Source: OP Stack, Scroll. */
const opStackOracle = "0x420000000000000000000000000000000000000F"
const scrollOracle = "0x5300000000000000000000000000000000000002"

/** Their functions; viem's actions of the OP Stack need its own client. `tokenRatio` is Mantle's. */
const oracleAbi = parseAbi([
  "function getL1Fee(bytes transaction) view returns (uint256)",
  "function getOperatorFee(uint256 gas) view returns (uint256)",
  "function tokenRatio() view returns (uint256)",
])

/** A rollup's fee for the data of a transaction, as its oracle reports it. */
export interface DataFee {
  /** Wei of the parent chain's currency; 0 on other networks, which have no such contract. */
  readonly amount: bigint
  /** True if the network may have a fee for its operator, and a currency other than its parent chain's. */
  readonly isOpStack: boolean
}

type UnsignedCall = {
  readonly chainId: bigint
  readonly call: { readonly to: string; readonly value: Hex; readonly data: Hex }
}

/** Fetches a rollup's fee for data. Fails if an oracle cannot be asked: an unread fee is not zero. */
export const fetchDataFee = (rpc: Rpc, transaction: UnsignedCall): Effect.Effect<DataFee, RpcError> => {
  const data = encodeFunctionData({
    abi: oracleAbi,
    functionName: "getL1Fee",
    args: [encodeUnsigned(transaction)],
  })
  return Effect.map(
    Effect.all([askOracle(rpc, opStackOracle, data), askOracle(rpc, scrollOracle, data)], {
      concurrency: "unbounded",
    }),
    ([opStack, scroll]) => ({ amount: (opStack ?? 0n) + (scroll ?? 0n), isOpStack: opStack !== null }),
  )
}

/**
 * Fetches a rollup's whole fee on top of the gas, in wei. It is not a field of the transaction: the maximum assumes
 * that the parent chain's price doubles, and takes the operator's fee for the gas limit, because a node checks the
 * balance for that.
 */
export const fetchRollupFee = (
  rpc: Rpc,
  { amount, isOpStack }: DataFee,
  { gas, limit }: { readonly gas: bigint; readonly limit: bigint },
): Effect.Effect<{ readonly expected: bigint; readonly most: bigint }, RpcError> =>
  isOpStack
    ? Effect.map(
        Effect.all([fetchTokenRatio(rpc), fetchOperatorFee(rpc, gas), fetchOperatorFee(rpc, limit)], {
          concurrency: "unbounded",
        }),
        ([ratio, expected, most]) => ({
          expected: amount * ratio + (expected ?? 0n),
          most: 2n * amount * ratio + (most ?? 0n),
        }),
      )
    : Effect.succeed({ expected: amount, most: 2n * amount })

/**
 * Fetches the operator's fee for that much gas, in wei, with the terms of a block; `null` where there is none. The
 * contract knows the formula of its own upgrade: Isthmus divides the scalar by 1,000,000, Jovian multiplies it by 100.
 * Source: OP Stack, operator fee.
 */
export const fetchOperatorFee = (
  rpc: Rpc,
  gas: bigint,
  block: Hex | "latest" = "latest",
): Effect.Effect<bigint | null, RpcError> =>
  askOracle(
    rpc,
    opStackOracle,
    encodeFunctionData({ abi: oracleAbi, functionName: "getOperatorFee", args: [gas] }),
    block,
  )

/** Fetches how many units of the network's currency its parent chain's is worth. Source: Mantle. */
const fetchTokenRatio = (rpc: Rpc): Effect.Effect<bigint, RpcError> =>
  Effect.map(
    askOracle(rpc, opStackOracle, encodeFunctionData({ abi: oracleAbi, functionName: "tokenRatio" })),
    (ratio) => ratio ?? 1n,
  )

/** Asks an oracle. @returns `null` if there is no contract, or none with this function */
const askOracle = (
  rpc: Rpc,
  to: string,
  data: Hex,
  block: Hex | "latest" = "latest",
): Effect.Effect<bigint | null, RpcError> =>
  fetchNode(rpc, ["eth_call", { to, data }, block], (answer) => {
    if (answer === "0x") return { value: null }
    const value = decodeUint(answer)
    return value === null ? null : { value }
  }).pipe(
    Effect.map(({ value }) => value),
    Effect.catchIf(
      ({ reason }) => toRevertReason(reason) !== null,
      () => Effect.succeed(null),
    ),
  )

/** Encodes the transaction with its final length: unknown fields have placeholders of the same size. */
const encodeUnsigned = ({ call, chainId }: UnsignedCall): Hex =>
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
