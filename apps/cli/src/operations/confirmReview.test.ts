import { describe, expect, it } from "@effect/vitest"
import type { Approval } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import { declinedError } from "../failure/declinedError.ts"
import type { LinePrompt } from "../prompts/Prompts.ts"
import { confirmReview, type WarningPrompt } from "./confirmReview.ts"

const makeWarning = (name: string): WarningPrompt => ({
  label: `Type ${name}:`,
  matches: (text) => text === name,
  error: guardError(`${name}.`, null),
})

const view = () => Promise.reject(new Error("drawn"))

/** Confirms a review with two warnings, and records the prompts. */
const confirm = ({ asks = true, yes = false, answer = "approve" as Approval } = {}) =>
  Effect.gen(function* () {
    const prompted: (readonly LinePrompt[])[] = []
    const decide = (_view: unknown, first: readonly LinePrompt[]) =>
      Effect.sync(() => {
        prompted.push(first)
        return answer
      })
    const warnings = [makeWarning("burn"), makeWarning("first")]
    const result = yield* Effect.result(
      confirmReview({ prompts: { decide }, terminal: { asks } }, { yes }, warnings, view),
    )
    return { prompted, result }
  })

describe("confirmReview", () => {
  it.effect("prompts for every warning by its value", () =>
    Effect.gen(function* () {
      const { prompted, result } = yield* confirm()
      expect(result._tag).toBe("Success")
      const [[burn, first] = []] = prompted
      expect([burn?.label, first?.label]).toEqual(["Type burn:", "Type first:"])
      expect([burn?.refusal("burn"), burn?.refusal("first")]).toEqual([null, "That does not match."])
    }),
  )

  it.effect("fails when the review is declined", () =>
    Effect.gen(function* () {
      const { result } = yield* confirm({ answer: "decline" })
      expect(result).toMatchObject({ _tag: "Failure", failure: declinedError })
    }),
  )

  it.effect.each([
    ["of a script", { asks: false }],
    ["with --yes", { yes: true }],
  ] as const)("fails with the first warning %s, without a prompt", ([, given]) =>
    Effect.gen(function* () {
      const { prompted, result } = yield* confirm(given)
      expect(result).toMatchObject({ _tag: "Failure", failure: makeWarning("burn").error })
      expect(prompted).toEqual([])
    }),
  )
})
