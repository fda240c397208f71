import type { PromptLine } from "../PromptLine.ts"

/** The effects and warnings of a request, described for its prompt. Plain JSON. */
export interface RequestReview {
  readonly lines: readonly PromptLine[]
  readonly acts: readonly PromptAct[]
}

/** A warning that needs an act of its own before the request can be approved. All text is safe to display. */
export interface PromptAct {
  readonly title: string
  readonly text: string
  /** The label of its checkbox: what the user confirms. */
  readonly check: string
}
