import type { RequestWarning } from "@wmodal/chains"
import { formatAmount, isSameAddress, type Network } from "@wmodal/protocol"
import { guardError } from "../failure/CliError.ts"
import type { WarningPrompt } from "../operations/confirmReview.ts"
import { isAddress } from "../terminal/addressGroups.ts"

/** The fields of a network that describe a warning. */
export type WarningNetwork = Pick<Network, "id" | "name" | "nativeCurrency">

/** Compares a text with a value: addresses by the rules of their chain, words without regard to case. */
const matchesText = (text: string, value: string): boolean =>
  isAddress(value) ? isSameAddress(text.trim(), value) : text.trim().toLowerCase() === value.toLowerCase()

/** The texts of a warning, without its title. */
interface DangerText {
  /** The value of `--confirm` that acknowledges it. */
  readonly value: string
  readonly details: string
  /** What to type at a prompt; absent for the value itself. */
  readonly typing?: string
}

/** Returns the texts of a warning. */
export const describeDanger = (
  danger: RequestWarning,
  { id, name, nativeCurrency }: WarningNetwork,
): DangerText => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return {
        value: danger.spender,
        details: `Token ${danger.token}. Spender: ${danger.spender}`,
        typing: "the last 6 characters of the spender",
      }
    case "OtherChain":
      return {
        value: `${id}`,
        details: `The current network is ${name} (${id}).`,
        typing: "the chain ID of the current network",
      }
    case "OtherContract":
      return {
        value: danger.contract,
        details: danger.contract,
        typing: "the last 6 characters of the contract",
      }
    case "Fails":
      return {
        value: "fails",
        details:
          danger.text === "" ? "The contract gave no reason." : `The contract reported: ${danger.text}`,
      }
    case "Untried":
      return { value: "untried", details: "No node could simulate it." }
    case "NodesDiffer":
      return { value: "nodes-differ", details: "One of the nodes is wrong, or lies. Try again later." }
    case "Unread":
      return {
        value: "blind",
        details: "Only the simulation shows what it does, and a contract may act differently later.",
      }
    case "Blind":
      return { value: "blind", details: "Its effect cannot be read before it is signed." }
    case "Handover":
      return {
        value: danger.to,
        details: `Account: ${danger.account}. New owner: ${danger.to}`,
        typing: "the last 6 characters of the new owner",
      }
    case "Giveaway":
      return {
        value: "giveaway",
        details: "Anyone may take what you offer, and you receive nothing or next to nothing.",
      }
    case "OtherSite":
      return {
        value: danger.said,
        details: `It signs you in at ${danger.said}, and ${danger.asks} asks for it.`,
        typing: "the name of the site that it signs you in at",
      }
    case "OpenEnded":
      return {
        value: "open-ended",
        details: "Amounts and recipients that it does not cover can still be changed.",
      }
    case "NeverExpires":
      return {
        value: "never-expires",
        details: "The signature can be used at any time, also after your balance or the program has changed.",
      }
    case "UnlimitedSession":
      return {
        value: "no-limit",
        details: `It may take all of your ${danger.symbol} without asking you.`,
      }
    case "EndlessSession":
      return { value: "no-end", details: "It may spend without asking you until you revoke it." }
    case "UnknownPermission":
      return { value: danger.type, details: `What ${danger.type} allows is not known: it may be anything.` }
    case "HighFee":
      return {
        value: "high-fee",
        details: `The fee would be ${formatAmount(danger.fee, nativeCurrency.decimals)} ${nativeCurrency.symbol}.`,
      }
  }
}

/** Returns the text to type at a prompt. Of an address only its end, so that the user has to read it. */
const getTypedValue = (value: string): string => (isAddress(value) ? value.slice(-6) : value)

/** Returns the warnings that no `--confirm` value acknowledges, as prompts. */
export const toDangerPrompts = (
  dangers: readonly RequestWarning[],
  network: WarningNetwork,
  confirm: readonly string[],
): readonly WarningPrompt[] =>
  dangers.flatMap((danger) => {
    const { details, value, typing = getTypedValue(value) } = describeDanger(danger, network)
    if (confirm.some((named) => matchesText(named, value))) return []
    const what = `${getDangerTitle(danger)}. `
    return {
      label: `${what}Type ${typing}:`,
      matches: (text: string) => matchesText(text, getTypedValue(value)) || matchesText(text, value),
      error: guardError(what + details, `To continue: --confirm ${value}`),
    }
  })

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
    case "UnlimitedSession":
      return `No limit on what it may spend of your ${danger.symbol}`
    case "EndlessSession":
      return "It may spend without an end"
    case "UnknownPermission":
      return `A permission that cannot be read: ${danger.type}`
    case "HighFee":
      return "Unusually high network fee"
  }
}
