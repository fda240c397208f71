import type { Approval, RequestInWords } from "@wmodal/chains/dev"
import { Effect } from "effect"
import { type Instance, render } from "ink"
import type { ReactElement } from "react"
import { widest } from "../views/draw.tsx"
import { Password } from "../views/Password.tsx"
import { Review } from "../views/Review.tsx"
import { Status } from "../views/Status.tsx"

const columnsNow = (): number => Math.min(process.stdout.columns ?? 80, widest)

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

/** The box stays on the screen, with what was decided. */
export const askReview = (request: RequestInWords): Effect.Effect<Approval> => {
  const box = (answer: Approval | null, onAnswer: (answer: Approval) => void) => (
    <Review
      request={request}
      columns={columnsNow()}
      answer={answer}
      onAnswer={onAnswer}
      onInterrupt={interrupt}
    />
  )
  return ask<Approval>(
    (onAnswer) => box(null, onAnswer),
    (instance, answer) => instance.rerender(box(answer, () => {})),
  )
}

/** Nothing of it stays on the screen. */
export const askPassword = (label: string): Effect.Effect<string> =>
  ask<string>(
    (onAnswer) => <Password label={label} onAnswer={onAnswer} onInterrupt={interrupt} />,
    (instance) => instance.clear(),
  )

/** Says what is under way while `work` runs, and leaves no trace. */
export const showStatus = <A, E, R>(text: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => render(<Status text={text} />, options)),
    () => work,
    (instance) =>
      Effect.sync(() => {
        instance.clear()
        instance.unmount()
      }),
  )
