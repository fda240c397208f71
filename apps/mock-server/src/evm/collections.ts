import { accounts } from "./accounts.ts"

/** A known ERC-721 collection, at the same address on every network. */
export interface Collection {
  readonly name: string
  readonly symbol: string
  /** EIP-55. */
  readonly address: `0x${string}`
  /** The owners of the tokens in the initial state: the first one has token number one. */
  readonly owners: readonly `0x${string}`[]
  readonly isSpam: boolean
}

const [vera, milo, ines, otto] = accounts

/** Collections in the order of their deployment. Source: `contracts/MockCollectible.sol`. */
export const collections: readonly Collection[] = [
  {
    name: "Mock Collectible",
    symbol: "mNFT",
    address: "0xd352679e1B6965E7C217477c13cE8ef45Be7De93",
    owners: [vera, vera, milo, ines, otto],
    isSpam: false,
  },
  {
    name: "Claim Your Reward",
    symbol: "mSPAM",
    address: "0x8dC0d737B936330DA7f5D8cc05cFdafEd824580b",
    owners: [vera, milo],
    isSpam: true,
  },
]
