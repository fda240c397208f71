import type { RequestWarning } from "@wmodal/chains"
import { formatAmount, isSameAddress, type Network } from "@wmodal/protocol"
import { type CliError, guardError } from "../failure/CliError.ts"
import type { WarningPrompt } from "../operations/confirmReview.ts"
import { isAddress } from "../terminal/addressGroups.ts"

/** The fields of a network that describe a warning. */
type WarningNetwork = Pick<Network, "id" | "name" | "nativeCurrency">

/** Compares a text with a value: addresses by the rules of their chain, words without regard to case. */
const matchesText = (text: string, value: string): boolean =>
  isAddress(value) ? isSameAddress(text.trim(), value) : text.trim().toLowerCase() === value.toLowerCase()

/** Returns the value of `--confirm` that acknowledges a warning. */
export const getDangerValue = (danger: RequestWarning, { id }: Pick<Network, "id">): string => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return danger.spender
    case "OtherChain":
      return `${id}`
    case "OtherContract":
      return danger.contract
    case "Fails":
      return "fails"
    case "Untried":
      return "untried"
    case "NodesDiffer":
      return "nodes-differ"
    case "Unread":
    case "Blind":
      return "blind"
    case "Handover":
      return danger.to
    case "Giveaway":
      return "giveaway"
    case "OtherSite":
      return danger.said
    case "OpenEnded":
      return "open-ended"
    case "NeverExpires":
      return "never-expires"
    case "HighFee":
      return "high-fee"
  }
}

/** Returns the text to type at a prompt. Of an address only its end, so that the user has to read it. */
export const getDangerValueToType = (danger: RequestWarning, network: Pick<Network, "id">): string => {
  const value = getDangerValue(danger, network)
  return isAddress(value) ? value.slice(-6) : value
}

export const matchesTypedDanger = (
  danger: RequestWarning,
  network: Pick<Network, "id">,
  text: string,
): boolean =>
  matchesText(text, getDangerValueToType(danger, network)) ||
  matchesText(text, getDangerValue(danger, network))

/** Returns the warnings that no `--confirm` value acknowledges. */
export const unconfirmedDangers = (
  dangers: readonly RequestWarning[],
  network: Pick<Network, "id">,
  confirm: readonly string[],
): readonly RequestWarning[] =>
  dangers.filter((danger) => !confirm.some((value) => matchesText(value, getDangerValue(danger, network))))

/** Returns the title of a warning as one line. */
export const getDangerTitle = (danger: RequestWarning): string => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return `Unlimited approval of ${danger.symbol === "" ? "a token" : `your ${danger.symbol}`}`
    case "OtherChain":
      return danger.said === "" ? "Valid on every chain" : `For chain ${danger.said}`
    case "OtherContract":
      return "The verifying contract is not on this network"
    case "Fails":
      return "Fails in a simulation"
    case "Untried":
      return "Not simulated"
    case "NodesDiffer":
      return "Two nodes expect different effects"
    case "Unread":
      return "Blind signing: a call that cannot be read"
    case "Blind":
      return "Blind signing: it could authorize a transaction"
    case "Handover":
      return "Ownership transfer"
    case "Giveaway":
      return "You give assets away for nothing"
    case "OtherSite":
      return `Sign-in for another site: ${danger.said}`
    case "OpenEnded":
      return "Partial signature: the rest can be changed"
    case "NeverExpires":
      return "It never expires"
    case "HighFee":
      return "Unusually high network fee"
  }
}

/** Returns the details of a warning. */
export const describeDanger = (
  danger: RequestWarning,
  { id, name, nativeCurrency }: WarningNetwork,
): string => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return `Token ${danger.token}. Spender: ${danger.spender}`
    case "OtherChain":
      return `The current network is ${name} (${id}).`
    case "OtherContract":
      return danger.contract
    case "Fails":
      return danger.text === "" ? "The contract gave no reason." : `The contract reported: ${danger.text}`
    case "Untried":
      return "No node could simulate it."
    case "NodesDiffer":
      return "One of the nodes is wrong, or lies. Try again later."
    case "Unread":
      return "Only the simulation shows what it does, and a contract may act differently later."
    case "Blind":
      return "Its effect cannot be read before it is signed."
    case "Giveaway":
      return "Anyone may take what you offer, and you receive nothing or next to nothing."
    case "OtherSite":
      return `It signs you in at ${danger.said}, and ${danger.asks} asks for it.`
    case "Handover":
      return `Account: ${danger.account}. New owner: ${danger.to}`
    case "OpenEnded":
      return "Amounts and recipients that it does not cover can still be changed."
    case "NeverExpires":
      return "The signature can be used at any time, also after your balance or the program has changed."
    case "HighFee":
      return `The fee would be ${formatAmount(danger.fee, nativeCurrency.decimals)} ${nativeCurrency.symbol}.`
  }
}

/** Returns the error for a warning that cannot be acknowledged at a prompt, with its `--confirm` value. */
export const dangerError = (danger: RequestWarning, network: WarningNetwork): CliError =>
  guardError(
    `${getDangerTitle(danger)}. ${describeDanger(danger, network)}`,
    `To continue: --confirm ${getDangerValue(danger, network)}`,
  )

/** Returns the unconfirmed warnings as prompts. */
export const toDangerPrompts = (
  dangers: readonly RequestWarning[],
  network: WarningNetwork,
  confirm: readonly string[],
): readonly WarningPrompt[] =>
  unconfirmedDangers(dangers, network, confirm).map((danger) => ({
    label: `${getDangerTitle(danger)}. ${getDangerTypingPrompt(danger, network)}`,
    matches: (text) => matchesTypedDanger(danger, network, text),
    error: dangerError(danger, network),
  }))

const getDangerTypingPrompt = (danger: RequestWarning, network: WarningNetwork): string => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return "Type the last 6 characters of the spender:"
    case "OtherContract":
      return "Type the last 6 characters of the contract:"
    case "OtherChain":
      return "Type the chain ID of the current network:"
    case "Handover":
      return "Type the last 6 characters of the new owner:"
    case "OtherSite":
      return "Type the name of the site that it signs you in at:"
    case "Fails":
    case "Untried":
    case "NodesDiffer":
    case "Unread":
    case "Blind":
    case "Giveaway":
    case "OpenEnded":
    case "NeverExpires":
    case "HighFee":
      return `Type ${getDangerValueToType(danger, network)}:`
  }
}
