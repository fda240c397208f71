import { type CaipAddress, parseCaipAddress } from "@wmodal/protocol"
import { Clock, Effect, Exit, Fiber, Result, type Scope, Semaphore } from "effect"

/** How long what was read stays fresh, in milliseconds. */
export const cacheTimes = {
  portfolio: 30_000,
  nativeBalance: 30_000,
  ens: 300_000,
  identity: 300_000,
} as const

interface Known<A> {
  readonly value: A
  /** When it was read, UTC milliseconds. */
  readonly at: number
}

/** A value out of a cache. A stale one must be shown as one. */
export interface Reading<A> extends Known<A> {
  readonly stale: boolean
}

/** Values by key, each read when it is needed. */
export interface KeyedCache<A, E> {
  /** Fresh; or stale where it could not be read again. One read at a time for all who want one key. */
  readonly get: (key: string) => Effect.Effect<Reading<A>, E>
  /** What is there now, fresh or stale, without a read; `null` where nothing is. */
  readonly peek: (key: string) => Effect.Effect<Reading<A> | null>
  /** Forgets a value, and lets no read that has begun bring it back. */
  readonly drop: (key: string) => Effect.Effect<void>
}

/** A read goes on for whoever else wants it when the one who began it leaves. It ends with the scope. */
export const makeKeyedCache = Effect.fnUntraced(function* <A, E>(options: {
  /** Milliseconds, such as one of `cacheTimes`. */
  readonly lifetime: number
  /** Keys to remember; those read longest ago go first. */
  readonly capacity: number
  readonly read: (key: string) => Effect.Effect<A, E>
}): Effect.fn.Return<KeyedCache<A, E>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const starting = Semaphore.makeUnsafe(1)
  const values = new Map<string, Known<A>>()
  const reads = new Map<string, Fiber.Fiber<Known<A>, E>>()

  const remember = (key: string, known: Known<A>) => {
    values.delete(key)
    values.set(key, known)
    const [oldest] = values.keys()
    if (values.size > options.capacity && oldest !== undefined) values.delete(oldest)
  }

  const begin = Effect.fnUntraced(function* (key: string) {
    const begun = reads.get(key)
    if (begun !== undefined) return begun
    const fiber = yield* options.read(key).pipe(
      Effect.flatMap((value) => Effect.map(Clock.currentTimeMillis, (at): Known<A> => ({ value, at }))),
      Effect.forkIn(scope),
    )
    reads.set(key, fiber)
    fiber.addObserver((exit) => {
      if (reads.get(key) !== fiber) return
      reads.delete(key)
      if (Exit.isSuccess(exit)) remember(key, exit.value)
    })
    return fiber
  })

  const peek = (key: string) =>
    Effect.map(Clock.currentTimeMillis, (now): Reading<A> | null => {
      const known = values.get(key)
      return known === undefined ? null : { ...known, stale: now - known.at >= options.lifetime }
    })

  return {
    peek,
    get: Effect.fnUntraced(function* (key) {
      const known = yield* peek(key)
      if (known?.stale === false) return known
      const fiber = yield* starting.withPermit(begin(key))
      const reading = Fiber.join(fiber).pipe(Effect.map((read): Reading<A> => ({ ...read, stale: false })))
      return yield* known === null ? reading : Effect.orElseSucceed(reading, () => known)
    }),
    drop: (key) =>
      Effect.sync(() => {
        values.delete(key)
        reads.delete(key)
      }),
  }
})

/** The key of an account: an EVM address is the same in any case, others are not. */
export const addressKey = (address: CaipAddress): string => {
  const parts = parseCaipAddress(address)
  const evm = Result.isSuccess(parts) && parts.success.namespace === "eip155"
  return evm ? address.toLowerCase() : address
}
