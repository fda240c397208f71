import { base64 } from "@scure/base"
import type { Door } from "../../contract/Door.ts"
import type { Transfer } from "../../contract/Transfer.ts"
import { askThrough, type Guarding, payThrough, type Question } from "../../standard/guard.ts"
import type { StandardSession } from "../../standard/StandardSession.ts"
import { readableBytes } from "../../text/readableBytes.ts"
import { invalid, ProviderError } from "../../wallet/ProviderError.ts"
import { perDoor } from "../../wallet/throughDoor.ts"
import { member } from "../../wallet/thrown.ts"
import { signatureFrom } from "../answers.ts"
import { networksOf } from "../bitcoinChains.ts"
import { givenPsbt } from "./givenPsbt.ts"

/** An address of the wallet, as pages know them. */
export interface AccountAddress {
  readonly address: string
  /** Hex; absent where the wallet does not tell. */
  readonly publicKey?: string
  readonly intention: "payment" | "ordinal"
}

/**
 * What a page gets of a Bitcoin wallet: nothing that the wallet could be asked by past the door. All reject with a
 * `ProviderError`, or with what the wallet threw.
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
   * Pays from the payment address, or from `address`, never from one for ordinals; its coins and its fee are the engine's to choose. `amount` is
   * satoshis, decimal. @returns the txid
   */
  readonly sendTransfer: (request: {
    readonly recipient: string
    readonly amount: string
    readonly address?: string
  }) => Promise<unknown>
  /** `psbt` is base64. @returns `{ psbt }` where it was signed alone, `{ txid }` where it was sent */
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

const mostMessageCharacters = 100_000

/** One guarded provider for each door. */
export const guardedBitcoin = (
  around: Guarding,
  session: StandardSession,
): ((door: Door) => GuardedBitcoin) =>
  perDoor((door) =>
    Object.freeze<GuardedBitcoin>({
      getAccountAddresses: async () =>
        Object.entries(session.details()).map(([address, { publicKey, type }]) => ({
          address,
          ...(publicKey !== null && { publicKey }),
          intention: type === "ordinal" ? type : "payment",
        })),
      signMessage: async (request) => askThrough(around, door, messageQuestion(session, request)),
      sendTransfer: async (request) => {
        const transfer = transferFrom(session, request)
        const { paymentQuestion } = await import("./psbtQuestion.ts")
        return payThrough(around, door, {
          method: "sendTransfer",
          transfer,
          with: (transaction) => paymentQuestion(session, transfer.from, transaction),
        })
      },
      signPsbt: async (request) => {
        // A copy, before anything else happens: the page cannot change it any more.
        const given = givenPsbt(request)
        const { psbtQuestion } = await import("./psbtQuestion.ts")
        const said = await askThrough(around, door, psbtQuestion(session, given))
        return typeof said === "string" ? { txid: said } : said
      },
    }),
  )

/** All the satoshis that there will ever be. */
const mostSatoshis = 2_100_000_000_000_000n

const transferFrom = (session: StandardSession, given: unknown): Transfer => {
  const [to, amount] = [member(given, "recipient"), member(given, "amount")]
  const isPayable = (address: string) => session.details()[address]?.type !== "ordinal"
  const from = member(given, "address") ?? session.addresses().find(isPayable)
  if (typeof from !== "string" || session.accountOf(from) === null)
    throw new ProviderError(4100, "The wallet does not share this address.")
  // Its coins would be chosen like any others: what is inscribed on them would be gone, or paid as the fee.
  if (!isPayable(from)) throw invalid("Inscribed coins are kept at this address.")
  // Of another network, or mistyped: whoever builds it would refuse it too.
  if (typeof to !== "string" || !networksOf(to).some((network) => networksOf(from).includes(network)))
    throw invalid("recipient is no address of this network.")
  if (typeof amount !== "string" || !/^[1-9]\d{0,15}$/.test(amount) || BigInt(amount) > mostSatoshis)
    throw invalid("amount is no number of satoshis.")
  return { from, to, token: null, amount: BigInt(amount) }
}

const messageQuestion = (session: StandardSession, given: unknown): Question => {
  const [message, address, protocol] = ["message", "address", "protocol"].map((name) => member(given, name))
  if (typeof message !== "string" || message.length > mostMessageCharacters)
    throw invalid("The message is no text.")
  if (typeof address !== "string" || session.accountOf(address) === null)
    throw new ProviderError(4100, "The wallet does not share this address.")
  if (protocol !== undefined && protocol !== "ecdsa" && protocol !== "bip322")
    throw invalid("protocol is neither ecdsa nor bip322.")
  const bytes = new TextEncoder().encode(message)
  return {
    request: { _tag: "Message", message: readableBytes(bytes) },
    from: address,
    network: null,
    leaves: { _tag: "Nothing" },
    feature: "bitcoin:signMessage",
    inputs: () => {
      const account = session.accountOf(address)?.account
      // The standard has no word for the protocol: a wallet takes the one of the address.
      return account === undefined ? null : [{ account, message: bytes.slice() }]
    },
    valueOf: (answer) => {
      const signature = signatureFrom(answer)
      return signature && base64.encode(signature)
    },
  }
}
