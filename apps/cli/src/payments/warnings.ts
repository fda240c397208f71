import type { PaymentWarning, RecipientWarning, SendReview } from "@wmodal/core/flows"
import {
  compareDecimals,
  hasKey,
  isCaseInsensitiveAddress,
  isSameAddress,
  parseDecimal,
} from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { type CliError, guardError } from "../failure/CliError.ts"
import type { WarningPrompt, WarningText } from "../operations/confirmReview.ts"
import { toAddressGroups } from "../terminal/addressGroups.ts"
import { formatDecimal, formatTokenAmount } from "./paymentDocument.ts"

/** The warnings of the payment itself, which is not its recipient's. */
type OwnWarning = Exclude<PaymentWarning, RecipientWarning>

const ownWarningValues = { Untried: "untried", Undelivered: "undelivered", Keyless: "keyless" } as const

export const isOwnWarning = (stop: PaymentWarning): stop is OwnWarning => hasKey(ownWarningValues, stop._tag)

/** Returns the texts of a warning of the payment itself. */
export const describeOwnWarning = (
  stop: OwnWarning,
  { amount, holding: { token } }: Pick<SendReview, "amount" | "holding">,
): WarningText => {
  switch (stop._tag) {
    case "Untried":
      return {
        title: "Not simulated",
        value: ownWarningValues.Untried,
        details:
          "No node could simulate it. Its effect is unknown: it may take more than the amount, or not arrive.",
      }
    case "Keyless":
      return {
        title: "Perhaps no key can spend what is sent",
        value: ownWarningValues.Keyless,
        details:
          "The recipient's account belongs to a program, or may be a closed token account. Vaults are such accounts, too. Ask the recipient.",
      }
    case "Undelivered": {
      const received = formatTokenAmount(stop.received < 0n ? 0n : stop.received, token)
      return {
        title: `The recipient receives ${received} of ${formatTokenAmount(amount, token)}`,
        value: ownWarningValues.Undelivered,
        details:
          "In a simulation the token does not pass on what you send. Do not use a token that does this.",
      }
    }
  }
}

/** Returns the value of `--confirm` that acknowledges a warning: the address, or a word of the payment itself. */
export const getConfirmValue = (stop: PaymentWarning): string =>
  isOwnWarning(stop) ? ownWarningValues[stop._tag] : stop.address

/** Returns the warnings that no `--confirm` names. */
export const unconfirmedWarnings = (
  stops: readonly PaymentWarning[],
  confirm: readonly string[],
): readonly PaymentWarning[] =>
  stops.filter(
    (stop) =>
      !confirm.some((value) =>
        isOwnWarning(stop)
          ? value.trim().toLowerCase() === ownWarningValues[stop._tag]
          : isSameAddress(value.trim(), stop.address),
      ),
  )

/** Compares two addresses by groups; `true` where a group differs. */
export const compareGroups = (address: string, known: string): readonly boolean[] => {
  const others = toAddressGroups(known)
  return toAddressGroups(address).map((group, at) => !isSamePart(address, group, others[at] ?? ""))
}

/** Compares a part of an address. The whole address decides whether case is significant. */
const isSamePart = (address: string, part: string, other: string): boolean =>
  isCaseInsensitiveAddress(address) ? part.toLowerCase() === other.toLowerCase() : part === other

/**
 * Returns the prompt for a warning, and the error with the flag that confirms it. The text to type is chosen so that the
 * address must be read.
 */
export const toRecipientPrompt = (stop: RecipientWarning): WarningPrompt & { readonly value: string } => {
  const { address } = stop
  const lastCharacters = {
    value: address.slice(-6),
    label: "Type the last 6 characters of the recipient's address:",
    matches: (text: string) => isSamePart(address, cleanTyped(text), address.slice(-6)),
  }
  const hint = `To send anyway: --confirm ${address}`
  switch (stop._tag) {
    case "FirstTime":
      return {
        ...lastCharacters,
        error: guardError(`You have never sent to ${address} from this account.`, hint),
      }
    case "LookAlikeName":
      return {
        ...lastCharacters,
        error: guardError(`${stop.name} reads like ${stop.reads}, but is another name: ${address}.`, hint),
      }
    case "LookAlike": {
      const differs = compareGroups(address, stop.known)
      const groups = toAddressGroups(address).filter((_group, at) => differs[at])
      const value = groups.slice(0, 2).join("")
      return {
        value,
        label: `Type the first ${value.length} characters in brackets of this address:`,
        matches: (text) => isSamePart(address, cleanTyped(text), value),
        error: guardError(
          `${address} resembles ${stop.known}, an address you know, but differs.`,
          "Compare the whole addresses. To send anyway: --confirm <address>",
        ),
      }
    }
    case "Burns":
      return {
        value: "burn",
        label: "Type burn:",
        matches: (text) => cleanTyped(text).toLowerCase() === "burn",
        error: guardError(`Funds sent to ${address} are lost.`, "To send anyway: --confirm <address>"),
      }
  }
}

/** Returns the typed text without spaces and the brackets of a group. */
const cleanTyped = (text: string): string => text.replace(/[\s[\]]/g, "")

/** Ranks by severity: a look-alike is a first-time recipient, too, and requires more. */
const warningRanks: Readonly<Record<RecipientWarning["_tag"], number>> = {
  LookAlike: 0,
  Burns: 1,
  LookAlikeName: 2,
  FirstTime: 3,
}

/** Returns the most severe warning of each address, and those of the payment itself. */
export const getWorstWarnings = (stops: readonly PaymentWarning[]): readonly PaymentWarning[] => {
  const recipients = stops.filter((stop): stop is RecipientWarning => !isOwnWarning(stop))
  const worst = recipients
    .toSorted((a, b) => warningRanks[a._tag] - warningRanks[b._tag])
    .filter((stop, at, all) => all.findIndex(({ address }) => isSameAddress(address, stop.address)) === at)
  return [...worst, ...stops.filter(isOwnWarning)]
}

/** Returns the most severe unconfirmed warning of each address and those of the payment itself, as prompts. */
export const toPaymentPrompts = (
  review: Pick<SendReview, "amount" | "holding" | "stops">,
  confirm: readonly string[],
): readonly WarningPrompt[] =>
  getWorstWarnings(unconfirmedWarnings(review.stops, confirm)).map((stop) =>
    isOwnWarning(stop) ? toOwnPrompt(describeOwnWarning(stop, review)) : toRecipientPrompt(stop),
  )

const toOwnPrompt = ({ title, value }: WarningText): WarningPrompt => ({
  label: `Type ${value} to send anyway:`,
  matches: (text) => cleanTyped(text).toLowerCase() === value,
  error: guardError(`${title}.`, `To send anyway: --confirm ${value}`),
})

/** Returns the tags of all warnings, which are confirmed before the request. */
export const getTags = <Tag extends string>(stops: readonly { readonly _tag: Tag }[]): readonly Tag[] =>
  stops.map(({ _tag }) => _tag)

/** Fails when the worth exceeds `--max-usd` or is unknown. */
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
