import type { Approval, RequestInWords } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { type Instance, render } from "ink"
import type { ReactElement } from "react"
import type { LiveLink } from "../pairing/LiveLink.ts"
import { columnsOf } from "../terminal/Terminal.ts"
import { CodeEntry } from "../views/CodeEntry.tsx"
import { draw, widest } from "../views/draw.tsx"
import { LinkStatus } from "../views/LinkStatus.tsx"
import { type CodeColours, PairingCode } from "../views/PairingCode.tsx"
import { Password } from "../views/Password.tsx"
import { PhoneStatus } from "../views/PhoneStatus.tsx"
import { Question, Request } from "../views/Review.tsx"
import { Status } from "../views/Status.tsx"
import { Typed, TypeLine } from "../views/TypeLine.tsx"
import type { CodeAnswer, CodeQuestion, LineQuestion, Live, Mailed } from "./Prompts.ts"

const columnsNow = (): number => Math.min(columnsOf(process.stdout), widest)

// Ctrl-C goes the way that it goes without Ink: one handler ends everything, in order.
const options = { exitOnCtrlC: false, patchConsole: false } as const
const interrupt = () => process.kill(process.pid, "SIGINT")

/** Draws until answered. Interrupted, it gives the terminal back as it was. */
const ask = <A,>(
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
export const askReview = (request: RequestInWords): Effect.Effect<Approval> =>
  askToDecide((columns) => <Request request={request} columns={columns} />)

/** Where nothing changes. */
const still: Live = { line: () => null, subscribe: () => () => {} }

/** The same for what another view shows; each of `first` must be answered before it may be approved. */
export const askToDecide = (
  drawn: (columns: number) => ReactElement,
  first: readonly LineQuestion[] = [],
  live: Live = still,
): Effect.Effect<Approval> => {
  const question = (answer: Approval | null, onAnswer: (answer: Approval) => void) => (
    <Question answer={answer} live={live} onAnswer={onAnswer} onInterrupt={interrupt} />
  )
  return Effect.gen(function* () {
    const columns = columnsNow()
    process.stdout.write(`${draw(drawn(columns), columns)}\n`)
    for (const one of first) {
      if ((yield* askLine(one)) === null) return "decline"
    }
    return yield* ask<Approval>(
      (onAnswer) => question(null, onAnswer),
      (instance, answer) => instance.rerender(question(answer, () => {})),
    )
  })
}

/** What was typed stays on the screen. */
export const askLine = ({ label, refusal }: LineQuestion): Effect.Effect<string | null> =>
  ask<string | null>(
    (onAnswer) => (
      <TypeLine
        label={label}
        refusal={refusal}
        onAnswer={onAnswer}
        onLeave={() => onAnswer(null)}
        onInterrupt={interrupt}
      />
    ),
    (instance, text) => instance.rerender(<Typed label={label} text={text} />),
  )

/** Nothing of it stays on the screen. */
export const askPassword = (label: string): Effect.Effect<string> =>
  ask<string>(
    (onAnswer) => <Password label={label} onAnswer={onAnswer} onInterrupt={interrupt} />,
    (instance) => instance.clear(),
  )

/** The same. */
export const askCode = (question: CodeQuestion): Effect.Effect<CodeAnswer> =>
  ask<CodeAnswer>(
    (onAnswer) => (
      <CodeEntry question={question} now={Date.now} onAnswer={onAnswer} onInterrupt={interrupt} />
    ),
    (instance) => instance.clear(),
  )

const wiped = "\r\u001b[2K"
const lineUpAndWiped = "\u001b[1A\u001b[2K"

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
        const lines = Math.ceil((text.length + 2) / columnsOf(process.stdout))
        process.stdout.write(wiped + lineUpAndWiped.repeat(lines))
      }),
  )

/** The same of a view that changes. */
const showing = <A, E, R>(view: ReactElement, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => render(view, { ...options, incrementalRendering: true })),
    () => work,
    (instance) =>
      Effect.sync(() => {
        instance.clear()
        instance.unmount()
        process.stdout.write(wiped)
      }),
  )

/** Milliseconds in which a phone may answer a request over WalletConnect. */
const answering = 300_000

/** A question that stands on a phone. */
export const showPhone = <A, E, R>(wallet: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const until = Date.now() + answering
    return showing(<PhoneStatus wallet={wallet} until={until} now={Date.now} onLeave={interrupt} />, work)
  })

/** A mail that was sent, with a link to open. */
export const showLink = <A, E, R>(
  mail: Mailed,
  resend: Effect.Effect<void>,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  showing(
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
  showing(<PairingCode live={live} colours={colours} now={Date.now} onLeave={interrupt} />, work)
