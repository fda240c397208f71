import { formatEnglish, type Problem, presentProblem } from "@wmodal/core"
import { answeredRequests } from "@wmodal/dev-wallet/testing"
import { Effect } from "effect"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { toPageError } from "../binding/toPageError.ts"
import { getTexts } from "../gallery/renderScene.tsx"
import { makeTranslate, TranslateProvider } from "../messages/Translate.tsx"
import { ProblemNotice } from "./ProblemNotice.tsx"

const english = makeTranslate("en", {})

const show = (problem: Problem, during: "connect" | "sign") =>
  getTexts(
    renderToStaticMarkup(
      <TranslateProvider value={english}>
        <ProblemNotice problem={problem} during={during} />
      </TranslateProvider>,
    ),
  )

describe("the modal's notice of a real wallet's answer", () => {
  it.each(answeredRequests)("calls what $name answers to $during $code", async ({ code, during, fail }) => {
    const problem = await Effect.runPromise(fail)
    // The terminal's words: see `apps/cli/src/failure/walletProfiles.test.ts`.
    const { body, title } = presentProblem(problem, during)
    expect(toPageError(problem, english, during)).toEqual({
      tag: code,
      text: `${formatEnglish(title)}. ${formatEnglish(body)}`,
    })
    expect(show(problem, during)).toEqual(expect.arrayContaining([formatEnglish(title), formatEnglish(body)]))
  })
})
