import type { Approval, RequestDescription } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { type Instance, render } from "ink"
import type { ReactElement } from "react"
import type { LiveLink } from "../pairing/LiveLink.ts"
import type { CodeColours } from "../terminal/codeColours.ts"
import { toColumns } from "../terminal/Terminal.ts"
import { CodeEntry } from "../views/CodeEntry.tsx"
import { draw, maxColumns } from "../views/draw.tsx"
import { LinkStatus } from "../views/LinkStatus.tsx"
import { PagePrompt } from "../views/PagePrompt.tsx"
import { PairingCode } from "../views/PairingCode.tsx"
import { Password } from "../views/Password.tsx"
import { PhoneStatus } from "../views/PhoneStatus.tsx"
import { ApprovalPrompt, RequestPanel } from "../views/Review.tsx"
import { Status } from "../views/Status.tsx"
import { TextPrompt, TypedText } from "../views/TextPrompt.tsx"
import { PromptInput } from "./PromptInput.ts"
import type { CodePrompt, CodeResponse, LinePrompt, LiveLine, SentEmail } from "./Prompts.ts"
import { slowNoticeDelayMs } from "./slowNotice.ts"

const getColumns = (): number => Math.min(toColumns(process.stdout), maxColumns)

/** A line that is always empty. */
const staticLine: LiveLine = { line: () => null, subscribe: () => () => {} }

// Ink does not handle Ctrl-C, so that one handler ends everything in order.
// Ink draws nothing before the end where a variable names a CI, even on a terminal.
const options = { exitOnCtrlC: false, interactive: true, patchConsole: false } as const
const interrupt = () => process.kill(process.pid, "SIGINT")

interface PromptScreen<A> {
  /** `isReady`: keys count. */
  readonly draw: (isReady: boolean, answer: (value: A) => void) => ReactElement
  readonly finish: (instance: Instance, value: A) => void
  /** Whether text can be pasted. Else several keys at once are no response. */
  readonly takesText: boolean
  /** Reports that the facts of the question are others. */
  readonly changed?: LiveLine["subscribe"]
}

/**
 * Renders until there is a response. Keys count after a silence that follows the draw, or the last change of the
 * question. Restores the terminal when interrupted.
 */
const runPrompt = <A,>({
  changed = staticLine.subscribe,
  draw,
  finish,
  takesText,
}: PromptScreen<A>): Effect.Effect<A> =>
  Effect.callback<A>((resume) => {
    const input = new PromptInput(process.stdin, {
      onInterrupt: interrupt,
      onReady: (isReady) => instance.rerender(draw(isReady, answer)),
      takesText,
    })
    const answer = (value: A) => {
      finish(instance, value)
      close()
      resume(Effect.succeed(value))
    }
    const instance = render(draw(false, answer), { ...options, stdin: input })
    input.guard()
    const unsubscribe = changed(input.guard)
    const close = () => {
      unsubscribe()
      instance.unmount()
      input.destroy()
    }
    return Effect.sync(close)
  })

/** Prompts for a request. The request and the decision stay on the screen. */
export const promptReview = (request: RequestDescription): Effect.Effect<Approval> =>
  promptDecision((columns) => <RequestPanel request={request} columns={columns} />)

/** Lines up to which a view is printed at once. More than these are shown page by page, to their end. */
const maxLinesAtOnce = 60

/** Prints a view; a long one page by page. @returns whether the user has seen its end */
const printPages = Effect.fnUntraced(function* (text: string) {
  const lines = text.split("\n")
  const { rows = 24 } = process.stdout
  const page = lines.length > maxLinesAtOnce ? Math.max(rows - 2, 5) : lines.length
  for (let end = page; ; end += page) {
    process.stdout.write(`${lines.slice(end - page, end).join("\n")}\n`)
    if (end >= lines.length) return true
    if (!(yield* promptPage(end, lines.length))) return false
  }
})

/** Waits for the user to go on to the next page. The prompt does not stay between the lines. */
const promptPage = (shown: number, total: number): Effect.Effect<boolean> =>
  runPrompt<boolean>({
    draw: (isReady, answer) => (
      <PagePrompt
        isReady={isReady}
        shown={shown}
        total={total}
        onMore={() => answer(true)}
        onLeave={() => answer(false)}
        onInterrupt={interrupt}
      />
    ),
    finish: (instance) => instance.clear(),
    takesText: false,
  })

