import type { RequestWarning } from "@wmodal/chains"
import { formatMinute } from "@wmodal/chains/internal"
import { formatAmount, isSameAddress, type Network } from "@wmodal/protocol"
import { guardError } from "../failure/CliError.ts"
import type { WarningPrompt, WarningText } from "../operations/confirmReview.ts"
import { isAddress } from "../terminal/addressGroups.ts"

/** The fields of a network that describe a warning. */
export type WarningNetwork = Pick<Network, "id" | "name" | "nativeCurrency">

interface DangerText extends WarningText {
  /** What to type at a prompt; absent for the value itself. */
  readonly typing?: string
}

/** The warnings that have the same texts in every request. */
const fixedTexts = {
  Untried: { title: "Not simulated", value: "untried", details: "No node could simulate it." },
  NodesDiffer: {
    title: "Two nodes expect different effects",
    value: "nodes-differ",
    details: "One of the nodes is wrong, or lies. Try again later.",
  },
  Unread: {
    title: "Blind signing: a call that cannot be read",
    value: "blind",
    details: "Only the simulation shows what it does, and a contract may act differently later.",
  },
  Blind: {
    title: "Blind signing: it could authorize a transaction",
    value: "blind",
    details: "Its effect cannot be read before it is signed.",
  },
  HiddenCharacters: {
    title: "Hidden characters",
    value: "hidden",
    details:
      "It has characters that cannot be seen or that reorder the others. Each is drawn as its code, such as [U+202E].",
  },
  KeySeed: {
    title: "Your signature may be a key",
    value: "key",
    details:
      "The message says that it opens an account or makes a key. Any site that gets this signature gets what it opens. Sign it only on the site where you opened this account.",
  },
  Giveaway: {
    title: "You give assets away",
    value: "giveaway",
    details: "You receive nothing, or much less than it is worth, for what leaves your account.",
  },
  OpenEnded: {
    title: "Partial signature: the rest can be changed",
    value: "open-ended",
    details: "Amounts and recipients that it does not cover can still be changed.",
  },
  NeverExpires: {
    title: "It never expires",
    value: "never-expires",
    details: "The signature can be used at any time, also after your balance or the program has changed.",
  },
  EndlessSession: {
    title: "It may spend without an end in sight",
    value: "no-end",
    details: "It may spend without asking you for more than a year, or until you revoke it.",
  },
} as const satisfies Partial<Record<RequestWarning["_tag"], WarningText>>

const delegationTexts = {
  stated: "Anyone who has this signature can do what the list allows, in your name.",
  unstated:
    "Anyone who has this signature can do what the list allows, in your name. The text of the message does not say so.",
  unreadable: "What the holder of the signature may do in your name cannot be read: it may be anything.",
} as const

const takingTitles = {
  item: "Your NFT",
  everything: "Your whole balance",
  much: "Much of your balance",
  part: "Part of your balance",
} as const

/** Why a handover is a warning. */
export const handoverText = "The new owner gets full control. You cannot undo this."

/** Returns until when something may be taken. @param until UTC milliseconds */
const describeEnd = (until: number | undefined) =>
  until === undefined ? "until you revoke it" : `until ${formatMinute(until)}`

/** Returns why an approval is a warning, and its end. */
export const describeApproval = (
  danger: Extract<RequestWarning, { _tag: "UnlimitedApproval" | "LargeApproval" }>,
): string =>
  danger._tag === "UnlimitedApproval"
    ? `The spender could take all of it, now and later, ${describeEnd(danger.until)}.`
    : `The spender is not known to be a contract. Anyone with its private key could take it without asking again, ${describeEnd(danger.until)}.`

