import type { RequestWarning } from "@wmodal/chains"
import { formatAmount, isSameAddress, type Network } from "@wmodal/protocol"
import { type CliError, guardError } from "../failure/CliError.ts"
import { isAddress } from "../terminal/addressGroups.ts"

/** As much of a network as a danger is told by. */
type WarningNetwork = Pick<Network, "id" | "name" | "nativeCurrency">

/** Of an address its own letters count, of a word none. */
const matchesText = (text: string, value: string): boolean =>
  isAddress(value) ? isSameAddress(text.trim(), value) : text.trim().toLowerCase() === value.toLowerCase()

/** What passes a danger where it is named: `--confirm`. */
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
    case "Blind":
      return "blind"
    case "Handover":
      return danger.to
    case "OpenEnded":
      return "open-ended"
    case "HighFee":
      return "high-fee"
  }
}

/** What is typed at a prompt to pass it: of an address its end, so that it cannot be passed without a look at it. */
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

/** The dangers that no `--confirm` names. */
export const unconfirmedDangers = (
  dangers: readonly RequestWarning[],
  network: Pick<Network, "id">,
  confirm: readonly string[],
): readonly RequestWarning[] =>
  dangers.filter((danger) => !confirm.some((value) => matchesText(value, getDangerValue(danger, network))))

/** One line. */
export const getDangerTitle = (danger: RequestWarning): string => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return `Somebody may take all ${danger.symbol === "" ? "there is" : `your ${danger.symbol}`}, now and later`
    case "OtherChain":
      return danger.said === "" ? "It is good on every chain" : `It is for chain ${danger.said}`
    case "OtherContract":
      return "What should verify it is no contract of this network"
    case "Fails":
      return "Tried out, it fails"
    case "Untried":
      return "Nobody could try it out"
    case "Blind":
      return "It signs whatever its bytes mean, a transaction too"
    case "Handover":
      return "Somebody else would own what is yours"
    case "OpenEnded":
      return "It signs a part of it, and whoever has it may change the rest"
    case "HighFee":
      return "The network would be paid more than is reasonable"
  }
}

/** What to look at. */
export const describeDanger = (
  danger: RequestWarning,
  { id, name, nativeCurrency }: WarningNetwork,
): string => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return `Token ${danger.token}. Who may take it: ${danger.spender}`
    case "OtherChain":
      return `The network in use is ${name} (${id}).`
    case "OtherContract":
      return danger.contract
    case "Fails":
      return danger.text === "" ? "The contract does not say why." : `The contract says: ${danger.text}`
    case "Untried":
      return "No node could run it without sending it."
    case "Blind":
      return "Nobody can read it before it is signed."
    case "Handover":
      return `What changes hands: ${danger.account}. Who gets it: ${danger.to}`
    case "OpenEnded":
      return "Only a signature that covers all of it says what is paid, and to whom."
    case "HighFee":
      return `It would be ${formatAmount(danger.fee, nativeCurrency.decimals)} ${nativeCurrency.symbol}.`
  }
}

/** Where nobody can type it: what stands against a signature, and how it is passed. */
export const dangerError = (danger: RequestWarning, network: WarningNetwork): CliError =>
  guardError(
    `${getDangerTitle(danger)}. ${describeDanger(danger, network)}`,
    `If that is what you want: --confirm ${getDangerValue(danger, network)}`,
  )
