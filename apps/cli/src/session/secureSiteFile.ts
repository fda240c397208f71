import type { FrameStorage } from "@wmodal/mock-server/frame"
import { Effect, type Scope } from "effect"
import * as z from "zod/mini"
import { busyError, type CliError } from "../failure/CliError.ts"
import { attemptState } from "../state/attemptState.ts"
import { acquireLock } from "../state/ProcessLock.ts"
import type { StateFolder } from "../state/StateFolder.ts"

const secureSiteFileName = "secure-site.json"

/** What each site keeps at this machine, by its origin, the one used last at the end: which device it is, and the session's token. */
const schema = z.strictObject({
  v: z.literal(1),
  sites: z.record(z.string(), z.record(z.string(), z.string())),
})

/** Milliseconds: as long as a person may think about a request. */
const lockTimeoutMs = 300_000

/** Sites that are kept: those that were not used for longer are forgotten. */
const maxSites = 16

/** What one secure site keeps at this machine, in a file for all of them. No site sees what another one has. */
export interface SecureSiteFile {
  readonly storage: FrameStorage
  /** Whether somebody is signed in, as far as is known here. */
  readonly isSignedIn: () => boolean
  /** Nobody is signed in any more. Which device this is stays: the next sign-in needs no link. */
  readonly signOut: () => void
  /** Writes what stands. */
  readonly save: Effect.Effect<void, CliError>
}

/**
 * Whoever has it open is the only process that does. Fails with `Busy`. `waiting` is put around the wait for another
 * process.
 */
export const openSecureSiteFile = (
  folder: StateFolder,
  origin: string,
  waiting: <A, E, R>(turn: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = (turn) => turn,
): Effect.Effect<SecureSiteFile, CliError, Scope.Scope> =>
  Effect.gen(function* () {
    const turn = (patience: number) => acquireLock(folder, { name: secureSiteFileName, timeoutMs: patience })
    const taken = yield* turn(0)
    if (taken === "elsewhere" && (yield* waiting(turn(lockTimeoutMs))) === "elsewhere")
      return yield* busyError("frame")
    return yield* attemptState(folder, () => makeSecureSiteFile(folder, origin))
  })

/** The same for whoever could not open it: the session was one of a site that is not there. */
export const signOutOfSite = (folder: StateFolder, origin: string): void =>
  makeSecureSiteFile(folder, origin).signOut()

const makeSecureSiteFile = (folder: StateFolder, origin: string): SecureSiteFile => {
  const sites = folder.read(secureSiteFileName, schema)?.sites ?? {}
  const held = new Map(Object.entries(Object.hasOwn(sites, origin) ? (sites[origin] ?? {}) : {}))
  const write = () => {
    const others = Object.entries(sites).filter(([site]) => site !== origin)
    const kept = [...others.slice(1 - maxSites), [origin, Object.fromEntries(held)] as const]
    folder.write(secureSiteFileName, { v: 1, sites: Object.fromEntries(kept) })
  }
  /** The site goes on without what cannot be written: whoever connects is told of it at the end. */
  const attempt = () => {
    try {
      write()
    } catch {
      // `save` says so.
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
