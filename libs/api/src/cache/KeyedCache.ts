import { type CaipAddress, parseCaipAddress } from "@wmodal/protocol"
import { Clock, Effect, Exit, Fiber, Result, type Scope, Semaphore } from "effect"

/** How long what was read stays fresh, in milliseconds. */
export const staleTimesMs = {
  portfolio: 30_000,
  nativeBalance: 30_000,
  ens: 300_000,
  identity: 300_000,
} as const

interface TimedValue<A> {
  readonly value: A
  /** When it was read, UTC milliseconds. */
  readonly at: number
}

/** A value out of a cache. A stale one must be shown as one. */
export interface CachedValue<A, E = never> extends TimedValue<A> {
  readonly isStale: boolean
  /** Why a stale one could not be read again, where that was tried. */
  readonly cause?: E
}

/** Values by key, each read when it is needed. */
export interface KeyedCache<K, A, E> {
  /** Fresh; or stale where it could not be read again. One read at a time for all who want one key. */
  readonly get: (request: K) => Effect.Effect<CachedValue<A, E>, E>
  /** The same, but by a read that begins from now on, however fresh it is: for who knows that it has changed. */
  readonly refetch: (request: K) => Effect.Effect<CachedValue<A, E>, E>
  /** What is there now, fresh or stale, without a read; `null` where nothing is. */
  readonly peek: (request: K) => Effect.Effect<CachedValue<A> | null>
  /** Forgets a value, and lets no read that has begun bring it back. */
  readonly invalidate: (request: K) => Effect.Effect<void>
}

/** A read goes on for whoever else wants it when the one who began it leaves. It ends with the scope. */
export const makeKeyedCache = Effect.fnUntraced(function* <K, A, E>(options: {
  /** Milliseconds, such as one of `staleTimesMs`. */
  readonly staleTimeMs: number
  /** Milliseconds after a failed read for which nothing is read again, save by `renew`. Default: none. */
  readonly retryDelayMs?: number
  /** Keys to remember; those read longest ago go first. */
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
      // One that has begun may have missed what changed.
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

/** Not when it is still to come, either: the clock was set back, and nobody knows how old it is. */
const isFresh = (time: number, { at }: { readonly at: number }, now: number) => at <= now && now - at < time

interface ReadResult<A, E> {
  readonly result: Result.Result<A, E>
  readonly at: number
}

/** The key of an account: an EVM address is the same in any case, others are not. */
export const toAddressKey = (address: CaipAddress): string => {
  const parts = parseCaipAddress(address)
  const evm = Result.isSuccess(parts) && parts.success.namespace === "eip155"
  return evm ? address.toLowerCase() : address
}
