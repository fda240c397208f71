import type { RecipientWarning, SendReview } from "@wmodal/core/flows"
import { compareDecimals, isCaseInsensitiveAddress, isSameAddress, parseDecimal } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { type CliError, guardError } from "../failure/CliError.ts"
import { toAddressGroups } from "../terminal/addressGroups.ts"
import { formatDecimal } from "./paymentDocument.ts"

/** The stops that no `--confirm` names. The address is the value of each. */
export const unconfirmedWarnings = (
  stops: readonly RecipientWarning[],
  confirm: readonly string[],
): readonly RecipientWarning[] =>
  stops.filter(({ address }) => !confirm.some((value) => isSameAddress(value.trim(), address)))

/** Which groups of `address` are not those of `known`. */
export const compareGroups = (address: string, known: string): readonly boolean[] => {
  const others = toAddressGroups(known)
  return toAddressGroups(address).map((group, at) => !isSamePart(address, group, others[at] ?? ""))
}

/** A part has no form of its own: the whole address tells whether its case means something. */
const isSamePart = (address: string, part: string, other: string): boolean =>
  isCaseInsensitiveAddress(address) ? part.toLowerCase() === other.toLowerCase() : part === other

/** What a person types to pass a stop, so that it cannot be passed without a look at it. */
export const getValueToType = (stop: RecipientWarning): string => {
  switch (stop._tag) {
    case "FirstTime":
      return stop.address.slice(-6)
    case "LookAlike": {
      const differs = compareGroups(stop.address, stop.known)
      return toAddressGroups(stop.address)
        .filter((_group, at) => differs[at])
        .slice(0, 2)
        .join("")
    }
    case "Burns":
      return "burn"
  }
}

export const matchesTypedValue = (stop: RecipientWarning, text: string): boolean => {
  const typed = text.replace(/[\s[\]]/g, "")
  return stop._tag === "Burns"
    ? typed.toLowerCase() === getValueToType(stop)
    : isSamePart(stop.address, typed, getValueToType(stop))
}

/** Where nobody can type it: what stands against the payment, and how it is passed. */
export const warningError = (stop: RecipientWarning): CliError => {
  switch (stop._tag) {
    case "FirstTime":
      return guardError(
        `You have never sent to ${stop.address} from this account.`,
        `To send anyway: --confirm ${stop.address}`,
      )
    case "LookAlike":
      return guardError(
        `${stop.address} resembles ${stop.known}, an address you know, but differs.`,
        "Compare the whole addresses. To send anyway: --confirm <address>",
      )
    case "Burns":
      return guardError(`Funds sent to ${stop.address} are lost.`, "To send anyway: --confirm <address>")
  }
}

/** The worst first: a look-alike is a first-time recipient too, and asks for more. */
const warningRanks: Readonly<Record<RecipientWarning["_tag"], number>> = {
  LookAlike: 0,
  Burns: 1,
  FirstTime: 2,
}

/** One stop for each address. */
export const getWorstWarnings = (stops: readonly RecipientWarning[]): readonly RecipientWarning[] =>
  stops
    .toSorted((a, b) => warningRanks[a._tag] - warningRanks[b._tag])
    .filter((stop, at, all) => all.findIndex(({ address }) => isSameAddress(address, stop.address)) === at)

/** Holds the worth against `--max-usd`. What nobody knows the worth of is refused too. */
export const requireWithinLimit = (
  fiat: SendReview["fiat"],
  maxUsd: string | null,
): Effect.Effect<void, CliError> => {
  if (maxUsd === null) return Effect.void
  const limit = parseDecimal(maxUsd)
  if (fiat === null) {
    return Effect.fail(
      guardError(
        `The value is unknown, so --max-usd ${maxUsd} cannot be checked.`,
        "Remove --max-usd to continue anyway.",
      ),
    )
  }
  return Result.isSuccess(limit) && compareDecimals(fiat, limit.success) <= 0
    ? Effect.void
    : Effect.fail(guardError(`Worth ${formatDecimal(fiat)} USD, above --max-usd ${maxUsd}.`, null))
}
