import type { Transfer } from "@wmodal/chains"
import {
  formatAmount,
  type Network,
  namespaceLabels,
  normalizeAddress,
  type PaymentUri,
  parseAmount,
} from "@wmodal/protocol"
import { Effect, Result } from "effect"
import type { AmbiguousToken } from "../holdings/AmbiguousToken.ts"
import { isSameToken } from "../holdings/findHolding.ts"
import type { Holding, Holdings } from "../holdings/Holdings.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import { type Recipient, RecipientError } from "../recipients/Recipients.ts"
import type { LinkedPayment } from "./Send.ts"

interface LinkDeps {
  readonly holdings: Pick<Holdings, "find">
}

/**
 * Reads what the recipient's link requests. `entered` is a holding that may be the one of the link. Fails for a link of
 * another network, where the network has no such token, and for an amount that is finer than it.
 */
export const readPaymentLink = (
  { holdings }: LinkDeps,
  { link }: Pick<Recipient, "link">,
  network: Pick<Network, "caipNetworkId" | "chainNamespace" | "nativeCurrency">,
  entered: Holding | null,
): Effect.Effect<LinkedPayment, RecipientError | ReadProblem | AmbiguousToken> =>
  Effect.gen(function* () {
    if (link === undefined) return noPayment
    const fail = (reason: RecipientError["reason"]) => new RecipientError({ text: link.recipient, reason })
    // A host may pass a link that no field has read.
    const other =
      link.namespace !== network.chainNamespace
        ? namespaceLabels[link.namespace]
        : link.network !== network.caipNetworkId
          ? link.network
          : null
    if (other !== null) return yield* fail({ _tag: "OtherChain", chain: other, isLink: true })
    if (link.token === undefined) return noPayment
    const holding =
      entered !== null && isTokenOf(link, entered, network)
        ? entered
        : yield* holdings.find(link.token ?? network.nativeCurrency.symbol)
    if (holding === null)
      return yield* fail({ _tag: "UnknownToken", token: link.token ?? network.nativeCurrency.symbol })
    const amount = toUnits(link, holding)
    if (amount === undefined)
      return yield* fail({ _tag: "Link", problem: { _tag: "Parameter", name: "amount" } })
    return { holding, amount }
  })

const noPayment: LinkedPayment = { holding: null, amount: null }

const isTokenOf = (
  { token }: PaymentUri,
  { token: { address } }: Holding,
  { chainNamespace }: Pick<Network, "chainNamespace">,
): boolean =>
  token == null || address === null
    ? token === address
    : normalizeAddress(chainNamespace, token) === normalizeAddress(chainNamespace, address)

/** Returns the base units; `null` where the payer chooses them, `undefined` for an amount finer than the token. */
const toUnits = ({ amount }: PaymentUri, { token }: Holding): bigint | null | undefined => {
  if (amount === undefined) return null
  if (amount._tag === "Units") return amount.units
  return Result.getOrUndefined(parseAmount(amount.text, token.decimals))
}

/** A payment as entered. An amount is `null` while it is missing. */
interface EnteredPayment {
  readonly holding: Holding
  readonly amount: bigint | "max" | null
}

/** Returns the error of a payment that differs from what its link requests; `null` if it does not. */
export const findContradiction = (
  linked: LinkedPayment,
  entered: EnteredPayment,
  text: string,
): RecipientError | null => {
  const isSame =
    (linked.holding === null || isSameToken(linked.holding.token, entered.holding.token)) &&
    (linked.amount === null || entered.amount === null || linked.amount === entered.amount)
  if (isSame) return null
  const wanted = { holding: linked.holding ?? entered.holding, amount: linked.amount }
  // Any token may have the symbol of another one.
  const isAlike =
    !isSameToken(wanted.holding.token, entered.holding.token) &&
    wanted.holding.token.symbol === entered.holding.token.symbol
  const [requested, typed] = [wanted, entered].map((payment) => describe(payment, isAlike))
  return new RecipientError({
    text,
    reason: { _tag: "Contradiction", requested: requested ?? "", entered: typed ?? "" },
  })
}

const describe = ({ amount, holding: { token } }: EnteredPayment, isAlike: boolean): string => {
  const units = amount === null || amount === "max" ? amount : formatAmount(amount, token.decimals)
  const address = isAlike && token.address !== null ? `(${token.address})` : null
  return [units, token.symbol, address].filter((part) => part !== null).join(" ")
}

/** Returns the parts of a link that the payment's transaction carries. */
export const toTransferNotes = ({ link }: Pick<Recipient, "link">): Pick<Transfer, "memo" | "references"> =>
  link === undefined
    ? {}
    : {
        ...(link.memo !== undefined && { memo: link.memo }),
        ...(link.references.length > 0 && { references: link.references }),
      }
