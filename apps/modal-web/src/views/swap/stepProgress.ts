import type { SwapProgress, SwapReview, SwapStep } from "@wmodal/core/flows"

export interface SwapStage {
  readonly review: Pick<SwapReview, "path" | "steps">
  readonly progress: SwapProgress
  readonly step: SwapStep["kind"]
}

/** The approval of this swap is behind it: what is left is the swap alone. */
export const isApproved = ({ review, progress }: Omit<SwapStage, "step">): boolean =>
  progress.approval !== null && review.steps.every(({ kind }) => kind === "swap")

/** An earlier approval was taken back for it. */
export const isReset = ({ review, progress }: Omit<SwapStage, "step">): boolean =>
  progress.reset !== undefined && review.steps.every(({ kind }) => kind !== "reset")

/** Which question of how many it is. A batch is one. */
export const stepProgress = ({ review, progress, step }: SwapStage) => {
  if (review.path._tag === "Batch") return { step: 1, count: 1 }
  const before = Number(isReset({ review, progress })) + Number(isApproved({ review, progress }))
  const index = review.steps.findIndex(({ kind }) => kind === step)
  return { step: before + Math.max(0, index) + 1, count: before + review.steps.length }
}
