import { type CaipAddress, Clock, parseCaipAddress } from "@wmodal/protocol"
import { Effect, Exit, Fiber, Result, type Scope, Semaphore } from "effect"

/** Milliseconds for which a value is fresh. */
export const staleTimesMs = {
  portfolio: 30_000,
  nativeBalance: 30_000,
  ens: 300_000,
  identity: 300_000,
} as const

interface TimedValue<A> {
  readonly value: A
  /** Time of the read, UTC milliseconds. */
  readonly at: number
}

/** A cached value. A stale one must be labelled as stale in the UI. */
export interface CachedValue<A, E = never> extends TimedValue<A> {
  readonly isStale: boolean
  /** The reason of a failed refresh of a stale value. */
  readonly cause?: E
}

/** Values by key, each read on demand. */
export interface KeyedCache<K, A, E> {
  /** Returns a fresh value, or a stale one after a failed read. Concurrent callers of one key share one read. */
  readonly get: (request: K) => Effect.Effect<CachedValue<A, E>, E>
  /** Returns a value from a read that starts now, for callers that know of a change. */
  readonly refetch: (request: K) => Effect.Effect<CachedValue<A, E>, E>
  /** Returns the current value, fresh or stale, without a read; `null` when there is none. */
  readonly peek: (request: K) => Effect.Effect<CachedValue<A> | null>
  /** Removes a value and discards the results of reads in progress. */
  readonly invalidate: (request: K) => Effect.Effect<void>
}

/** Makes a cache. A read continues for other callers when the first one is interrupted; it ends with the scope. */
export const makeKeyedCache = Effect.fnUntraced(function* <K, A, E>(options: {
  /** Milliseconds, such as one of `staleTimesMs`. */
  readonly staleTimeMs: number
  /** Milliseconds without reads after a failed one, except by `refetch`. Default: none. */
  readonly retryDelayMs?: number
  /** Maximum number of keys; the least recently read ones are removed. */
  readonly capacity: number
  readonly key: (request: K) => string
  readonly read: (request: K) => Effect.Effect<A, E>
}): Effect.fn.Return<KeyedCache<K, A, E>, never, Scope.Scope> {
  const { staleTimeMs, retryDelayMs = 0, capacity } = options
  const scope = yield* Effect.scope
  const starting = Semaphore.makeUnsafe(1)
  const values = new Map<string, TimedValue<A>>()
  const failures = new Map<string, { readonly cause: E; readonly at: number }>()
  const reads = new Map<string, Fiber.Fiber<ReadResult<A, E>>>()

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
      else if (retryDelayMs > 0) remember(failures, key, { cause: result.failure, at })
    })
    return fiber
  })

  const peek = (request: K) =>
    Effect.map(Clock.currentTimeMillis, (now): CachedValue<A> | null => {
      const known = values.get(options.key(request))
      return known === undefined ? null : { ...known, isStale: !isFresh(staleTimeMs, known, now) }
    })

  const fallBack = (known: TimedValue<A> | null, cause: E): Effect.Effect<CachedValue<A, E>, E> =>
    known === null ? Effect.fail(cause) : Effect.succeed({ ...known, isStale: true, cause })

  const read = Effect.fnUntraced(function* (request: K, known: TimedValue<A> | null) {
    const fiber = yield* starting.withPermit(begin(request))
    const { result, at } = yield* Fiber.join(fiber)
    if (Result.isFailure(result)) return yield* fallBack(known, result.failure)
    const reading: CachedValue<A, E> = { value: result.success, at, isStale: false }
    return reading
  })

  return {
    peek,
    get: Effect.fnUntraced(function* (request) {
      const known = yield* peek(request)
      if (known?.isStale === false) return known
      const failure = failures.get(options.key(request))
      if (failure !== undefined && isFresh(retryDelayMs, failure, yield* Clock.currentTimeMillis))
        return yield* fallBack(known, failure.cause)
      return yield* read(request, known)
    }),
    refetch: Effect.fnUntraced(function* (request) {
      // A read in progress may have missed the change.
      const begun = reads.get(options.key(request))
      if (begun !== undefined) yield* Fiber.await(begun)
      return yield* read(request, values.get(options.key(request)) ?? null)
    }),
    invalidate: (request) =>
      Effect.sync(() => {
        const key = options.key(request)
        values.delete(key)
        failures.delete(key)
        reads.delete(key)
      }),
  }
})

/** Returns false for a time in the future as well: after a clock change the age is unknown. */
const isFresh = (time: number, { at }: { readonly at: number }, now: number) => at <= now && now - at < time

interface ReadResult<A, E> {
  readonly result: Result.Result<A, E>
  readonly at: number
}

/** Returns the key of an account: EVM addresses are case-insensitive, others are not. */
export const toAddressKey = (address: CaipAddress): string => {
  const parts = parseCaipAddress(address)
  const evm = Result.isSuccess(parts) && parts.success.namespace === "eip155"
  return evm ? address.toLowerCase() : address
}
