import type { Approval, ApprovalRequest } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import type { LiveLink } from "../pairing/LiveLink.ts"
import { toCodeColours } from "../terminal/codeColours.ts"
import type { LazyView, Output } from "../terminal/Output.ts"
import type { Terminal } from "../terminal/Terminal.ts"
import { notifyWhenSlow } from "./slowNotice.ts"

/** The prompts and progress views of the CLI. */
export interface Prompts {
  /** Shows a described request and prompts for approval. */
  readonly review: (request: ApprovalRequest) => Effect.Effect<Approval>
  /**
   * Prompts for approval of a view. Each of `first` must be answered before the approval. `live` is shown below the
   * prompt.
   */
  readonly decide: (view: LazyView, first: readonly LinePrompt[], live?: LiveLine) => Effect.Effect<Approval>
  /** Prompts for one line; `null` when the user cancels. */
  readonly line: (question: LinePrompt) => Effect.Effect<string | null>
  readonly password: (label: string) => Effect.Effect<string>
  /** Shows progress while `work` runs, on a terminal only. */
  readonly during: <A, E, R>(text: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Shows the QR code of the current link while `work` runs. */
  readonly pairing: <A, E, R>(live: LiveLink, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Prompts for an email code, which does not stay on the screen. */
  readonly code: (question: CodePrompt) => Effect.Effect<CodeResponse>
  /** Shows that an email with a link was sent while `work` runs; `resend` runs when the user requests another. */
  readonly link: <A, E, R>(
    mail: SentEmail,
    resend: Effect.Effect<void>,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>
  /**
   * Shows that a request is pending on the phone wallet, with a countdown, while `work` runs. After a minute it says
   * where to look, also without a screen.
   */
  readonly onPhone: <A, E, R>(wallet: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** A line below a prompt that changes while it is open. */
export interface LiveLine {
  /** Returns the line; `null` when it is empty. */
  readonly line: () => { readonly text: string; readonly alarms: boolean } | null
  /** Calls `listener` on each change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** A sent email. */
export interface SentEmail {
  readonly email: string
  /** UTC milliseconds from which another one can be sent. */
  readonly resendAt: number
}

export interface CodePrompt extends SentEmail {
  /** The error of the last code; `null` without one. */
  readonly problem: string | null
}

export type CodeResponse =
  | { readonly _tag: "Code"; readonly digits: string }
  /** The user requests another email. */
  | { readonly _tag: "Resend" }
  /** The user cancelled, or the input ended. */
  | { readonly _tag: "Left" }

export interface LinePrompt {
  readonly label: string
  /** Returns the error of a text, or `null`. */
  readonly refusal: (text: string) => string | null
}

// Ink loads with the first prompt.
const lazyScreenPrompts = Effect.promise(() => import("./screenPrompts.tsx"))

export const makePrompts = (terminal: Terminal, output: Pick<Output, "info" | "state">): Prompts => ({
  review: (request) =>
    Effect.gen(function* () {
      const [{ promptReview }, { toTerminalPrompt }] = yield* Effect.all([
        lazyScreenPrompts,
        Effect.promise(() => import("../wallet/terminalPrompt.ts")),
      ])
      return yield* promptReview(toTerminalPrompt(request))
    }),
  decide: (view, first, live) =>
    Effect.gen(function* () {
      const [{ promptDecision }, drawn] = yield* Effect.all([lazyScreenPrompts, Effect.promise(view)])
      return yield* promptDecision(drawn, first, live)
    }),
  line: (question) => Effect.flatMap(lazyScreenPrompts, ({ promptLine }) => promptLine(question)),
  password: (label) => Effect.flatMap(lazyScreenPrompts, ({ promptPassword }) => promptPassword(label)),
  code: (question) => Effect.flatMap(lazyScreenPrompts, ({ promptCode }) => promptCode(question)),
  link: (mail, resend, work) =>
    terminal.draws ? Effect.flatMap(lazyScreenPrompts, ({ showLink }) => showLink(mail, resend, work)) : work,
  during: (text, work) =>
    terminal.draws ? Effect.flatMap(lazyScreenPrompts, ({ showStatus }) => showStatus(text, work)) : work,
  pairing: (live, work) =>
    terminal.draws
      ? Effect.flatMap(lazyScreenPrompts, ({ showPairing }) =>
          showPairing(live, toCodeColours(terminal), work),
        )
      : work,
  onPhone: (wallet, work) =>
    terminal.draws
      ? Effect.flatMap(lazyScreenPrompts, ({ showPhone }) => showPhone(wallet, work))
      : notifyWhenSlow(wallet, work, output),
})
