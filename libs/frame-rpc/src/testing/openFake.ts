import { Effect } from "effect"
import type { RequestName } from "../events.ts"
import type { FrameBridge } from "../host/FrameBridge.ts"
import { openBridge } from "../host/openBridge.ts"
import type { PayloadOf } from "../messages/Messages.ts"
import { type FakeFrame, makeFakeFrame, type WireMessage } from "./fakeFrame.ts"

/** A bridge to a scripted frame. */
export const openFake = Effect.gen(function* () {
  const frame = makeFakeFrame()
  const bridge = yield* openBridge({
    host: () => Promise.resolve(frame.host),
    url: "https://secure.example/sdk?projectId=p",
  })
  return { bridge, frame }
})

/** Sends a request, and continues once a frame is mounted. */
export const ask = <Name extends RequestName>(
  { bridge, frame }: { readonly bridge: FrameBridge; readonly frame: FakeFrame },
  name: Name,
  payload: PayloadOf<Name>,
) =>
  Effect.gen(function* () {
    const asking = yield* bridge.ask(name, payload).pipe(Effect.forkChild({ startImmediately: true }))
    yield* Effect.promise(frame.listened)
    return asking
  })

/** Sends a request, and makes the frame ready if necessary. `wire` is the posted message. */
export const askReady = <Name extends RequestName>(
  fake: { readonly bridge: FrameBridge; readonly frame: FakeFrame },
  name: Name,
  payload: PayloadOf<Name>,
) =>
  Effect.gen(function* () {
    const before = fake.frame.posted.length
    const asking = yield* ask(fake, name, payload)
    if (fake.frame.posted.length === before) fake.frame.ready()
    return { asking, wire: getLast(fake.frame.posted) }
  })

export const getLast = (list: readonly WireMessage[]): WireMessage => {
  const last = list.at(-1)
  if (last === undefined) throw new Error("Nothing was posted.")
  return last
}

/** Returns the tag of an effect's failure. */
export const getReasonTag = <A, R>(
  effect: Effect.Effect<A, { readonly reason: { readonly _tag: string } }, R>,
) =>
  effect.pipe(
    Effect.flip,
    Effect.map(({ reason }) => reason),
  )
