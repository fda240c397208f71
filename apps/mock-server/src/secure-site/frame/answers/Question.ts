import type { Effect } from "effect"

/** What the owner of a wallet is asked, as the frame shows it. Its texts are bounded and without deceiving characters. */
export interface Question {
  /** What is to be done, in words. */
  readonly title: string
  readonly lines: readonly QuestionLine[]
  readonly method: string
  /** CAIP-2. */
  readonly chainId: string
  readonly asker: Asker
}

export interface QuestionLine {
  readonly label: string
  readonly text: string
}

/** Who asks. */
export interface Asker {
  /** What it calls itself; empty where it has not said. Anybody can say anything. */
  readonly name: string
  /** Where it is, by the word of the browser and not by its own; `null` in a terminal, where it is the program itself. */
  readonly origin: string | null
}

/** Puts a question before the owner. Interrupted when whoever asks has taken it back. */
export type Approve = (question: Question) => Effect.Effect<boolean>
