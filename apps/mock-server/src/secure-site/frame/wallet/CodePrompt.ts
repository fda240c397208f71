import type { FrameRefusal } from "@wmodal/frame-rpc/frame"
import type { Effect } from "effect"
import type { ApprovalRequester } from "./ApprovalPrompt.ts"

/** The prompt for an emailed code in the frame, so that the embedding page never has it. */
interface CodePrompt<A> {
  /** The code's recipient. */
  readonly email: string
  readonly asker: ApprovalRequester
  /** Checks a code. Its failure is shown, and another code can be typed. */
  readonly check: (otp: string) => Effect.Effect<A, FrameRefusal>
  /** Sends another code. */
  readonly resend: Effect.Effect<unknown, FrameRefusal>
}

/** Prompts until a code is right or the user cancels. It is interrupted when the sign-in ends. */
export type AskCode = <A>(prompt: CodePrompt<A>) => Effect.Effect<A, FrameRefusal>
