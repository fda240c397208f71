import { formatEnglish, presentProblem } from "@wmodal/core"
import { answeredRequests } from "@wmodal/dev-wallet/testing"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { getFailureContext, toReport } from "./toReport.ts"

describe("the terminal's report of a real wallet's answer", () => {
  it.each(answeredRequests)("calls what $name answers to $during $code", async ({ code, during, fail }) => {
    const problem = await Effect.runPromise(fail)
    const report = toReport(
      problem,
      getFailureContext({ _tag: during === "sign" ? "SignMessage" : "Connect" }),
    )
    expect(report.code).toBe(code)
    // The modal's words: see `views/ProblemNotice.test.tsx`.
    expect(report.message).toBe(formatEnglish(presentProblem(problem, during).title))
  })
})
