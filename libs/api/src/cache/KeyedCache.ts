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
export interface Reading<A, E = never> extends Known<A> {
  readonly stale: boolean
  /** Why a stale one could not be read again, where that was tried. */
  readonly cause?: E
}

/** Values by key, each read when it is needed. */
export interface KeyedCache<K, A, E> {
  /** Fresh; or stale where it could not be read again. One read at a time for all who want one key. */
  readonly get: (request: K) => Effect.Effect<Reading<A, E>, E>
  /** The same, but by a read that begins from now on, however fresh it is: for who knows that it has changed. */
  readonly renew: (request: K) => Effect.Effect<Reading<A, E>, E>
  /** What is there now, fresh or stale, without a read; `null` where nothing is. */
  readonly peek: (request: K) => Effect.Effect<Reading<A> | null>
  /** Forgets a value, and lets no read that has begun bring it back. */
  readonly drop: (request: K) => Effect.Effect<void>
}

/** A read goes on for whoever else wants it when the one who began it leaves. It ends with the scope. */
export const makeKeyedCache = Effect.fnUntraced(function* <K, A, E>(options: {
  /** Milliseconds, such as one of `cacheTimes`. */
  readonly lifetime: number
  /** Milliseconds after a failed read for which nothing is read again, save by `renew`. Default: none. */
  readonly pause?: number
  /** Keys to remember; those read longest ago go first. */
  readonly capacity: number
  readonly key: (request: K) => string
  readonly read: (request: K) => Effect.Effect<A, E>
}): Effect.fn.Return<KeyedCache<K, A, E>, never, Scope.Scope> {
  const { lifetime, pause = 0, capacity } = options
  const scope = yield* Effect.scope
  const starting = Semaphore.makeUnsafe(1)
  const values = new Map<string, Known<A>>()
  const failures = new Map<string, { readonly cause: E; readonly at: number }>()
  const reads = new Map<string, Fiber.Fiber<Settled<A, E>>>()

  const remember = <V>(map: Map<string, V>, key: string, value: V) => {
    map.delete(key)
    map.set(key, value)
    const [oldest] = map.keys()
    if (map.size > capacity && oldest !== undefined) map.delete(oldest)
  }

  const begin = Effect.fnUntraced(function* (request: K) {
    const key = options.key(request)
    const begun = reads.get(key)
    if (begun !== undefined) return begun
    const fiber = yield* Effect.result(options.read(request)).pipe(
      Effect.flatMap((result) => Effect.map(Clock.currentTimeMillis, (at) => ({ result, at }))),
      Effect.forkIn(scope),
    )
    reads.set(key, fiber)
    fiber.addObserver((exit) => {
      if (reads.get(key) !== fiber) return
      reads.delete(key)
      if (Exit.isFailure(exit)) return
      const { result, at } = exit.value
      failures.delete(key)
      if (Result.isSuccess(result)) remember(values, key, { value: result.success, at })
      else if (pause > 0) remember(failures, key, { cause: result.failure, at })
    })
    return fiber
  })

  const peek = (request: K) =>
    Effect.map(Clock.currentTimeMillis, (now): Reading<A> | null => {
      const known = values.get(options.key(request))
      return known === undefined ? null : { ...known, stale: !isWithin(lifetime, known, now) }
    })

  const fallBack = (known: Known<A> | null, cause: E): Effect.Effect<Reading<A, E>, E> =>
    known === null ? Effect.fail(cause) : Effect.succeed({ ...known, stale: true, cause })

  const read = Effect.fnUntraced(function* (request: K, known: Known<A> | null) {
    const fiber = yield* starting.withPermit(begin(request))
    const { result, at } = yield* Fiber.join(fiber)
    if (Result.isFailure(result)) return yield* fallBack(known, result.failure)
    const reading: Reading<A, E> = { value: result.success, at, stale: false }
    return reading
  })

  return {
    peek,
    get: Effect.fnUntraced(function* (request) {
      const known = yield* peek(request)
      if (known?.stale === false) return known
      const failure = failures.get(options.key(request))
      if (failure !== undefined && isWithin(pause, failure, yield* Clock.currentTimeMillis))
        return yield* fallBack(known, failure.cause)
      return yield* read(request, known)
    }),
    renew: Effect.fnUntraced(function* (request) {
      // One that has begun may have missed what changed.
      const begun = reads.get(options.key(request))
      if (begun !== undefined) yield* Fiber.await(begun)
      return yield* read(request, values.get(options.key(request)) ?? null)
    }),
    drop: (request) =>
      Effect.sync(() => {
        const key = options.key(request)
        values.delete(key)
        failures.delete(key)
        reads.delete(key)
      }),
  }
})

/** Not when it is still to come, either: the clock was set back, and nobody knows how old it is. */
const isWithin = (time: number, { at }: { readonly at: number }, now: number) => at <= now && now - at < time

interface Settled<A, E> {
  readonly result: Result.Result<A, E>
  readonly at: number
}

/** The key of an account: an EVM address is the same in any case, others are not. */
export const addressKey = (address: CaipAddress): string => {
  const parts = parseCaipAddress(address)
  const evm = Result.isSuccess(parts) && parts.success.namespace === "eip155"
  return evm ? address.toLowerCase() : address
}
