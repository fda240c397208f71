import type { SwapProgress, SwapReview, SwapStep } from "@wmodal/core/flows"

export interface SwapStage {
  readonly review: Pick<SwapReview, "path" | "steps">
  readonly progress: SwapProgress
  readonly step: SwapStep["kind"]
}

/** Returns true when the approval of this swap is done, and only the swap is left. */
export const isApproved = ({ review, progress }: Omit<SwapStage, "step">): boolean =>
  progress.approval !== null && review.steps.every(({ kind }) => kind === "swap")

/** Returns true when an earlier approval was revoked for this swap. */
export const isReset = ({ review, progress }: Omit<SwapStage, "step">): boolean =>
  progress.reset !== undefined && review.steps.every(({ kind }) => kind !== "reset")

/** Returns the number of the current wallet request, from 1, and the total. A batch is one. */
export const stepProgress = ({ review, progress, step }: SwapStage) => {
  if (review.path._tag === "Batch") return { step: 1, count: 1 }
  const before = Number(isReset({ review, progress })) + Number(isApproved({ review, progress }))
  const index = review.steps.findIndex(({ kind }) => kind === step)
  return { step: before + Math.max(0, index) + 1, count: before + review.steps.length }
}
