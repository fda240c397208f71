import type { Line } from "@wmodal/dev-wallet"
import type { FetchHandler } from "../../phone/wallet/WorldNodes.ts"
import type { World } from "../../world/World.ts"

/** `smartAccount`: a contract that the key owns. Source: the AppKit 1.7.2 wire. */
export type AccountType = "eoa" | "smartAccount"

export interface UserAccount {
  readonly address: string
  readonly type: AccountType
}

/** What somebody is asked to approve. Plain JSON; all text is bounded and free of deceiving characters. */
export interface RequestDescription {
  readonly title: string
  readonly lines: readonly Line[]
}

/** A method of the wallet, asked for on one network. */
export interface WalletCall {
  /** CAIP-2. */
  readonly chainId: string
  /** Which account it is for. Networks without smart accounts take `eoa` for either. */
  readonly type: AccountType
  readonly method: string
  readonly params: unknown
}

/**
 * The wallet of one user of the secure site. Its keys follow from the world's seed and the user's id, and never leave
 * it. What cannot be done rejects with a `ProviderError`, whose text may be shown.
 */
export interface UserWallet {
  /** On EVM networks the key's own account and then the smart account, where the network has them. */
  readonly accounts: (chainId: string) => Promise<readonly UserAccount[]>
  /** Whether the smart account has code there already: the first operation makes it. */
  readonly smartAccountDeployed: (chainId: string) => Promise<boolean>
  /** Numeric ids of the EVM networks that have smart accounts. */
  readonly smartAccountNetworks: () => readonly number[]
  /** CAIP-2 ids of all that it can be used on. */
  readonly networks: () => readonly string[]
  /** Answers a safe method. */
  readonly read: (call: WalletCall) => Promise<unknown>
  /** What an unsafe method would do, in words. Rejects where it would be refused anyway. Nothing is signed. */
  readonly describe: (call: WalletCall) => Promise<RequestDescription>
  /** Does what an unsafe method asks, once it was approved. Waits for the block of what it sends. */
  readonly perform: (call: WalletCall) => Promise<unknown>
}

export interface UserWalletOptions {
  readonly world: World
  /** The server's endpoints, behind which the world's nodes are. */
  readonly ask: FetchHandler
  /** Base URL of the server, which draws the pictures of tokens. */
  readonly blockchain: string
  readonly user: { readonly id: string }
}
