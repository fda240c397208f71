import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Clock, Effect, type Scope } from "effect"
import type { StateFolder } from "./StateFolder.ts"

const pollInterval = "50 millis"

type LockOutcome = "ours" | "elsewhere" | "never"

const getErrorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : null

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // Somebody else's process is there all the same.
    return getErrorCode(error) === "ESRCH"
  }
}

/** Its own number is in it from its first moment on. */
const tryAcquireLock = (file: string): LockOutcome => {
  const made = `${file}.${process.pid}`
  try {
    writeFileSync(made, `${process.pid}`, { mode: 0o600 })
    linkSync(made, file)
    return "ours"
  } catch (error) {
    return getErrorCode(error) === "EEXIST" ? "elsewhere" : "never"
  } finally {
    rmSync(made, { force: true })
  }
}

const clearStaleLock = (file: string): void => {
  try {
    if (isGone(Number(readFileSync(file, "utf8")))) rmSync(file, { force: true })
  } catch {
    // It was given back meanwhile.
  }
}

/** What only one process does at a time. */
export interface ProcessLock {
  readonly name: string
  /** Milliseconds after which nobody waits any longer. */
  readonly timeoutMs: number
}

/**
 * This process's turn for as long as the scope is open. What a process that was killed has left is taken over.
 * @returns `elsewhere` where another process still has it, `never` where nobody can have one.
 */
export const acquireLock = (
  { path }: Pick<StateFolder, "path">,
  { name, timeoutMs }: ProcessLock,
): Effect.Effect<LockOutcome, never, Scope.Scope> => {
  const file = join(path, `.${name}.lock`)
  const waited = Effect.gen(function* () {
    const until = (yield* Clock.currentTimeMillis) + timeoutMs
    let taken = tryAcquireLock(file)
    while (taken === "elsewhere" && (yield* Clock.currentTimeMillis) < until) {
      clearStaleLock(file)
      yield* Effect.sleep(pollInterval)
      taken = tryAcquireLock(file)
    }
    return taken
  })
  return Effect.acquireRelease(waited, (taken) => Effect.sync(() => releaseLock(file, taken)), {
    interruptible: true,
  })
}

const releaseLock = (file: string, taken: LockOutcome): void => {
  if (taken === "ours") rmSync(file, { force: true })
}

/** No wallet of this machine takes longer to answer. */
const sendLock: ProcessLock = { name: "sending", timeoutMs: 60_000 }

/**
 * One process at a time for as long as `work` takes: two that sign at once would take the same nonce, and one of them
 * could not say what became of its payment.
 */
export const withLock = <A, E, R>(
  folder: Pick<StateFolder, "path">,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, Exclude<R, Scope.Scope>> =>
  Effect.scoped(Effect.andThen(acquireLock(folder, sendLock), work))
