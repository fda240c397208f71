import type { RequestNote } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { formatDecimal, makePromptLine, type PromptLine } from "../PromptLine.ts"

/** Describes what a review says without asking for an act. */
export const describeNote = (
  { value }: RequestNote,
  { nativeCurrency }: Pick<Network, "nativeCurrency">,
): PromptLine => {
  const sent = value === 0n ? "" : `${formatDecimal(`${value}`, nativeCurrency)} and `
  return makePromptLine(
    "Note",
    `Could not be read. As the node expects, nothing leaves your account but ${sent}the fee.`,
  )
}
