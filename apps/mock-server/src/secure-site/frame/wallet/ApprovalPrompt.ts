import type { Effect } from "effect"

/** The prompt for the wallet's owner in the frame. Its texts are bounded and free of deceptive characters. */
export interface ApprovalPrompt {
  /** A description of the action. */
  readonly title: string
  readonly lines: readonly ApprovalLine[]
  /** The warnings, each of which needs an act of its own. */
  readonly acts: readonly ApprovalAct[]
  readonly method: string
  /** CAIP-2. */
  readonly chainId: string
  readonly asker: ApprovalRequester
}

/** A labelled line of a prompt. */
export interface ApprovalLine {
  readonly label: string
  readonly text: string
}

/** A warning and the act that it needs. */
export interface ApprovalAct {
  readonly title: string
  readonly text: string
  /** What the user confirms. */
  readonly check: string
}

/** The requester of an approval. */
export interface ApprovalRequester {
  /** The dApp's self-declared name, which is not verified; empty when absent. */
  readonly name: string
  /** The origin as reported by the browser; `null` in a terminal, where the program itself is the requester. */
  readonly origin: string | null
}

/** Prompts the owner. It is interrupted when the requester cancels. */
export type Approve = (question: ApprovalPrompt) => Effect.Effect<boolean>
