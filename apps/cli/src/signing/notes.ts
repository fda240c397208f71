import type { RequestNote } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { formatTokenAmount, toNativeToken } from "../payments/paymentDocument.ts"

/** Returns the text of what a review says without asking for an act. */
export const describeNote = ({ value }: RequestNote, network: Pick<Network, "nativeCurrency">): string => {
  const sent = value === 0n ? "" : `${formatTokenAmount(value, toNativeToken(network))} and `
  return `Could not be read. As the node expects, nothing leaves your account but ${sent}the fee.`
}
