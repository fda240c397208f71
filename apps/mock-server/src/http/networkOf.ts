import type { Network } from "@wmodal/protocol"
import { servedNetworks } from "../evm/networks.ts"
import { Failed } from "./Failed.ts"

/**
 * The network that a query's `chainId` names, by CAIP-2.
 * @throws Failed when no chain can be started for it.
 */
export const networkOf = (chainId = ""): Network => {
  const network = servedNetworks.get(chainId)
  if (network === undefined)
    throw new Failed({
      status: 400,
      field: "chainId",
      description: `We don't support the chainId you provided: ${chainId.slice(0, 80)}`,
    })
  return network
}
