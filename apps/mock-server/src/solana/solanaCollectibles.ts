import { solanaAccounts } from "./solanaAccounts.ts"

/** A collectible: a token with a supply of one. */
export interface SolanaCollectible {
  readonly name: string
  readonly symbol: string
  readonly mint: string
  /** The account of its Metaplex metadata. */
  readonly metadata: string
  /** The owner at genesis, and its associated token account. */
  readonly owner: string
  readonly account: string
  readonly isSpam: boolean
}

const [first, second] = solanaAccounts

/** The collectibles, equal on every Solana network. */
export const solanaCollectibles: readonly SolanaCollectible[] = [
  {
    name: "Mock Collectible #1",
    symbol: "mNFT",
    mint: "AfboRCyrhH7N7gYpW2hWtGShZtTeipnVxMNhfpdtRzJM",
    metadata: "9aVSUXisF6uMkSFhrPhgHgi4LDzGqEcQRXUyQd6iugeR",
    owner: first,
    account: "CWn4V1zuKL1Cm84jNDuy2nc1WuHcDSnDC17FPMeGhbi2",
    isSpam: false,
  },
  {
    name: "Mock Collectible #2",
    symbol: "mNFT",
    mint: "J3rbvf8E3bT5GymxApibXJRhk25B1vWFq3x5YRsUP4qG",
    metadata: "HLfpyzkVVztx8CguuqZSVdxSMMRJLhvyhwNaKxowUeiK",
    owner: first,
    account: "ANL1J1qMzGcwefcVyGdhDy2HhHafcmajWv58NP5xuP1J",
    isSpam: false,
  },
  {
    name: "Mock Collectible #3",
    symbol: "mNFT",
    mint: "CNnyzWDr2hN4BAjGRiyTaRnbqzxTtRphWJe7dM5mP27t",
    metadata: "5eGXM7XQs5Pa9zNCmVFNemSbRVGTbXc4fjBDDNDxvBkG",
    owner: second,
    account: "BFqVHMQpBvG5E98zfd6XjeLT7N1icKV6hqNnL8EcXHnZ",
    isSpam: false,
  },
  {
    name: "Claim Your Reward",
    symbol: "mSPAM",
    mint: "8HNvzzVoBv6VjQ18cQu5Tkbu4XcpwGo1kGx5GupFNWud",
    metadata: "DYAfzrxa8PYkpF8mDb1d29GirmmYq2uHVX9qohDvXHxa",
    owner: first,
    account: "CqtUuartvhLRxQJaYJ6tVsnEnmL72JSvw7h5fnjUjnEi",
    isSpam: true,
  },
]

export const findCollectible = (mint: string | null): SolanaCollectible | undefined =>
  solanaCollectibles.find((one) => one.mint === mint)
