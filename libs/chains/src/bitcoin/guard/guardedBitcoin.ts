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
import { getNetworksOfAddress } from "../bitcoinChains.ts"
import { decodeSignature } from "../walletResponses.ts"
import type { AddressRules } from "./AddressRules.ts"
import { parsePsbtRequest } from "./PsbtRequest.ts"
import { readMessageParams, readPaymentParams } from "./paymentParams.ts"

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
  /** `message` is text. Without `address` the account in use signs. @returns the signature, base64 */
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
  /** `psbt` is base64 or hex. @returns `{ psbt }` if it was only signed, `{ txid }` if it was sent */
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
        const given = parsePsbtRequest(request, makeRules(session))
        const { makePsbtFeatureCall } = await loadCalls()
        const said = await interceptFeature(deps, door, makePsbtFeatureCall(session, given))
        return typeof said === "string" ? { txid: said } : said
      },
    }),
  )

const makeRules = (session: StandardSession): AddressRules => ({
  isShared: (address) => session.findAccount(address) !== null,
  usual: session.active(),
})

const parseTransfer = (session: StandardSession, given: unknown): Transfer => {
  const payment = readPaymentParams(given, makeRules(session))
  const { amount, to } = payment
  const isPayable = (address: string) => session.details()[address]?.type !== "ordinal"
  const from = payment.from ?? session.addresses().find(isPayable)
  if (from === undefined) throw new ProviderError(4100, "The wallet shares no address that can pay.")
  // A payment could spend UTXOs that hold inscriptions, or lose them to the fee.
  if (!isPayable(from)) throw invalidParamsError("This address holds inscribed coins.")
  // The address is of another network or mistyped. The builder would reject it too.
  if (!getNetworksOfAddress(to).some((network) => getNetworksOfAddress(from).includes(network)))
    throw invalidParamsError("recipient is not a valid address on this network.")
  return { from, to, token: null, amount }
}

const makeMessageRequest = (session: StandardSession, given: unknown): GuardedFeatureCall => {
  if (session.active() === null) throw new ProviderError(4100, "The wallet shares no account.")
  const { address, message, protocol } = readMessageParams(given, makeRules(session))
  const bytes = new TextEncoder().encode(message)
  return {
    request: toMessageRequest(bytes),
    from: address,
    network: null,
    submission: { _tag: "Nothing" },
    feature: "bitcoin:signMessage",
    inputs: () => {
      const account = session.findAccount(address)?.account
      // The standard has no field for the protocol: a wallet without one uses that of the address.
      return account === undefined
        ? null
        : [{ account, message: bytes.slice(), ...(protocol !== null && { protocol }) }]
    },
    valueOf: (answer) => {
      const signature = decodeSignature(answer)
      return signature && base64.encode(signature)
    },
  }
}
