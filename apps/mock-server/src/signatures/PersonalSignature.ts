import type { Network } from "@wmodal/protocol"
import { createPublicClient, custom, getAddress, type Hex, recoverMessageAddress } from "viem"
import { verifyMessage } from "viem/actions"
import { fetchRpcResults } from "../evm/rpcResults.ts"
import type { World } from "../world/World.ts"

/** A claimed `personal_sign` signature of `address`. */
export interface PersonalSignature {
  readonly world: World
  /** The network of a contract account; `null` when it has no chain here, so that only a key can sign. */
  readonly network: Network | null
  readonly address: Hex
  readonly message: string
  /** The unchecked signature. */
  readonly signature: string
}

/**
 * Verifies an account's signature: by its key (EIP-191), or by its code on the world's chain (EIP-1271; EIP-6492
 * before its deployment). The chain is read only when the key does not match.
 * @throws AnvilNotFound, AnvilFailed when the chain cannot start.
 */
export const isPersonalSignature = async (claim: PersonalSignature): Promise<boolean> => {
  const { world, network, message, signature } = claim
  const address = getAddress(claim.address)
  if (!isHexBytes(signature)) return false
  const signer = await recoverMessageAddress({ message, signature }).catch(() => null)
  if (signer !== null && getAddress(signer) === address) return true
  if (network === null) return false
  const anvil = await world.chain(network)
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
    (await fetchRpcResults(anvil, [[method, ...params]]))[0]
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  return verifyMessage(client, { address, message, signature }).catch(() => false)
}

const isHexBytes = (text: string): text is Hex => /^0x(?:[0-9a-f]{2})+$/i.test(text)