/** Returns the texts of a warning. */
export const describeDanger = (
  danger: RequestWarning,
  { id, name, nativeCurrency }: WarningNetwork,
): DangerText => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return {
        title: `Unlimited approval of ${danger.symbol === "" ? "a token" : `your ${danger.symbol}`}`,
        value: danger.spender,
        details: `${describeApproval(danger)} Token ${danger.token}. Spender: ${danger.spender}`,
        typing: "the last 6 characters of the spender",
      }
    case "LargeApproval":
      return {
        title: `${takingTitles[danger.taking]} could be taken${danger.symbol === "" ? "" : ` (${danger.symbol})`}`,
        value: danger.spender,
        details: `${describeApproval(danger)} Token ${danger.token}. Spender: ${danger.spender}`,
        typing: "the last 6 characters of the spender",
      }
    case "UnsaidValue": {
      const sent = `${formatAmount(danger.value, nativeCurrency.decimals)} ${nativeCurrency.symbol}`
      return {
        title: "It sends more than it says",
        value: "unsaid-value",
        details: `It sends ${sent}. The description of this call does not mention the amount, and the contract may keep it.`,
      }
    }
    case "OtherChain":
      return danger.said === ""
        ? {
            title: "Valid on every chain",
            value: "every-chain",
            details: `The current network is ${name} (${id}). Whoever has the signature can use it on any other, too.`,
          }
        : {
            title: `For chain ${danger.said}`,
            value: danger.said,
            details: `The current network is ${name} (${id}).`,
            typing: "the chain ID that it is for",
          }
    case "OtherContract":
      return {
        title: "The verifying contract is not on this network",
        value: danger.contract,
        details: danger.contract,
        typing: "the last 6 characters of the contract",
      }
    case "Fails":
      return {
        title: "Fails in a simulation",
        value: "fails",
        details:
          danger.text === "" ? "The contract gave no reason." : `The contract reported: ${danger.text}`,
      }
    case "Handover":
      return {
        title: "Ownership transfer",
        value: danger.to,
        details: `${handoverText} Account: ${danger.account}. New owner: ${danger.to}`,
        typing: "the last 6 characters of the new owner",
      }
    case "OtherSite":
      return {
        title: `Sign-in for another site: ${danger.said}`,
        value: danger.said,
        details: `It signs you in at ${danger.said}, and ${danger.asks} asks for it.`,
        typing: "the name of the site that it signs you in at",
      }
    case "OtherAccount":
      return {
        title: "Sign-in for another account",
        value: "other-account",
        details: `It names an account that is not yours: ${danger.said}`,
      }
    case "BrokenSignIn":
      return {
        title: "Incomplete sign-in",
        value: "broken-sign-in",
        details:
          "It reads like a sign-in but does not have its form. The site may take it to mean something else.",
      }
    case "Delegation":
      return {
        title: "It lets others act for you",
        value: "delegation",
        details: delegationTexts[danger.said],
      }
    case "UnlimitedSession":
      return {
        title: `No limit on what it may spend of your ${danger.symbol}`,
        value: "no-limit",
        details: `It may take all of your ${danger.symbol} without asking you, ${describeEnd(danger.until)}.`,
      }
    case "UnknownPermission":
      return {
        title: `A permission that cannot be read: ${danger.type}`,
        value: danger.type,
        details: `What ${danger.type} allows is not known: it may be anything.`,
      }
    case "Long":
      return {
        title: `Long: ${danger.lines} lines to read`,
        value: "long",
        details: "What matters may be far down. Compare the totals, and read it to its end.",
      }
    case "HighFee":
      return {
        title: "Unusually high network fee",
        value: "high-fee",
        details: `The fee would be ${formatAmount(danger.fee, nativeCurrency.decimals)} ${nativeCurrency.symbol}, far more than usual. It cannot be refunded.`,
      }
    default:
      return fixedTexts[danger._tag]
  }
}

/** Returns the title of a warning as one line. It is the same on every network. */
export const getDangerTitle = (danger: RequestWarning): string =>
  describeDanger(danger, { id: "", name: "", nativeCurrency: { name: "", symbol: "", decimals: 0 } }).title

/** Compares a text with a value: addresses by the rules of their chain, words without regard to case. */
const matchesText = (text: string, value: string): boolean =>
  isAddress(value) ? isSameAddress(text.trim(), value) : text.trim().toLowerCase() === value.toLowerCase()

/** Returns the warnings that no `--confirm` value acknowledges, as prompts. */
export const toDangerPrompts = (
  dangers: readonly RequestWarning[],
  network: WarningNetwork,
  confirm: readonly string[],
): readonly WarningPrompt[] =>
  dangers
    .map((danger) => describeDanger(danger, network))
    .filter(({ value }) => !confirm.some((named) => matchesText(named, value)))
    .map(({ details, title, value, typing }) => {
      // Of an address only its end, so that the user has to read it.
      const typed = isAddress(value) ? value.slice(-6) : value
      return {
        label: `${title}. Type ${typing ?? typed}:`,
        matches: (text) => matchesText(text, typed) || matchesText(text, value),
        error: guardError(`${title}. ${details}`, `To continue: --confirm ${value}`),
      }
    })
