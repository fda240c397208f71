import { parseCaipAddress, type Network } from "@wmodal/protocol"
import { Result } from "effect"
import { type Hex, isAddress } from "viem"
import { servedNetworks } from "../evm/networks.ts"
import { Failed } from "../http/Failed.ts"

/** An account on one network. */
export interface SmartAccount {
  readonly network: Network
  readonly address: Hex
}

/** @throws Failed when it is no CAIP-10 address of an EVM network that is served. */
export const parseSmartAccount = (caip10: string, field: string): SmartAccount => {
  const parts = Result.getOrUndefined(parseCaipAddress(caip10))
  const network = servedNetworks.get(`${parts?.namespace}:${parts?.reference}`)
  const address = parts?.address ?? ""
  if (network === undefined || !isAddress(address, { strict: false }))
    throw new Failed({ status: 400, field, description: "Not a CAIP-10 address that is served here" })
  return { network, address }
}
