import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Clock, Effect } from "effect"
import type { StateFolder } from "./StateFolder.ts"

const pause = "50 millis"
/** Milliseconds after which nobody waits any longer: no wallet's answer takes that long. */
const patience = 60_000

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : null)

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // Somebody else's process is there all the same.
    return codeOf(error) === "ESRCH"
  }
}

/** Its own number is in it from its first moment on. */
const take = (file: string): "ours" | "elsewhere" | "never" => {
  const made = `${file}.${process.pid}`
  try {
    writeFileSync(made, `${process.pid}`, { mode: 0o600 })
    linkSync(made, file)
    return "ours"
  } catch (error) {
    return codeOf(error) === "EEXIST" ? "elsewhere" : "never"
  } finally {
    rmSync(made, { force: true })
  }
}

const clearWhenLeft = (file: string): void => {
  try {
    if (isGone(Number(readFileSync(file, "utf8")))) rmSync(file, { force: true })
  } catch {
    // It was given back meanwhile.
  }
}

/**
 * One process at a time for as long as `work` takes: two that sign at once would take the same nonce, and one of them
 * could not say what became of its payment. What a process that was killed has left is taken over.
 */
export const inTurn = <A, E, R>(
  { path }: Pick<StateFolder, "path">,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => {
  const file = join(path, ".sending.lock")
  const waited = Effect.gen(function* () {
    const until = (yield* Clock.currentTimeMillis) + patience
    let taken = take(file)
    while (taken === "elsewhere" && (yield* Clock.currentTimeMillis) < until) {
      clearWhenLeft(file)
      yield* Effect.sleep(pause)
      taken = take(file)
    }
    return taken
  })
  return Effect.acquireUseRelease(
    Effect.interruptible(waited),
    () => work,
    (taken) => Effect.sync(() => (taken === "ours" ? rmSync(file, { force: true }) : undefined)),
  )
}
