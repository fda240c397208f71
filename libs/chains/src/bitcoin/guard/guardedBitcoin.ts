import { base64 } from "@scure/base"
import type { Door } from "../../contract/Door.ts"
import { askThrough, type Guarding, type Question } from "../../standard/guard.ts"
import type { StandardSession } from "../../standard/StandardSession.ts"
import { readableBytes } from "../../text/readableBytes.ts"
import { invalid, ProviderError } from "../../wallet/ProviderError.ts"
import { perDoor } from "../../wallet/throughDoor.ts"
import { member } from "../../wallet/thrown.ts"
import { signatureFrom } from "../answers.ts"
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
          intention: type,
        })),
      signMessage: async (request) => askThrough(around, door, messageQuestion(session, request)),
      signPsbt: async (request) => {
        // A copy, before anything else happens: the page cannot change it any more.
        const given = givenPsbt(request)
        const { psbtQuestion } = await import("./psbtQuestion.ts")
        const said = await askThrough(around, door, psbtQuestion(session, given))
        return typeof said === "string" ? { txid: said } : said
      },
    }),
  )

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
