import type { Network } from "@wmodal/protocol"
import { RequestError } from "./RequestError.ts"

/**
 * Finds the served network of a query's `chainId`, by CAIP-2.
 * @throws Failed when it is not served.
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
