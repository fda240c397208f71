import type { RequestNote } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { formatTokenAmount, toNativeToken } from "../payments/paymentDocument.ts"

/** Returns the text of what a review says without asking for an act. */
export const describeNote = (note: RequestNote, network: Pick<Network, "nativeCurrency">): string => {
  const format = (units: bigint) => formatTokenAmount(units, toNativeToken(network))
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
