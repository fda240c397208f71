import type { PromptAct, PromptLine } from "@wmodal/dev-wallet"
import type { FetchHandler } from "../../phone/wallet/WorldNodes.ts"
import type { World } from "../../world/World.ts"

/** The account types. `smartAccount`: a contract owned by the key. Source: the AppKit 1.7.2 wire. */
export type AccountType = "eoa" | "smartAccount"

export interface UserAccount {
  readonly address: string
  readonly type: AccountType
}

/** The description in an approval prompt. Plain JSON; all text is bounded and free of deceptive characters. */
export interface RequestDescription {
  readonly title: string
  readonly lines: readonly PromptLine[]
  /** The warnings, each of which needs an act of its own. */
  readonly acts: readonly PromptAct[]
}

/** A wallet method call on one network. */
export interface WalletCall {
  /** CAIP-2. */
  readonly chainId: string
  /** The requested account. Networks without smart accounts use `eoa` for both types. */
  readonly type: AccountType
  readonly method: string
  readonly params: unknown
}

/**
 * The wallet of one user of the secure site. Its keys are derived from the world's seed and the user's ID and never
 * leave it. Failures reject with a `ProviderError`, whose text may be shown.
 */
export interface UserWallet {
  /** Returns the key's own account and, on EVM networks that support it, the smart account. */
  readonly accounts: (chainId: string) => Promise<readonly UserAccount[]>
  /** Returns whether the smart account has code there. The first operation deploys it. */
  readonly smartAccountDeployed: (chainId: string) => Promise<boolean>
  /** Numeric IDs of the EVM networks that have smart accounts. */
  readonly smartAccountNetworks: () => readonly number[]
  /** CAIP-2 IDs of all supported networks. */
  readonly networks: () => readonly string[]
  /** Responds to a safe method. */
  readonly read: (call: WalletCall) => Promise<unknown>
  /**
   * Describes the effect of an unsafe method. Rejects when the method would fail. Nothing is signed.
   * @param origin of the page that asks; `null` in a terminal
   */
  readonly describe: (call: WalletCall, origin: string | null) => Promise<RequestDescription>
  /**
   * Performs an approved unsafe method. Waits for the block of a sent transaction.
   * @param origin of the page that asked; `null` or none in a terminal
   */
  readonly perform: (call: WalletCall, origin?: string | null) => Promise<unknown>
}

export interface UserWalletOptions {
  readonly world: World
  /** The server's endpoints with the world's nodes. */
  readonly ask: FetchHandler
  /** Base URL of the server, which renders the token images. */
  readonly blockchain: string
  readonly user: { readonly id: string }
}
