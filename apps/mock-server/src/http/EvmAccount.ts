import { type Network, parseCaipAddress } from "@wmodal/protocol"
import { Result } from "effect"
import { servedEvmNetworks } from "../evm/networks.ts"
import { RequestError } from "./RequestError.ts"

/** An account, or a token, on one network. */
export interface EvmAccount {
  readonly network: Network
  /** Lower-case address. */
  readonly address: `0x${string}`
}

/**
 * Parses a CAIP-10 field.
 * @throws Failed when the address is invalid or its network is not served.
 */
export const parseEvmAccount = (field: string, text: string): EvmAccount => {
  const parts = parseCaipAddress(text)
  if (Result.isFailure(parts))
    throw new RequestError({ status: 400, field, description: "Invalid CAIP-10 address" })
  const { namespace, reference, address } = parts.success
  const network = servedEvmNetworks.get(`${namespace}:${reference}`)
  if (network === undefined)
    throw new RequestError({ status: 400, field, description: "Network is not supported" })
  return { network, address: parseEvmAddress(field, address) }
}

/**
 * Parses a plain EVM address and returns it in lower case.
 * @throws Failed
 */
export const parseEvmAddress = (field: string, text: string): `0x${string}` => {
  const [digits] = /(?<=^0x)[0-9a-f]{40}$/i.exec(text) ?? []
  if (digits === undefined)
    throw new RequestError({ status: 400, field, description: "Provided address is invalid" })
  return `0x${digits.toLowerCase()}`
}
