import type { Approval, ApprovalRequest } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import type { ReactElement } from "react"
import type { LiveLink } from "../pairing/LiveLink.ts"
import type { Terminal } from "../terminal/Terminal.ts"
import type { CodeColours } from "../views/PairingCode.tsx"

/** What the face asks and says while a command runs. */
export interface Prompts {
  /** Shows the request in words, and asks. */
  readonly review: (request: ApprovalRequest) => Effect.Effect<Approval>
  /**
   * The same for what a view shows; `columns` is how wide it may be. Each of `first` must be answered before it may
   * be approved. `live` stands below the question.
   */
  readonly decide: (
    view: () => Promise<(columns: number) => ReactElement>,
    first: readonly LinePrompt[],
    live?: LiveLine,
  ) => Effect.Effect<Approval>
  /** Asks for one line; `null` where the person leaves. */
  readonly line: (question: LinePrompt) => Effect.Effect<string | null>
  readonly password: (label: string) => Effect.Effect<string>
  /** Says that `work` is under way, where there is a screen to say it on. */
  readonly during: <A, E, R>(text: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Shows the code of a link while `work` runs, and each newer one. */
  readonly pairing: <A, E, R>(live: LiveLink, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Asks for the code of a mail. Nothing of it stays on the screen. */
  readonly code: (question: CodePrompt) => Effect.Effect<CodeResponse>
  /** Says that a mail with a link was sent while `work` runs; `resend` is run where the person asks for another. */
  readonly link: <A, E, R>(
    mail: SentEmail,
    resend: Effect.Effect<void>,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>
  /** Says that `wallet`, on a phone, has been asked, and counts down while `work` runs. */
  readonly onPhone: <A, E, R>(wallet: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** A line that changes while a question stands. */
export interface LiveLine {
  /** `null` as long as there is nothing to say. */
  readonly line: () => { readonly text: string; readonly alarms: boolean } | null
  /** @returns what ends it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** A mail that was sent. */
export interface SentEmail {
  readonly email: string
  /** UTC milliseconds from which on another may be asked for. */
  readonly resendAt: number
}

export interface CodePrompt extends SentEmail {
  /** What came of the last one; `null` where there was none. */
  readonly problem: string | null
}

export type CodeResponse =
  | { readonly _tag: "Code"; readonly digits: string }
  /** Another mail is wanted. */
  | { readonly _tag: "Resend" }
  /** No answer will come. */
  | { readonly _tag: "Left" }

export interface LinePrompt {
  readonly label: string
  /** What is wrong with a text, `null` where nothing is. */
  readonly refusal: (text: string) => string | null
}

// Ink loads with the first prompt.
const lazyScreenPrompts = Effect.promise(() => import("./screenPrompts.tsx"))

export const makePrompts = (terminal: Terminal): Prompts => ({
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
    terminal.draws ? Effect.flatMap(lazyScreenPrompts, ({ showPhone }) => showPhone(wallet, work)) : work,
})

const toCodeColours = ({ background, colour }: Terminal): CodeColours =>
  colour ? "blackOnWhite" : background === "dark" ? "ofDarkTerminal" : "ofLightTerminal"
