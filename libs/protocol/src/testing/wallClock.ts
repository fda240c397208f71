import { Clock, Effect } from "effect"

/** Wraps the current clock: its time can be set back while sleeps continue unchanged. */
export const makeWallClock = Effect.map(Clock.Clock, (clock) => {
  let back = 0
  const now = () => clock.currentTimeMillisUnsafe() - back
  const wall: Clock.Clock = {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration),
  }
  return {
    wall,
    setBack: (milliseconds: number) => {
      back += milliseconds
    },
  }
})
