import type { RequestInterceptor } from "../../contract/RequestInterceptor.ts"
import { decodeBytes } from "../../standard/decodeBytes.ts"
import {
  type GuardedFeatureCall,
  type GuardOptions,
  interceptFeature,
} from "../../standard/interceptFeature.ts"
import type { StandardSession } from "../../standard/StandardSession.ts"
import { decodeList } from "../../wallet/decodeList.ts"
import { cachePerInterceptor } from "../../wallet/interceptRequest.ts"
import { loadForRequest } from "../../wallet/loadForRequest.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { copyTransaction, maxTransactions } from "./copyTransaction.ts"

const commitments: readonly unknown[] = [
  "processed",
  "confirmed",
  "finalized",
  "recent",
  "single",
  "singleGossip",
  "root",
  "max",
]

/** Solana Kit has slots and retries as bigints. */
const toNumber = (value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value)

const isNonNegativeInteger = (value: unknown): boolean =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0

const optionChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  preflightCommitment: (value) => commitments.includes(value),
  skipPreflight: (value) => typeof value === "boolean",
  maxRetries: isNonNegativeInteger,
  minContextSlot: isNonNegativeInteger,
}

/**
 * Parses a dApp's send options, which come after the transaction, or after the connection of `@solana/web3.js`. Unknown
 * options are dropped. Throws if a known one is invalid, or if they contradict each other.
 */
const parseSendOptions = (given: readonly unknown[]): object | undefined => {
  if (given.every((one) => one === undefined || one === null)) return undefined
  // The wallet would get a transaction that lacks their signatures.
  if (given.some((one) => decodeList(readMember(one, "signers"), 1)?.length === 1))
    throw invalidParamsError("signers is not supported: sign the transaction with them first.")
  return Object.fromEntries(
    Object.entries(optionChecks).flatMap(([name, isRight]) => {
      const [value, ...others] = given
        .map((one) => toNumber(readMember(one, name)) ?? undefined)
        .filter((one) => one !== undefined)
      if (value === undefined) return []
      if (!isRight(value) || others.some((other) => other !== value))
        throw invalidParamsError(`${name} is not valid.`)
      return [[name, value]]
    }),
  )
}

/**
 * A Solana wallet's provider for dApps, without access that bypasses the interceptor. A transaction is bytes, base64 or
 * base58, an object with `serialize()`, the `{ messageBytes, signatures }` of Solana Kit, or the params of WalletConnect's
 * `solana_signTransaction`. Options may come after a connection of `@solana/web3.js`, which is not used. All methods
 * reject with a `ProviderError`, or with the wallet's own error.
 */
export interface GuardedSolana {
  /** Base58; `null` before the wallet has shared an account. */
  readonly publicKey: string | null
  /** @returns the signature */
  readonly signMessage: (message: Uint8Array | string) => Promise<unknown>
  /** @returns the signed wire transaction, bytes */
  readonly signTransaction: (transaction: unknown) => Promise<unknown>
  /** @returns the signed wire transactions, in their order */
  readonly signAllTransactions: (transactions: readonly unknown[]) => Promise<unknown>
  /** @returns the signature that identifies the transaction, base58 */
  readonly signAndSendTransaction: (transaction: unknown, options?: unknown) => Promise<unknown>
  readonly sendTransaction: (
    transaction: unknown,
    optionsOrConnection?: unknown,
    options?: unknown,
  ) => Promise<unknown>
}

const maxMessageBytes = 100_000

/** The codecs of transactions load with the first request: a connection needs none. */
const loadCalls = () => loadForRequest(() => import("./guardedCalls.ts"))

/** Makes one guarded provider per interceptor. */
export const makeGuardedSolana = (
  deps: GuardOptions,
  session: StandardSession,
): ((door: RequestInterceptor) => GuardedSolana) =>
  cachePerInterceptor((door) => {
    const ask = async (question: (calls: Awaited<ReturnType<typeof loadCalls>>) => GuardedFeatureCall) =>
      interceptFeature(deps, door, question(await loadCalls()))
    // Async functions, so that an invalid request rejects and the input is copied before they return.
    const sign = async (given: readonly unknown[]) => {
      const copied = given.map(copyTransaction)
      return ask((calls) => calls.makeSignRequest(session, copied))
    }
    const send = async (transaction: unknown, first?: unknown, second?: unknown) => {
      const copied = copyTransaction(transaction)
      // WalletConnect's params have them too.
      const sendOptions = readMember(readMember(copied, "params"), "sendOptions")
      const known = parseSendOptions([first, second, sendOptions])
      return ask((calls) => calls.makeSendRequest(session, copied, known))
    }
    return Object.freeze<GuardedSolana>({
      get publicKey() {
        return session.active()
      },
      signMessage: async (given) => {
        const message = copyMessage(given)
        return ask((calls) => calls.makeMessageRequest(session, message))
      },
      signTransaction: async (transaction) => {
        const [signed] = decodeList(await sign([transaction]), 1) ?? []
        return signed
      },
      signAllTransactions: async (transactions) => sign(decodeList(transactions, maxTransactions + 1) ?? []),
      signAndSendTransaction: send,
      sendTransaction: send,
    })
  })

const copyMessage = (given: unknown): Uint8Array => {
  const message =
    typeof given === "string" ? new TextEncoder().encode(given) : decodeBytes(given, maxMessageBytes)
  if (message === null || message.length > maxMessageBytes)
    throw invalidParamsError("The message is neither bytes nor text.")
  return message
}
