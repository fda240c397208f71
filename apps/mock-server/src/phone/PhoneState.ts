import type { CaipNetworkId } from "@wmodal/protocol"

/** The state of a phone for its page and for tests. JSON. */
export interface PhoneState {
  readonly policy: PhonePolicy
  /** True if it sends several calls as one transaction (EIP-5792 by EIP-7702). */
  readonly smartAccount: boolean
  /** True if it signs dApps in with the prompt to connect (WalletConnect's one-click sign-in). */
  readonly oneClick: boolean
  /** The real wallet whose codes and texts it answers with; `null` for its own. */
  readonly profile: string | null
  /** Sessions, the newest last. */
  readonly sessions: readonly PhoneSession[]
  /** Open prompts, the oldest first. */
  readonly questions: readonly PhonePrompt[]
  /** Number of prompts since the start, settled or not. */
  readonly asked: number
  /** The current network. */
  readonly network: PhoneNetwork
  /** Its plain address on the current network. */
  readonly address: string
  /** All supported networks. */
  readonly networks: readonly PhoneNetwork[]
}

/**
 * The policy for later prompts. `ask` waits for a response by hand; so does `never`, which stands for an absent
 * owner. `late` approves after this number of milliseconds.
 */
export type PhonePolicy = "ask" | "approve" | "decline" | "never" | { readonly late: number }

export interface PhoneNetwork {
  readonly chainId: CaipNetworkId
  readonly name: string
}

/** A connected dApp. */
export interface PhoneSession {
  readonly topic: string
  readonly peer: PhonePeer
  /** CAIP-2. */
  readonly chains: readonly string[]
  /** CAIP-10. */
  readonly accounts: readonly string[]
}

/** A dApp's self-declared identity, which is not verified. Bounded, and free of deceptive characters. */
export interface PhonePeer {
  readonly name: string
  /** Empty when the dApp declares no valid URL. */
  readonly url: string
}

export interface PhonePrompt {
  readonly id: string
  /** `connect`: access to the accounts. `request`: a later request of the dApp. */
  readonly kind: "connect" | "request"
  readonly title: string
  readonly peer: PhonePeer
  /** A description of the request, `Label: text` each. The text may have several lines. */
  readonly lines: readonly string[]
  /** UTC milliseconds. */
  readonly receivedAt: number
}
