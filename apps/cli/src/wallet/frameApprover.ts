import { Effect } from "effect"
import type { ApprovalGrant } from "../payments/ApprovalGrant.ts"
import type { Prompts } from "../prompts/Prompts.ts"
import type { Context } from "../session/Context.ts"
import type { AskFrameApproval } from "../session/openFrame.ts"

/** The methods that only return a signature of a message. */
const signingMethods: ReadonlySet<string> = new Set([
  "personal_sign",
  "eth_signTypedData_v4",
  "solana_signMessage",
])

/**
 * Responds to requests of the secure site by a prompt or by `--yes`. Except for message signatures, `--yes` approves
 * one request per review and declines all others.
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
