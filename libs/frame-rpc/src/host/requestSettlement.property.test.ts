import { Cause, Effect, Exit, Fiber, Scope } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { RequestName } from "../events.ts"
import {
  kinds,
  type ModelOutcome,
  makeModel,
  makeModelReply,
  manners,
  type RequestKind,
} from "../testing/bridgeModel.ts"
import type { WireMessage } from "../testing/fakeFrame.ts"
import { openFake } from "../testing/openFake.ts"
import { FrameError } from "./FrameError.ts"

const asks = fc.record({
  does: fc.constant("ask"),
  kind: fc.constantFrom<RequestKind>("chain", "sign", "read", "uri"),
})
const answers = fc.record({
  does: fc.constant("answer"),
  /** The index of a posted request, settled or not, so that late and duplicate replies occur. */
  which: fc.nat({ max: 15 }),
  manner: fc.constantFrom("success", ...manners),
  way: fc.constantFrom("window", "port"),
  times: fc.integer({ min: 1, max: 3 }),
})
const others = fc.record({
  does: fc.constantFrom("ready", "ready", "upgrade", "upgrade", "navigate", "reload", "reject"),
})
const interrupts = fc.record({ does: fc.constant("interrupt"), which: fc.nat({ max: 15 }) })
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: asks },
    { weight: 9, arbitrary: answers },
    { weight: 3, arbitrary: others },
    { weight: 1, arbitrary: interrupts },
  ),
  // Fewer messages than the rate limits permit at once: no time passes.
  { maxLength: 20 },
)

/** Maps the result of a request to the model's outcome. */
const toModelOutcome = (fiber: Fiber.Fiber<unknown, FrameError>): ModelOutcome => {
  const exit = fiber.pollUnsafe()
  if (exit === undefined) return null
  if (Exit.isSuccess(exit)) return { success: exit.value }
  const error = Cause.squash(exit.cause)
  return error instanceof FrameError ? { failure: error.reason } : "interrupted"
}
const isRequest = ({ type }: WireMessage) => !/(ABORT|PING|GET_CHAIN_ID)$/.test(type)

it("settles each request once, with the first valid event in any order", () =>
  fc.assert(
    fc.asyncProperty(steps, (all) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const { bridge, frame } = yield* Scope.provide(openFake, scope)
        const model = makeModel()
        const fibers: Fiber.Fiber<unknown, FrameError>[] = []
        const wires: WireMessage[] = []
        frame.onPost.answer = (wire) => {
          if (isRequest(wire)) wires.push(wire)
        }
        const ask = Effect.fnUntraced(function* (kind: RequestKind) {
          const { name, payload } = kinds[kind]
          model.ask(kind)
          fibers.push(
            yield* bridge.ask<RequestName>(name, payload).pipe(Effect.forkChild({ startImmediately: true })),
          )
        })
        const answer = (
          { manner, times, way, which }: typeof answers extends fc.Arbitrary<infer A> ? A : never,
          mark: number,
        ) => {
          const at = model.posted()[which]
          const asked = at === undefined ? undefined : model.asked()[at]
          const id = wires[which]?.id
          if (at === undefined || asked === undefined || id === undefined) return
          for (let time = 0; time < times; time += 1) {
            const message = makeModelReply(asked.kind, id, manner, mark + time)
            if (way === "window") frame.say(message)
            else frame.sayOverPort(message)
            model.answer(at, manner, way, mark + time)
          }
        }
        yield* ask("chain")
        yield* Effect.promise(frame.listened)
        for (const [at, step] of all.entries()) {
          if ("kind" in step) yield* ask(step.kind)
          else if ("manner" in step) answer(step, at * 10)
          else if ("which" in step) {
            const fiber = fibers[step.which]
            if (fiber !== undefined) yield* Fiber.interrupt(fiber)
            model.interrupt(step.which)
          } else if (step.does === "ready") {
            model.ready("window")
            frame.ready()
          } else if (step.does === "upgrade") {
            model.ready("port")
            frame.upgrade()
          } else if (step.does === "navigate") {
            model.navigate()
            frame.befall({ _tag: "Navigated" })
          } else if (step.does === "reload") {
            model.reload()
            yield* bridge.reload
          } else {
            model.reject()
            yield* bridge.rejectRequests
          }
          expect(wires.length).toBe(model.posted().length)
          expect(fibers.map(toModelOutcome)).toEqual(
            model.asked().map(({ outcome }) => (outcome === "silent" ? null : outcome)),
          )
        }
        model.close()
        yield* Scope.close(scope, Exit.void)
        expect(fibers.map(toModelOutcome)).toEqual(
          model.asked().map(({ outcome }) => (outcome === "silent" ? null : outcome)),
        )
        expect(frame.listeners()).toBe(0)
      }).pipe(Effect.runPromise),
    ),
  ))
