import type { CaipNetworkId } from "@wmodal/protocol"

/** What a phone shows: all that its page needs, and a test asks about. JSON. */
export interface PhoneState {
  readonly policy: PhonePolicy
  /** EIP-5792 by EIP-7702: several calls as one transaction. */
  readonly smartAccount: boolean
  /** The newest last. */
  readonly sessions: readonly PhoneSession[]
  /** What waits for its owner, the oldest first. */
  readonly questions: readonly PhonePrompt[]
  /** Questions that were ever shown, answered or not. */
  readonly asked: number
  /** Which one it is on. */
  readonly network: PhoneNetwork
  /** Its plain address there. */
  readonly address: string
  /** All that it knows. */
  readonly networks: readonly PhoneNetwork[]
}

/**
 * What its owner answers from now on: `ask` waits for an answer by hand, `never` too, since nobody is there to give
 * one, and `late` approves after so many milliseconds.
 */
export type PhonePolicy = "ask" | "approve" | "decline" | "never" | { readonly late: number }

export interface PhoneNetwork {
  readonly chainId: CaipNetworkId
  readonly name: string
}

/** An app that the phone is connected to. */
export interface PhoneSession {
  readonly topic: string
  readonly peer: PhonePeer
  /** CAIP-2. */
  readonly chains: readonly string[]
  /** CAIP-10. */
  readonly accounts: readonly string[]
}

/** Who asks, as it says itself: nobody has checked it. Bounded, and free of deceiving characters. */
export interface PhonePeer {
  readonly name: string
  /** Empty where it names none that could be one. */
  readonly url: string
}

export interface PhonePrompt {
  readonly id: string
  /** `connect`: may this app see the accounts. `request`: all that an app asks for after that. */
  readonly kind: "connect" | "request"
  readonly title: string
  readonly peer: PhonePeer
  /** The request in words, `Label: text` each. The text may have several lines. */
  readonly lines: readonly string[]
  /** UTC milliseconds. */
  readonly receivedAt: number
}
