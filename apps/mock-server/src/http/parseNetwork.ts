import type { Network } from "@wmodal/protocol"
import { RequestError } from "./RequestError.ts"

/**
 * The network that a query's `chainId` names, by CAIP-2, among those that are served.
 * @throws Failed when it is none of them.
 */
export const parseNetwork = (chainId: string, served: ReadonlyMap<string, Network>): Network => {
  const network = served.get(chainId)
  if (network === undefined)
    throw new RequestError({
      status: 400,
      field: "chainId",
      description: `We don't support the chainId you provided: ${chainId.slice(0, 80)}`,
    })
  return network
}
