import type { Connector } from "@wmodal/chains"
import type { CaipAddress } from "@wmodal/protocol"

/** The wallets that rejected a batch despite their capabilities: their claim is not checked again. */
export interface BatchRejections {
  readonly add: (connectorId: Connector["id"], account: CaipAddress) => void
  readonly has: (connectorId: Connector["id"], account: CaipAddress) => boolean
}

/** Lives as long as the engine. */
export const makeBatchRejections = (): BatchRejections => {
  const known = new Set<string>()
  return {
    add: (connectorId, account) => known.add(`${connectorId} ${account}`),
    has: (connectorId, account) => known.has(`${connectorId} ${account}`),
  }
}
