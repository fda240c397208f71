import type { Network } from "@wmodal/protocol"
import { keccak256, stringToHex } from "viem"
import type { ChainTransaction } from "../blocks/ChainTransaction.ts"
import { collections } from "../collections.ts"
import { genesisTimestamp } from "../genesis.ts"

const zero = "0x0000000000000000000000000000000000000000"

/**
 * Returns the genesis transactions of an account's collectibles, one per collection: no block contains them, and
 * clients find collectibles in the history. Nodes do not know their hashes.
 * `address` in lower case.
 */
export const getGenesisTransactions = (address: string, network: Network): readonly ChainTransaction[] =>
  collections.flatMap(({ address: token, owners }) => {
    const movements = owners.flatMap((owner, index) => {
      const moved = { _tag: "Collectible", token: token.toLowerCase(), tokenId: BigInt(index + 1) } as const
      return owner.toLowerCase() === address ? [{ from: zero, to: address, moved }] : []
    })
    if (movements.length === 0) return []
    const transaction: ChainTransaction = {
      hash: keccak256(stringToHex(`${network.caipNetworkId} ${token} ${address}`)),
      minedAt: genesisTimestamp,
      from: zero,
      to: address,
      isDeployment: false,
      input: "0x",
      nonce: 0,
      status: "confirmed",
      movements,
      approvers: [],
    }
    return [transaction]
  })
