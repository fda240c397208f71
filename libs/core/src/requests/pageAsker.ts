import type { Connector, PageAnswer, PageQuestion } from "@wmodal/chains"
import type { Surroundings } from "../flows/Surroundings.ts"
import { sameForm } from "../recipients/lookAlike.ts"
import { networkOf } from "../signing/signer.ts"
import { type Asker, addressIn } from "./makeExplain.ts"
import { refused } from "./refused.ts"

export interface PageAsker extends Asker {
  readonly connector: Connector
}

/** Whose request it is: the account in use, where the wallet is. Or why it may not even be shown. */
export const pageAsker = (
  { board, networks }: Pick<Surroundings, "board" | "networks">,
  { connectorId, from, namespace, network: named }: PageQuestion,
): PageAsker | PageAnswer => {
  const connected = board.connectedOn(namespace)
  const connector = board.connectors.get(namespace)
  if (connected === null || connector?.id !== connectorId) return refused.notConnected
  const on = connected.walletNetwork ?? networkOf(connected.account)
  const network = networks.configured.find(({ caipNetworkId }) => caipNetworkId === on)
  if (network === undefined) return refused.unknownNetwork
  if (named !== null && named !== network.caipNetworkId) return refused.otherNetwork
  // Addresses that a wallet tells apart by what they are for belong to one account, which signs by any of them.
  const address = from !== null && connected.details?.[from] ? from : addressIn(connected.account)
  if (from !== null && sameForm(namespace, from) !== sameForm(namespace, address)) return refused.otherAccount
  return { connector, network, account: `${network.caipNetworkId}:${address}` }
}
