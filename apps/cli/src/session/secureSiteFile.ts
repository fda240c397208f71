import type { FrameStorage } from "@wmodal/mock-server/frame"
import { Effect, type Scope } from "effect"
import * as z from "zod/mini"
import { busyError, type CliError } from "../failure/CliError.ts"
import { attemptState } from "../state/attemptState.ts"
import { acquireLock } from "../state/ProcessLock.ts"
import type { StateFolder } from "../state/StateFolder.ts"

const secureSiteFileName = "secure-site.json"

/** The stored data per origin, most recently used last: the device id, the session token and the key of its approvals. */
const schema = z.strictObject({
  v: z.literal(1),
  sites: z.record(z.string(), z.record(z.string(), z.string())),
})

/** Milliseconds: the time that a user may take for a request. */
const lockTimeoutMs = 300_000

/** The number of stored sites; the least recently used ones are deleted. */
const maxSites = 16

/** The stored data of one secure site. All sites share a file, but a site reads only its own data. */
export interface SecureSiteFile {
  readonly storage: FrameStorage
  /** Returns whether a session token is stored. */
  readonly isSignedIn: () => boolean
  /** Deletes the session token and its key. The device id stays, so the next sign-in needs no link. */
  readonly signOut: () => void
  /** Writes the current data. */
  readonly save: Effect.Effect<void, CliError>
}

/** Opens the file for this process only. Fails with `Busy`. `waiting` wraps the wait for another process. */
export const openSecureSiteFile = (
  folder: StateFolder,
  origin: string,
  waiting: <A, E, R>(turn: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = (turn) => turn,
): Effect.Effect<SecureSiteFile, CliError, Scope.Scope> =>
  Effect.gen(function* () {
    const turn = (patience: number) => acquireLock(folder, { name: secureSiteFileName, timeoutMs: patience })
    const taken = yield* turn(0)
    if (taken === "held" && (yield* waiting(turn(lockTimeoutMs))) === "held") return yield* busyError("frame")
    return yield* attemptState(folder, () => makeSecureSiteFile(folder, origin))
  })

/** Deletes the session token without opening the file, for a session of an unreachable site. */
export const signOutOfSite = (folder: StateFolder, origin: string): void =>
  makeSecureSiteFile(folder, origin).signOut()

const makeSecureSiteFile = (folder: StateFolder, origin: string): SecureSiteFile => {
  const sites = folder.read(secureSiteFileName, schema)?.sites ?? {}
  const held = new Map(Object.entries(Object.hasOwn(sites, origin) ? (sites[origin] ?? {}) : {}))
  const write = () => {
    const others = Object.entries(sites).filter(([site]) => site !== origin)
    const kept = [...others.slice(1 - maxSites), [origin, Object.fromEntries(held)] as const]
    folder.write(secureSiteFileName, schema, { v: 1, sites: Object.fromEntries(kept) })
  }
  /** Write errors do not stop the site. `save` reports them at the end. */
  const attempt = () => {
    try {
      write()
    } catch {
      // `save` reports it.
    }
  }
  return {
    storage: {
      read: (name) => held.get(name) ?? null,
      write: (name, value) => {
        held.set(name, value)
        attempt()
      },
      remove: (name) => {
        if (held.delete(name)) attempt()
      },
    },
    isSignedIn: () => [...held.keys()].some((name) => name.startsWith("session/")),
    signOut: () => {
      for (const name of [...held.keys()].filter((name) => name !== "device")) held.delete(name)
      attempt()
    },
    save: attemptState(folder, write),
  }
}
