import type { NameRecord } from "@wmodal/api"
import type { ChainActions } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"

/** A resolver without a record returns an address of zeros, which has no key. Source: EIP-137. */
const isUnset = (address: string): boolean => /^(?:0x)?0*$/i.test(address)

/**
 * Returns the checksummed address of a name on exactly this network. Another network's address may be a contract that
 * does not exist here, or that has another owner here.
 */
export const getNameAddress = (
  { addresses }: NameRecord,
  network: Network,
  { address: check, rules }: Pick<ChainActions, "address" | "rules">,
): string | null => {
  for (const type of rules.getCoinTypes(network)) {
    const candidate = addresses[String(type)]
    const address = candidate === undefined || isUnset(candidate.address) ? null : check(candidate.address)
    if (address !== null) return address
  }
  return null
}
