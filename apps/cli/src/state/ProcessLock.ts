import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Clock, Effect, type Scope } from "effect"
import { moveAside } from "./keepAside.ts"
import type { StateFolder } from "./StateFolder.ts"

/** Milliseconds until the next attempt: most commands end soon, and a prompt of another may stay open for minutes. */
const getPollIntervalMs = (waitedMs: number) => (waitedMs < 2_000 ? 50 : 250)

type LockOutcome = "ours" | "held" | "never"

const getErrorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : null

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // A process of another user is alive, too.
    return getErrorCode(error) === "ESRCH"
  }
}

/** Creates the lock file with the process id already in it. */
const tryAcquireLock = (file: string): LockOutcome => {
  const made = `${file}.${process.pid}`
  try {
    writeFileSync(made, `${process.pid}`, { mode: 0o600 })
    linkSync(made, file)
    return "ours"
  } catch (error) {
    return getErrorCode(error) === "EEXIST" ? "held" : "never"
  } finally {
    rmSync(made, { force: true })
  }
}

/** Removes the lock of a process that has ended. One that names no process, as after a power failure, is kept aside. */
const clearStaleLock = (folder: string, name: string): void => {
  const file = join(folder, name)
  try {
    const text = readFileSync(file, "utf8")
    if (!/^[1-9]\d*$/.test(text)) moveAside(folder, name)
    else if (isGone(Number(text))) rmSync(file, { force: true })
  } catch {
    // The lock was released in the meantime.
  }
}

/** A lock that one process at a time can hold. */
export interface ProcessLock {
  readonly name: string
  /** The milliseconds after which waiting for the lock ends. */
  readonly timeoutMs: number
}

/**
 * Acquires the lock of this process for the scope. The lock of a killed process is replaced.
 * @returns `ours`; `never` when no lock can be created; the remaining value when another process still holds it.
 */
export const acquireLock = (
  { path }: Pick<StateFolder, "path">,
  { name, timeoutMs }: ProcessLock,
): Effect.Effect<LockOutcome, never, Scope.Scope> => {
  const lockName = `.${name}.lock`
  const file = join(path, lockName)
  const waited = Effect.gen(function* () {
    const since = yield* Clock.currentTimeMillis
    let taken = tryAcquireLock(file)
    let waitedMs = 0
    while (taken === "held" && waitedMs < timeoutMs) {
      clearStaleLock(path, lockName)
      yield* Effect.sleep(getPollIntervalMs(waitedMs))
      taken = tryAcquireLock(file)
      waitedMs = (yield* Clock.currentTimeMillis) - since
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

/** The lock for payments. No wallet on this machine takes longer to respond. */
const sendLock: ProcessLock = { name: "sending", timeoutMs: 60_000 }

/**
 * Holds the lock while `work` runs: two processes that sign at once would use the same nonce, and the status of one
 * payment would be unknown.
 */
export const withLock = <A, E, R>(
  folder: Pick<StateFolder, "path">,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, Exclude<R, Scope.Scope>> =>
  Effect.scoped(Effect.andThen(acquireLock(folder, sendLock), work))
