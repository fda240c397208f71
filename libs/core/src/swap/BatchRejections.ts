import type { Connector } from "@wmodal/chains"
import type { CaipAddress } from "@wmodal/protocol"

/** Wallets that said they do a batch of calls whole, and then refused to: what they say is not asked for again. */
export interface BatchRejections {
  readonly add: (connectorId: Connector["id"], account: CaipAddress) => void
  readonly has: (connectorId: Connector["id"], account: CaipAddress) => boolean
}

/** For as long as the engine lives. */
export const makeBatchRejections = (): BatchRejections => {
  const known = new Set<string>()
  return {
    add: (connectorId, account) => known.add(`${connectorId} ${account}`),
    has: (connectorId, account) => known.has(`${connectorId} ${account}`),
  }
}
