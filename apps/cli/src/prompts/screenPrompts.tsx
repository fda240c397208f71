import type { Approval, RequestDescription } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { type Instance, render } from "ink"
import type { ReactElement } from "react"
import type { LiveLink } from "../pairing/LiveLink.ts"
import { toColumns } from "../terminal/Terminal.ts"
import { CodeEntry } from "../views/CodeEntry.tsx"
import { draw, maxColumns } from "../views/draw.tsx"
import { LinkStatus } from "../views/LinkStatus.tsx"
import { type CodeColours, PairingCode } from "../views/PairingCode.tsx"
import { Password } from "../views/Password.tsx"
import { PhoneStatus } from "../views/PhoneStatus.tsx"
import { ApprovalPrompt, RequestPanel } from "../views/Review.tsx"
import { Status } from "../views/Status.tsx"
import { TextPrompt, TypedText } from "../views/TextPrompt.tsx"
import type { CodePrompt, CodeResponse, LinePrompt, LiveLine, SentEmail } from "./Prompts.ts"

const getColumns = (): number => Math.min(toColumns(process.stdout), maxColumns)

// Ctrl-C goes the way that it goes without Ink: one handler ends everything, in order.
const options = { exitOnCtrlC: false, patchConsole: false } as const
const interrupt = () => process.kill(process.pid, "SIGINT")

/** Draws until answered. Interrupted, it gives the terminal back as it was. */
const runPrompt = <A,>(
  draw: (answer: (value: A) => void) => ReactElement,
  finish: (instance: Instance, value: A) => void,
): Effect.Effect<A> =>
  Effect.callback<A>((resume) => {
    const instance = render(
      draw((value) => {
        finish(instance, value)
        instance.unmount()
        resume(Effect.succeed(value))
      }),
      options,
    )
    return Effect.sync(() => instance.unmount())
  })

/** The request and the decision stay on the screen. */
export const promptReview = (request: RequestDescription): Effect.Effect<Approval> =>
  promptDecision((columns) => <RequestPanel request={request} columns={columns} />)

/** Where nothing changes. */
const staticLine: LiveLine = { line: () => null, subscribe: () => () => {} }

/** The same for what another view shows; each of `first` must be answered before it may be approved. */
export const promptDecision = (
  drawn: (columns: number) => ReactElement,
  first: readonly LinePrompt[] = [],
  live: LiveLine = staticLine,
): Effect.Effect<Approval> => {
  const question = (answer: Approval | null, onAnswer: (answer: Approval) => void) => (
    <ApprovalPrompt answer={answer} live={live} onAnswer={onAnswer} onInterrupt={interrupt} />
  )
  return Effect.gen(function* () {
    const columns = getColumns()
    process.stdout.write(`${draw(drawn(columns), columns)}\n`)
    for (const one of first) {
      if ((yield* promptLine(one)) === null) return "decline"
    }
    return yield* runPrompt<Approval>(
      (onAnswer) => question(null, onAnswer),
      (instance, answer) => instance.rerender(question(answer, () => {})),
    )
  })
}

/** What was typed stays on the screen. */
export const promptLine = ({ label, refusal }: LinePrompt): Effect.Effect<string | null> =>
  runPrompt<string | null>(
    (onAnswer) => (
      <TextPrompt
        label={label}
        refusal={refusal}
        onAnswer={onAnswer}
        onLeave={() => onAnswer(null)}
        onInterrupt={interrupt}
      />
    ),
    (instance, text) => instance.rerender(<TypedText label={label} text={text} />),
  )

/** Nothing of it stays on the screen. */
export const promptPassword = (label: string): Effect.Effect<string> =>
  runPrompt<string>(
    (onAnswer) => <Password label={label} onAnswer={onAnswer} onInterrupt={interrupt} />,
    (instance) => instance.clear(),
  )

/** The same. */
export const promptCode = (question: CodePrompt): Effect.Effect<CodeResponse> =>
  runPrompt<CodeResponse>(
    (onAnswer) => (
      <CodeEntry question={question} now={Date.now} onAnswer={onAnswer} onInterrupt={interrupt} />
    ),
    (instance) => instance.clear(),
  )

const clearLineSequence = "\r\u001b[2K"
const clearPreviousLineSequence = "\u001b[1A\u001b[2K"

/** Says what is under way while `work` runs, and leaves no trace. */
export const showStatus = <A, E, R>(text: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => render(<Status text={text} />, options)),
    () => work,
    (instance) =>
      Effect.sync(() => {
        // Unmounting draws once more what has changed since, so it is wiped after that, and not before.
        instance.unmount()
        // The line below it has the ^C of whoever interrupts.
        const lines = Math.ceil((text.length + 2) / toColumns(process.stdout))
        process.stdout.write(clearLineSequence + clearPreviousLineSequence.repeat(lines))
      }),
  )

/** The same of a view that changes. */
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

/** Milliseconds in which a phone may answer a request over WalletConnect. */
const phoneResponseTimeoutMs = 300_000

/** A question that stands on a phone. */
export const showPhone = <A, E, R>(wallet: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const until = Date.now() + phoneResponseTimeoutMs
    return showView(<PhoneStatus wallet={wallet} until={until} now={Date.now} onLeave={interrupt} />, work)
  })

/** A mail that was sent, with a link to open. */
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

/** The code to scan. The links above it stay: they are spent. */
export const showPairing = <A, E, R>(
  live: LiveLink,
  colours: CodeColours,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  showView(<PairingCode live={live} colours={colours} now={Date.now} onLeave={interrupt} />, work)
