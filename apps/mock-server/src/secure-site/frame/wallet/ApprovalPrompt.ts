import type { Effect } from "effect"

/** What the owner of a wallet is asked, as the frame shows it. Its texts are bounded and without deceiving characters. */
export interface ApprovalPrompt {
  /** What is to be done, in words. */
  readonly title: string
  readonly lines: readonly ApprovalLine[]
  readonly method: string
  /** CAIP-2. */
  readonly chainId: string
  readonly asker: ApprovalRequester
}

export interface ApprovalLine {
  readonly label: string
  readonly text: string
}

/** Who asks. */
export interface ApprovalRequester {
  /** What it calls itself; empty where it has not said. Anybody can say anything. */
  readonly name: string
  /** Where it is, by the word of the browser and not by its own; `null` in a terminal, where it is the program itself. */
  readonly origin: string | null
}

/** Puts a question before the owner. Interrupted when whoever asks has taken it back. */
export type Approve = (question: ApprovalPrompt) => Effect.Effect<boolean>
