import { Effect } from "effect"
import type { ApprovalGrant } from "../payments/ApprovalGrant.ts"
import type { Prompts } from "../prompts/Prompts.ts"
import type { Context } from "../session/Context.ts"
import type { AskFrameApproval } from "../session/openFrame.ts"

/** What gives a signature and moves nothing. */
const signingMethods: ReadonlySet<string> = new Set([
  "personal_sign",
  "eth_signTypedData_v4",
  "solana_signMessage",
])

/**
 * Answers the site's question for the person: by asking, or by the `--yes` that they typed. Of what moves anything,
 * `--yes` answers one question for each review: whatever else is asked is declined.
 */
export const makeFrameApprover =
  (
    { yes }: { readonly yes: boolean },
    {
      output,
      prompts,
      terminal,
    }: Pick<Context, "output" | "terminal"> & { readonly prompts: Pick<Prompts, "decide"> },
    reviewed: Pick<ApprovalGrant, "claim" | "consume">,
  ): AskFrameApproval =>
  (question, host) =>
    Effect.gen(function* () {
      const isReviewed = reviewed.claim()
      if (!yes && !terminal.asks) return false
      const isApproved = yes
        ? isReviewed || signingMethods.has(question.method)
        : (yield* prompts.decide(
            async () =>
              (await import("../views/frameApprovalPrompt.tsx")).frameApprovalPrompt(question, host),
            [],
          )) === "approve"
      if (!isApproved) return false
      reviewed.consume()
      output.state("approved")
      return true
    })
