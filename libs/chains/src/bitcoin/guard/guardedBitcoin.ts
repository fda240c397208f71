import { base64 } from "@scure/base"
import type { RequestInterceptor } from "../../contract/RequestInterceptor.ts"
import type { Transfer } from "../../contract/Transfer.ts"
import {
  type GuardedFeatureCall,
  type GuardOptions,
  interceptFeature,
  interceptPayment,
} from "../../standard/interceptFeature.ts"
import type { StandardSession } from "../../standard/StandardSession.ts"
import { toMessageRequest } from "../../text/messageRequest.ts"
import { cachePerInterceptor } from "../../wallet/interceptRequest.ts"
import { loadForRequest } from "../../wallet/loadForRequest.ts"
import { invalidParamsError, ProviderError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { getNetworksOfAddress } from "../bitcoinChains.ts"
import { decodeSignature } from "../walletResponses.ts"
import { parsePsbtRequest } from "./PsbtRequest.ts"

/** An address of the wallet, as dApps receive it. */
export interface AccountAddress {
  readonly address: string
  /** Hex; absent if the wallet does not provide it. */
  readonly publicKey?: string
  readonly intention: "payment" | "ordinal"
}

/**
 * A Bitcoin wallet's provider for dApps, without access that bypasses the interceptor. All methods reject with a
 * `ProviderError`, or with the wallet's own error.
 */
export interface GuardedBitcoin {
  readonly getAccountAddresses: () => Promise<readonly AccountAddress[]>
  /** `message` is text. @returns the signature, base64 */
  readonly signMessage: (request: {
    readonly message: string
    readonly address: string
    readonly protocol?: "ecdsa" | "bip322"
  }) => Promise<unknown>
  /**
   * Pays from the payment address, or from `address`, never from one for ordinals. The engine chooses the UTXOs and the
   * fee. `amount` is satoshis, decimal. @returns the txid
   */
  readonly sendTransfer: (request: {
    readonly recipient: string
    readonly amount: string
    readonly address?: string
  }) => Promise<unknown>
  /** `psbt` is base64. @returns `{ psbt }` if it was only signed, `{ txid }` if it was sent */
  readonly signPsbt: (request: {
    readonly psbt: string
    readonly signInputs: readonly {
      readonly address: string
      readonly index: number
      readonly sighashTypes: readonly number[]
    }[]
    readonly broadcast?: boolean
  }) => Promise<unknown>
}

const maxMessageLength = 100_000

/** The codecs of PSBTs load with the first request: a connection needs none. */
const loadCalls = () => loadForRequest(() => import("./psbtFeatureCall.ts"))

/** Makes one guarded provider per interceptor. */
export const makeGuardedBitcoin = (
  deps: GuardOptions,
  session: StandardSession,
): ((door: RequestInterceptor) => GuardedBitcoin) =>
  cachePerInterceptor((door) =>
    Object.freeze<GuardedBitcoin>({
      getAccountAddresses: async () =>
        Object.entries(session.details()).map(([address, { publicKey, type }]) => ({
          address,
          ...(publicKey !== null && { publicKey }),
          intention: type === "ordinal" ? type : "payment",
        })),
      signMessage: async (request) => interceptFeature(deps, door, makeMessageRequest(session, request)),
      sendTransfer: async (request) => {
        const transfer = parseTransfer(session, request)
        const { makePaymentFeatureCall } = await loadCalls()
        return interceptPayment(deps, door, {
          method: "sendTransfer",
          feature: "bitcoin:signAndSendTransaction",
          transfer,
          with: (transaction) => makePaymentFeatureCall(session, transfer.from, transaction),
        })
      },
      signPsbt: async (request) => {
        // Copies first, so that the dApp cannot change the request afterwards.
        const given = parsePsbtRequest(request)
        const { makePsbtFeatureCall } = await loadCalls()
        const said = await interceptFeature(deps, door, makePsbtFeatureCall(session, given))
        return typeof said === "string" ? { txid: said } : said
      },
    }),
  )

/** The maximum supply in satoshis. */
const maxSatoshis = 2_100_000_000_000_000n

const parseTransfer = (session: StandardSession, given: unknown): Transfer => {
  // These would change what is paid, and the wallet would get none of them.
  for (const name of ["recipients", "changeAddress", "memo"])
    if ((readMember(given, name) ?? "") !== "") throw invalidParamsError(`${name} is not supported.`)
  const to = readOne(given, "recipient", "recipientAddress")
  const amount = readSatoshis(readMember(given, "amount"))
  const isPayable = (address: string) => session.details()[address]?.type !== "ordinal"
  const from = readOne(given, "address", "account") ?? session.addresses().find(isPayable)
  if (typeof from !== "string" || session.findAccount(from) === null)
    throw new ProviderError(4100, "The wallet does not share this address.")
  // A payment could spend UTXOs that hold inscriptions, or lose them to the fee.
  if (!isPayable(from)) throw invalidParamsError("This address holds inscribed coins.")
  // The address is of another network or mistyped. The builder would reject it too.
  if (
    typeof to !== "string" ||
    !getNetworksOfAddress(to).some((network) => getNetworksOfAddress(from).includes(network))
  )
    throw invalidParamsError("recipient is not a valid address on this network.")
  if (amount === null) throw invalidParamsError("amount is not a valid number of satoshis.")
  return { from, to, token: null, amount }
}

/** Reads one of two names that mean the same: sats-connect's and WalletConnect's. */
const readOne = (given: unknown, name: string, other: string): unknown => {
  const [said, alias] = [readMember(given, name) ?? null, readMember(given, other) ?? null]
  if (said !== null && alias !== null && said !== alias)
    throw invalidParamsError(`${name} and ${other} differ.`)
  return said ?? alias
}

/** Reads satoshis: decimal, a number or a bigint. `null` for anything else, such as a fraction, hex or `1e8`. */
const readSatoshis = (value: unknown): bigint | null => {
  const isWhole = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value))
  const text = isWhole ? `${value}` : value
  return typeof text === "string" && /^[1-9]\d{0,15}$/.test(text) && BigInt(text) <= maxSatoshis
    ? BigInt(text)
    : null
}

const makeMessageRequest = (session: StandardSession, given: unknown): GuardedFeatureCall => {
  const message = readMember(given, "message")
  const address = readOne(given, "address", "account")
  const protocol = readMember(given, "protocol") ?? undefined
  if (typeof message !== "string" || message.length > maxMessageLength)
    throw invalidParamsError("The message is not a valid text.")
  if (typeof address !== "string" || session.findAccount(address) === null)
    throw new ProviderError(4100, "The wallet does not share this address.")
  if (protocol !== undefined && protocol !== "ecdsa" && protocol !== "bip322")
    throw invalidParamsError("protocol is neither ecdsa nor bip322.")
  const bytes = new TextEncoder().encode(message)
  return {
    request: toMessageRequest(bytes),
    from: address,
    network: null,
    submission: { _tag: "Nothing" },
    feature: "bitcoin:signMessage",
    inputs: () => {
      const account = session.findAccount(address)?.account
      // The standard has no field for the protocol: a wallet uses that of the address.
      return account === undefined ? null : [{ account, message: bytes.slice() }]
    },
    valueOf: (answer) => {
      const signature = decodeSignature(answer)
      return signature && base64.encode(signature)
    },
  }
}
