import { Result } from "effect"
import { parseBitcoinUri } from "./BitcoinUri.ts"
import type { CaipNetworkId, Namespace } from "./Caip.ts"
import { parseEthereumUri } from "./EthereumUri.ts"
import { parseSolanaUri } from "./SolanaUri.ts"

/** The payment that a link of any chain requests. All fields are untrusted. */
export interface PaymentUri {
  readonly namespace: Namespace
  /** `null` if the link is for any network of the chain. */
  readonly network: CaipNetworkId | null
  /** An address or, in an `ethereum:` link, a name. As written: a checksum is not verified. */
  readonly recipient: string
  /** The token's contract as written, `null` for the native currency. Absent where the payer chooses it. */
  readonly token?: string | null
  /** Absent where the payer chooses it. A link with an amount has a token. */
  readonly amount?: PaymentUriAmount
  /** Accounts that the payment mentions, so that the recipient finds it. Source: Solana Pay. */
  readonly references: readonly string[]
  /** The text that the payment carries. Source: Solana Pay. */
  readonly memo?: string
  /** The recipient's name. */
  readonly label?: string
  /** The purpose of the payment. */
  readonly message?: string
  /** The names of the optional parts that no payment carries out. */
  readonly unused: readonly string[]
}

/** An amount in base units, or a decimal number of whole tokens of unknown decimals. */
export type PaymentUriAmount =
  | { readonly _tag: "Units"; readonly units: bigint }
  | { readonly _tag: "Whole"; readonly text: string }

/** Why a payment link was rejected. */
export type PaymentUriReason =
  /** It names no recipient. */
  | { readonly _tag: "Form" }
  /** An unknown part without which the link must not be paid. */
  | { readonly _tag: "Required"; readonly name: string }
  /** A repeated or malformed part, or one that would change the payment. */
  | { readonly _tag: "Parameter"; readonly name: string }
  /** The link calls another function of a contract than a token's transfer. */
  | { readonly _tag: "Call"; readonly name: string }
  /** The link names a server that chooses the transaction. */
  | TransactionRequestReason

/**
 * A link to a server that chooses the transaction. `host` has the port where it is no default one, at most 128
 * characters, and is empty if the URL is invalid. `url` is `null` unless it is `https:`, or `http:` on this machine,
 * and without credentials. Source:
 * Solana Pay, transaction requests.
 */
export interface TransactionRequestReason {
  readonly _tag: "TransactionRequest"
  readonly namespace: Namespace
  readonly host: string
  readonly url: string | null
}

/** Returns whether a text begins as a payment link. */
export const isPaymentUri = (text: string): boolean =>
  /^(?:bitcoin:|ethereum:|solana:(?:https?(?::|%3a)|[^:?]*(?:\?|$)))/is.test(text)

/**
 * Parses a `bitcoin:`, `ethereum:` or `solana:` link to all that it requests. Returns `null` if the text is no payment
 * link. Source: BIP-21, ERC-681, Solana Pay.
 */
export const parsePaymentUri = (text: string): Result.Result<PaymentUri, PaymentUriReason> | null => {
  if (!isPaymentUri(text)) return null
  if (/^bitcoin:/i.test(text)) return parseBitcoin(text)
  return /^ethereum:/i.test(text) ? parseEthereum(text) : parseSolana(text)
}

type Parsed = Result.Result<PaymentUri, PaymentUriReason>

const parseBitcoin = (text: string): Parsed => {
  const parsed = parseBitcoinUri(text)
  if (Result.isFailure(parsed)) {
    const { reason } = parsed.failure
    return Result.fail(reason._tag === "Amount" ? { _tag: "Parameter", name: "amount" } : reason)
  }
  const { address, amount, ...rest } = parsed.success
  return Result.succeed({
    namespace: "bip122",
    network: null,
    recipient: address,
    token: null,
    ...(amount !== undefined && { amount: { _tag: "Units", units: amount } }),
    references: [],
    ...rest,
  })
}

const parseEthereum = (text: string): Parsed => {
  const parsed = parseEthereumUri(text)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure.reason)
  const { arguments: args, chainId, function: call, target, value, ...gas } = parsed.success
  const base: Omit<PaymentUri, "recipient"> = {
    namespace: "eip155",
    network: chainId === undefined ? null : `eip155:${chainId}`,
    references: [],
    // The estimate of the payment itself decides the fee.
    unused: Object.keys(gas),
  }
  if (call === undefined) {
    return Result.succeed({
      ...base,
      recipient: target,
      ...(value !== undefined && { token: null, amount: { _tag: "Units", units: value } }),
    })
  }
  const [to, units] = args
  // Arguments are positional: in another order or number, they are those of another function.
  const isTransfer = call === "transfer" && to?.type === "address" && args.length <= 2
  if (!isTransfer || (units !== undefined && units.type !== "uint256"))
    return Result.fail({ _tag: "Call", name: call })
  if (value !== undefined && value !== 0n) return Result.fail({ _tag: "Parameter", name: "value" })
  // The contract of a name could change between two payments.
  if (!/^0x/i.test(target)) return Result.fail({ _tag: "Parameter", name: target })
  return Result.succeed({
    ...base,
    recipient: String(to.value),
    token: target,
    ...(units !== undefined && { amount: { _tag: "Units", units: BigInt(units.value) } }),
  })
}

const parseSolana = (text: string): Parsed => {
  const parsed = parseSolanaUri(text)
  if (Result.isFailure(parsed)) {
    const { reason } = parsed.failure
    return Result.fail(reason._tag === "TransactionRequest" ? { ...reason, namespace: "solana" } : reason)
  }
  const { amount, token, ...rest } = parsed.success
  // An address alone is for any token, a request without a mint for the native currency.
  const isRequest = amount !== undefined || rest.references.length > 0 || rest.memo !== undefined
  return Result.succeed({
    namespace: "solana",
    network: null,
    ...((token !== undefined || isRequest) && { token: token ?? null }),
    ...(amount !== undefined && { amount: { _tag: "Whole", text: amount } }),
    ...rest,
  })
}
