import { Effect } from "effect"
import type { Reviewed } from "../payments/Reviewed.ts"
import type { Prompts } from "../prompts/Prompts.ts"
import type { Context } from "../session/Context.ts"
import type { AskInFrame } from "../session/frame.ts"

/** What gives a signature and moves nothing. */
const signs: ReadonlySet<string> = new Set(["personal_sign", "eth_signTypedData_v4", "solana_signMessage"])

/**
 * Answers the site's question for the person: by asking, or by the `--yes` that they typed. Of what moves anything,
 * `--yes` answers one question for each review: whatever else is asked is declined.
 */
export const frameApprover =
  (
    { yes }: { readonly yes: boolean },
    {
      output,
      prompts,
      terminal,
    }: Pick<Context, "output" | "terminal"> & { readonly prompts: Pick<Prompts, "decide"> },
    reviewed: Pick<Reviewed, "claim" | "take">,
  ): AskInFrame =>
  (question, host) =>
    Effect.gen(function* () {
      const isReviewed = reviewed.claim()
      if (!yes && !terminal.asks) return false
      const isApproved = yes
        ? isReviewed || signs.has(question.method)
        : (yield* prompts.decide(
            async () => (await import("../views/SiteQuestion.tsx")).siteQuestionDrawn(question, host),
            [],
          )) === "approve"
      if (!isApproved) return false
      reviewed.take()
      output.state("approved")
      return true
    })
