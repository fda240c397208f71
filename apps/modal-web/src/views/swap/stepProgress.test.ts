import { describe, expect, it } from "vitest"
import { approveStep, swapStep } from "../../gallery/swapSamples.ts"
import { isApproved, stepProgress } from "./SwapSteps.tsx"

const nothing = { approval: null, swap: null }
const approved = { approval: "1", swap: null }
const twoSteps = { path: { _tag: "TwoSteps" }, steps: [approveStep, swapStep] } as const
const direct = { path: { _tag: "Direct" }, steps: [swapStep] } as const
const batch = { path: { _tag: "Batch" }, steps: [approveStep, swapStep] } as const

describe("stepProgress", () => {
  it("counts the remaining steps and the finished approval", () => {
    expect(stepProgress({ review: twoSteps, progress: nothing, step: "approve" })).toEqual({
      step: 1,
      count: 2,
    })
    expect(stepProgress({ review: direct, progress: approved, step: "swap" })).toEqual({ step: 2, count: 2 })
    expect(stepProgress({ review: direct, progress: nothing, step: "swap" })).toEqual({ step: 1, count: 1 })
  })

  it("counts a batch as one step", () => {
    expect(stepProgress({ review: batch, progress: nothing, step: "approve" })).toEqual({ step: 1, count: 1 })
  })

  it("reports no pending approval as approved", () => {
    expect(isApproved({ review: twoSteps, progress: approved })).toBe(false)
    expect(isApproved({ review: direct, progress: nothing })).toBe(false)
    expect(isApproved({ review: direct, progress: approved })).toBe(true)
  })
})
