import type { ChainTransaction } from "./ChainTransaction.ts"
import { collections } from "./collections.ts"
import { genesisTimestamp } from "./genesis.ts"

const zero = "0x0000000000000000000000000000000000000000"

/**
 * Where the collectibles come from that an account has when its chain begins: there is no block that tells of it,
 * and a history is where clients find them. Under the hash of the first block.
 * @returns `null` where `address`, in lower case, has none.
 */
export const genesisEntry = (address: string, hash: string): ChainTransaction | null => {
  const movements = collections.flatMap(({ address: token, owners }) =>
    owners.flatMap((owner, index) =>
      owner.toLowerCase() === address
        ? [
            {
              from: zero,
              to: address,
              moved: {
                _tag: "Collectible" as const,
                token: token.toLowerCase(),
                tokenId: BigInt(index + 1),
              },
            },
          ]
        : [],
    ),
  )
  if (movements.length === 0) return null
  return {
    hash,
    minedAt: genesisTimestamp,
    from: zero,
    to: address,
    isDeployment: false,
    input: "0x",
    nonce: 0,
    hasFailed: false,
    movements,
    approvers: [],
  }
}