/** Prompts for approval of a view. Each of `first` must be answered before. */
export const promptDecision = (
  drawn: (columns: number) => ReactElement,
  first: readonly LinePrompt[] = [],
  live: LiveLine = staticLine,
): Effect.Effect<Approval> => {
  const question = (
    answer: Approval | null,
    isReady: boolean,
    onAnswer: (answer: Approval) => void = () => {},
  ) => (
    <ApprovalPrompt
      answer={answer}
      isReady={isReady}
      live={live}
      onAnswer={onAnswer}
      onInterrupt={interrupt}
    />
  )
  return Effect.gen(function* () {
    const columns = getColumns()
    if (!(yield* printPages(draw(drawn(columns), columns)))) return "decline"
    for (const one of first) {
      if ((yield* promptLine(one)) === null) return "decline"
    }
    return yield* runPrompt<Approval>({
      draw: (isReady, onAnswer) => question(null, isReady, onAnswer),
      finish: (instance, answer) => instance.rerender(question(answer, false)),
      takesText: false,
      changed: (listener) =>
        live.subscribe(() => {
          if (live.line()?.alarms === true) listener()
        }),
    })
  })
}

/** Prompts for one line, which stays on the screen. */
export const promptLine = ({ label, refusal }: LinePrompt): Effect.Effect<string | null> =>
  runPrompt<string | null>({
    draw: (isReady, onAnswer) => (
      <TextPrompt
        isReady={isReady}
        label={label}
        refusal={refusal}
        onAnswer={onAnswer}
        onLeave={() => onAnswer(null)}
        onInterrupt={interrupt}
      />
    ),
    finish: (instance, text) => instance.rerender(<TypedText label={label} text={text} />),
    takesText: true,
  })

/** Prompts for a password, which does not stay on the screen. */
export const promptPassword = (label: string): Effect.Effect<string> =>
  runPrompt<string>({
    draw: (isReady, onAnswer) => (
      <Password isReady={isReady} label={label} onAnswer={onAnswer} onInterrupt={interrupt} />
    ),
    finish: (instance) => instance.clear(),
    takesText: true,
  })

/** Prompts for an email code, which does not stay on the screen. */
export const promptCode = (question: CodePrompt): Effect.Effect<CodeResponse> =>
  runPrompt<CodeResponse>({
    draw: (isReady, onAnswer) => (
      <CodeEntry
        isReady={isReady}
        question={question}
        now={Date.now}
        onAnswer={onAnswer}
        onInterrupt={interrupt}
      />
    ),
    finish: (instance) => instance.clear(),
    takesText: true,
  })

const clearLineSequence = "\r\u001b[2K"
const clearPreviousLineSequence = "\u001b[1A\u001b[2K"

/** Shows progress while `work` runs, then clears it. */
export const showStatus = <A, E, R>(text: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => render(<Status text={text} />, options)),
    () => work,
    (instance) =>
      Effect.sync(() => {
        // Clears after unmounting, because unmounting renders once more.
        instance.unmount()
        // The next line may contain the ^C of an interrupt.
        const lines = Math.ceil((text.length + 2) / toColumns(process.stdout))
        process.stdout.write(clearLineSequence + clearPreviousLineSequence.repeat(lines))
      }),
  )

/** Shows a changing view while `work` runs, then clears it. */
const showView = <A, E, R>(view: ReactElement, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => render(view, { ...options, incrementalRendering: true })),
    () => work,
    (instance) =>
      Effect.sync(() => {
        instance.clear()
        instance.unmount()
        process.stdout.write(clearLineSequence)
      }),
  )

/** Milliseconds for a phone to respond over WalletConnect. */
const phoneResponseTimeoutMs = 300_000

/** Shows a request that is pending on a phone. */
export const showPhone = <A, E, R>(wallet: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const since = Date.now()
    return showView(
      <PhoneStatus
        wallet={wallet}
        slowAt={since + slowNoticeDelayMs}
        until={since + phoneResponseTimeoutMs}
        now={Date.now}
        onLeave={interrupt}
      />,
      work,
    )
  })

/** Shows that an email with a link was sent. */
export const showLink = <A, E, R>(
  mail: SentEmail,
  resend: Effect.Effect<void>,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  showView(
    <LinkStatus
      mail={mail}
      now={Date.now}
      onResend={() => void Effect.runFork(resend)}
      onLeave={interrupt}
    />,
    work,
  )

/** Shows the QR code. Earlier links stay above it, because they are used up. */
export const showPairing = <A, E, R>(
  live: LiveLink,
  colours: CodeColours,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  showView(<PairingCode live={live} colours={colours} now={Date.now} onLeave={interrupt} />, work)
