import {
  decodeChainId,
  type Hex,
  isHexAddress,
  isHexBytes,
  parseQuantity,
  readAddress,
  readBytes,
  readQuantity,
} from "@wmodal/chains/internal"
import { broadcast, type Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { keccak256 } from "ox/Hash"
import * as z from "zod/mini"
import type { DevNetwork } from "./DevNetwork.ts"
import { internalError, invalidParamsError, ProviderError } from "./ProviderError.ts"
import { nodeUnavailableError } from "./WalletAccess.ts"

/** An unsigned transaction. Amounts in wei. */
export type UnsignedTransaction = {
  readonly chainId: number
  readonly nonce: number
  readonly gas: bigint
  readonly to: Hex | null
  readonly value: bigint
  readonly data: Hex
} & Fees

/** EIP-1559 fees where blocks have a base fee, else a gas price. EIP-7702 uses EIP-1559 fees. */
export type Fees =
  | { readonly type: "eip1559"; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: "legacy"; readonly gasPrice: bigint }
  | {
      readonly type: "eip7702"
      readonly maxFeePerGas: bigint
      readonly maxPriorityFeePerGas: bigint
      readonly authorizationList: readonly SignedAuthorization[]
    }

/** An authorization to run the code of `address`. Source: EIP-7702. */
export interface Authorization {
  readonly chainId: number
  readonly address: Hex
  /** The account's nonce when the authorization is applied: one more than its own transaction's. */
  readonly nonce: number
}

export interface SignedAuthorization extends Authorization {
  readonly r: Hex
  readonly s: Hex
  readonly yParity: number
}

/** Returns the maximum price of one unit of gas in wei. */
export const getGasPrice = (fees: Fees): bigint =>
  fees.type === "legacy" ? fees.gasPrice : fees.maxFeePerGas

/** Values of requests, read as the modal reads them: a wallet that were stricter would refuse what was reviewed. */
export const address = z.pipe(
  z.transform((value: unknown): unknown => readAddress(value)),
  z.custom<Hex>(isHexAddress),
)
export const bytes = z.pipe(
  z.transform((value: unknown): unknown => readBytes(value)),
  z.custom<Hex>(isHexBytes),
)
export const quantity = z.pipe(
  z.transform((value: unknown): unknown => readQuantity(value)),
  z.custom<bigint>((value) => typeof value === "bigint"),
)

/**
 * The parameters of `eth_sendTransaction`, in their plain form. Signing without any other would be another transaction than the requested one,
 * such as one with authorizations (EIP-7702) or blobs (EIP-4844).
 */
export const transactionRequest = z.strictObject({
  from: address,
  to: z.nullish(address),
  value: z.optional(quantity),
  data: z.optional(bytes),
  input: z.optional(bytes),
  gas: z.optional(quantity),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  nonce: z.optional(quantity),
  chainId: z.optional(z.unknown()),
  /** The same as `gas`. */
  gasLimit: z.optional(quantity),
  /** A legacy, EIP-2930 or EIP-1559 transaction. */
  type: z.optional(quantity.check(z.maximum(2n))),
  /** Only changes the fee. Source: EIP-2930. */
  accessList: z.optional(z.unknown()),
})

export type TransactionRequest = z.infer<typeof transactionRequest>

/** Sends a request to a node of the transaction's network. */
export type NodeRequest = (
  method: string,
  params: readonly unknown[],
) => Effect.Effect<unknown, ProviderError>

const gwei = 1_000_000_000n

/** Fills all fields except the nonce, which is taken after approval. */
export const fillTransaction = Effect.fnUntraced(function* (
  request: TransactionRequest,
  chainId: number,
  ask: NodeRequest,
) {
  const contradiction = findContradiction(request, chainId)
  if (contradiction !== null) return yield* invalidParamsError(contradiction)
  const to = request.to ?? null
  const value = request.value ?? 0n
  const data = request.data ?? request.input ?? "0x"
  const fees = yield* fillFees(request, ask)
  const gas =
    request.gas ??
    request.gasLimit ??
    (yield* fetchQuantity(ask, "eth_estimateGas", [
      { from: request.from, ...(to === null ? {} : { to }), value: `0x${value.toString(16)}`, data },
    ]))
  return { chainId, to, value, data, gas, ...fees }
})

/** Returns the reason why no node could accept the request, or `null`. */
const findContradiction = (request: TransactionRequest, chainId: number): string | null => {
  const { data, gas, gasLimit = gas, gasPrice, input, maxFeePerGas, maxPriorityFeePerGas } = request
  const { nonce = 0n } = request
  if (request.chainId != null && decodeChainId(request.chainId) !== chainId)
    return "the transaction is for a different network than the wallet's"
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
    return "data and input differ"
  if (gas !== undefined && gas !== gasLimit) return "gas and gasLimit differ"
  if (gasPrice !== undefined && (maxFeePerGas ?? maxPriorityFeePerGas) !== undefined)
    return "it has both a gas price and EIP-1559 fees"
  if (maxFeePerGas !== undefined && (maxPriorityFeePerGas ?? 0n) > maxFeePerGas)
    return "the priority fee exceeds the maximum fee"
  return nonce > Number.MAX_SAFE_INTEGER ? "the nonce is too large" : null
}

/** Broadcasts a signed transaction through the node that returned its nonce. Returns its hash. */
export const broadcastTransaction = (
  raw: Hex,
  { network, node }: { readonly network: DevNetwork; readonly node: Rpc },
): Effect.Effect<Hex, ProviderError> => {
  const hash = keccak256(raw)
  return broadcast(node, { raw, hash }).pipe(
    Effect.mapError(({ reason }) => {
      switch (reason._tag) {
        case "Refused":
          return new ProviderError({ code: reason.code, message: reason.text })
        case "NotSent":
          return nodeUnavailableError(network)
        case "Uncertain":
          return new ProviderError({ code: -32603, message: possiblySentError(hash), data: { hash } })
      }
    }),
    Effect.as(hash),
  )
}

const possiblySentError = (hash: Hex) =>
  `The transaction may have been sent. Check ${hash} before you send another one.`

const nonceMethod = "eth_getTransactionCount"

/** Returns the nonce that the dApp set, else the node's next one. */
export const fetchNonce = (
  request: Pick<TransactionRequest, "from" | "nonce">,
  ask: NodeRequest,
): Effect.Effect<number, ProviderError> =>
  request.nonce === undefined
    ? Effect.flatMap(fetchQuantity(ask, nonceMethod, [request.from, "pending"]), (nonce) =>
        nonce > Number.MAX_SAFE_INTEGER
          ? Effect.fail(invalidResponseError(nonceMethod))
          : Effect.succeed(Number(nonce)),
      )
    : Effect.succeed(Number(request.nonce))

const block = z.object({ baseFeePerGas: z.optional(quantity) })

type ChosenFees = Pick<TransactionRequest, "gasPrice" | "maxFeePerGas" | "maxPriorityFeePerGas">

/** Returns the fees that the dApp set, and the node's suggestions for the others. */
export const fillFees = (
  request: ChosenFees,
  ask: NodeRequest,
): Effect.Effect<Exclude<Fees, { readonly type: "eip7702" }>, ProviderError> =>
  Effect.gen(function* () {
    if (request.gasPrice !== undefined) return { type: "legacy", gasPrice: request.gasPrice }
    const { maxFeePerGas, maxPriorityFeePerGas } = request
    if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined) {
      return { type: "eip1559", maxFeePerGas, maxPriorityFeePerGas }
    }
    const latest = block.safeParse(yield* ask("eth_getBlockByNumber", ["latest", false]))
    if (!latest.success) return yield* internalError("The node returned no latest block.")
    const { baseFeePerGas } = latest.data
    if (baseFeePerGas === undefined) {
      return { type: "legacy", gasPrice: yield* fetchQuantity(ask, "eth_gasPrice", []) }
    }
    const suggested =
      maxPriorityFeePerGas ??
      // Some nodes do not suggest a tip.
      (yield* Effect.orElseSucceed(fetchQuantity(ask, "eth_maxPriorityFeePerGas", []), () => gwei))
    const ceiling = maxFeePerGas ?? baseFeePerGas * 2n + suggested
    return {
      type: "eip1559",
      maxFeePerGas: ceiling,
      maxPriorityFeePerGas: suggested < ceiling ? suggested : ceiling,
    }
  })

const invalidResponseError = (method: string) =>
  internalError(`The node returned an invalid response to ${method}.`)

export const fetchQuantity = (ask: NodeRequest, method: string, params: readonly unknown[]) =>
  Effect.flatMap(ask(method, params), (answer) => {
    const value = parseQuantity(answer)
    return value === null ? Effect.fail(invalidResponseError(method)) : Effect.succeed(value)
  })
