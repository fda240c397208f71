import type { RequestWarning } from "@wmodal/chains"
import { formatMinute } from "@wmodal/chains/internal"
import type { DevNetwork } from "../DevNetwork.ts"
import { formatNativeAmount } from "../describeCall.ts"
import type { PromptAct } from "./RequestReview.ts"

/**
 * Describes a warning and the act that it needs. Every warning needs one, as in the modal.
 * @param isCreation true for code that becomes a contract: there is none yet to trust
 */
export const describeWarning = (
  danger: RequestWarning,
  network: Pick<DevNetwork, "name" | "currency">,
  isCreation = false,
): PromptAct => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return {
        title: danger.symbol === "" ? "Unlimited approval" : `Unlimited ${danger.symbol} approval`,
        text: `This address could take all of it, now and later, ${describeEnd(danger.until)}: ${danger.spender}`,
        check: "Allow this address to spend all of it",
      }
    case "LargeApproval":
      return {
        title: `${takingTitles[danger.taking]} could be taken${danger.symbol === "" ? "" : ` (${danger.symbol})`}`,
        text: `This address is not known to be a contract. Anyone with its private key could take it without asking again, ${describeEnd(danger.until)}: ${danger.spender}`,
        check: "Let anyone with its key take it",
      }
    case "UnsaidValue": {
      const sent = formatNativeAmount(`${danger.value}`, network)
      return {
        title: `It sends ${sent} without saying so`,
        text: "The description of this call does not mention the amount. The contract may keep it.",
        check: `Send ${sent}`,
      }
    }
    case "KeySeed":
      return {
        title: "Your signature may be a key",
        text: "The message says that it opens an account or makes a key. Any site that gets this signature gets what it opens. Sign it only on the site where you opened this account.",
        check: "I opened this account on this site",
      }
    case "OtherChain":
      return {
        title: "For another network",
        text:
          danger.said === ""
            ? `It names no network, so it is valid on any. You are on ${network.name}.`
            : `It is for network ${danger.said}. You are on ${network.name}.`,
        check: "Sign for that network",
      }
    case "OtherContract":
      return {
        title: "Not a contract on this network",
        text: `On ${network.name} there is no contract at the verifying address: ${danger.contract}`,
        check: "I know this address",
      }
    case "Fails":
      return {
        title: "This would fail",
        text:
          danger.text === ""
            ? "In a simulation, it failed and gave no reason."
            : `In a simulation, it failed. It reported: ${danger.text}`,
        check: "Continue anyway",
      }
    case "NodesDiffer":
      return {
        title: "Two nodes disagree",
        text: "They expect different effects: one of them is wrong, or lies.",
        check: "Continue anyway",
      }
    case "Untried":
      return { title: "Not simulated", text: "Its effect is unknown.", check: "Continue anyway" }
    case "Unread":
      if (isCreation)
        return {
          title: "Code that cannot be read",
          text: "Only the simulation shows what it does while it creates a contract. What the contract does later is not known.",
          check: "I know the code of this contract",
        }
      return {
        title: "A call that cannot be read",
        text: "Only the simulation shows what it does, and a contract may act differently once it is sent.",
        check: "I trust this contract",
      }
    case "Blind":
      return {
        title: "Blind signing",
        text: "This data cannot be read and could authorize anything, even taking all your funds. Few sites need it.",
        check: "I know what I sign",
      }
    case "HiddenCharacters":
      return {
        title: "Hidden characters",
        text: "It has characters that cannot be seen or that reorder the others. Each is drawn as its code, such as [U+202E].",
        check: "Sign it with these characters",
      }
    case "Delegation":
      return {
        title: "It lets others act for you",
        text: delegationTexts[danger.said],
        check: "Allow it in my name",
      }
    case "Handover":
      return {
        title: "Ownership transfer",
        text: `The new owner gets full control. You cannot undo this. Account: ${danger.account}. New owner: ${danger.to}`,
        check: "Transfer ownership",
      }
    case "Giveaway":
      return {
        title: "You give it away",
        text: "You receive nothing, or much less than it is worth, for what leaves your account.",
        check: "Give it away",
      }
    case "OtherSite":
      return {
        title: "Sign-in for another site",
        text: `It signs you in at ${danger.said}, but ${danger.asks} asks for it.`,
        check: `Sign in at ${danger.said}`,
      }
    case "OtherAccount":
      return {
        title: "Sign-in for another account",
        text: `It names an account that is not yours: ${danger.said}`,
        check: "Sign in for another account",
      }
    case "BrokenSignIn":
      return {
        title: "Incomplete sign-in",
        text: "It reads like a sign-in but does not have its form. The site may take it to mean something else.",
        check: "Sign it as it is",
      }
    case "OpenEnded":
      return {
        title: "Partial signature",
        text: "Your signature does not cover everything. Amounts and recipients can still be changed.",
        check: "Allow changes to the rest",
      }
    case "NeverExpires":
      return {
        title: "It never expires",
        text: "The signature can be used at any time, also after your balance or the program has changed.",
        check: "Sign without a time limit",
      }
    case "UnlimitedSession":
      return {
        title: `No limit on ${danger.symbol}`,
        text: `It may take all of your ${danger.symbol} without asking you, ${describeEnd(danger.until)}.`,
        check: "Allow it without a limit",
      }
    case "EndlessSession":
      return {
        title: "It has no end in sight",
        text: "It may spend without asking you for more than a year, or until you revoke it.",
        check: "Allow it without an end",
      }
    case "UnknownPermission":
      return {
        title: "A permission that cannot be read",
        text: `What ${danger.type} allows is not known: it may be anything.`,
        check: "Allow what cannot be read",
      }
    case "Long":
      return {
        title: `Long: ${danger.lines} lines`,
        text: "What matters may be far down. Compare the totals, and read it to its end.",
        check: "I have read it to its end",
      }
    case "HighFee":
      return {
        title: "Unusually high network fee",
        text: `The network fee would be ${formatNativeAmount(`${danger.fee}`, network)}, far more than usual. It cannot be refunded.`,
        check: "Pay this fee",
      }
  }
}

/** @param until UTC milliseconds */
const describeEnd = (until: number | undefined) =>
  until === undefined ? "until you revoke it" : `until ${formatMinute(until)}`

const takingTitles = {
  item: "Your NFT",
  everything: "Your whole balance",
  much: "Much of your balance",
  part: "Part of your balance",
} as const

const delegationTexts = {
  stated: "Anyone who has this signature can do what the list allows, in your name.",
  unstated:
    "Anyone who has this signature can do what the list allows, in your name. The text of the message does not say so.",
  unreadable: "What the holder of the signature may do in your name cannot be read: it may be anything.",
} as const
