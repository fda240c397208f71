import type { RequestNote } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { formatDecimal, makePromptLine, type PromptLine } from "../PromptLine.ts"

/** Describes what a review says without asking for an act. */
export const describeNote = (
  note: RequestNote,
  { nativeCurrency }: Pick<Network, "nativeCurrency">,
): PromptLine =>
  makePromptLine(
    "Note",
    formatNote(note, (units) => formatDecimal(`${units}`, nativeCurrency)),
  )

const formatNote = (note: RequestNote, format: (units: bigint) => string): string => {
  switch (note._tag) {
    case "Unread": {
      const sent = note.value === 0n ? "" : `${format(note.value)} and `
      return `Could not be read. As the node expects, nothing leaves your account but ${sent}the fee.`
    }
    case "Insufficient":
      return `Insufficient balance. Your account has ${format(note.held)}. This needs up to ${format(note.needed)}.`
    case "FundsUnread":
      return "Your balance could not be checked. It may not be enough."
  }
}
