import type { FrameStorage } from "@wmodal/mock-server/frame"
import { Effect, type Scope } from "effect"
import * as z from "zod/mini"
import { busyWith, type CliError } from "../failure/CliError.ts"
import { attemptState } from "../state/attemptState.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import { takeTurn } from "../state/Turn.ts"

const secureSiteFile = "secure-site.json"

/** What each site keeps at this machine, by its origin, the one used last at the end: which device it is, and the session's token. */
const schema = z.strictObject({
  v: z.literal(1),
  sites: z.record(z.string(), z.record(z.string(), z.string())),
})

/** Milliseconds: as long as a person may think about a request. */
const patience = 300_000

/** Sites that are kept: those that were not used for longer are forgotten. */
const most = 16

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
    const turn = (patience: number) => takeTurn(folder, { name: secureSiteFile, patience })
    const taken = yield* turn(0)
    if (taken === "elsewhere" && (yield* waiting(turn(patience))) === "elsewhere")
      return yield* busyWith("frame")
    return yield* attemptState(folder, () => opened(folder, origin))
  })

/** The same for whoever could not open it: the session was one of a site that is not there. */
export const signOutAt = (folder: StateFolder, origin: string): void => opened(folder, origin).signOut()

const opened = (folder: StateFolder, origin: string): SecureSiteFile => {
  const sites = folder.read(secureSiteFile, schema)?.sites ?? {}
  const held = new Map(Object.entries(Object.hasOwn(sites, origin) ? (sites[origin] ?? {}) : {}))
  const write = () => {
    const others = Object.entries(sites).filter(([site]) => site !== origin)
    const kept = [...others.slice(1 - most), [origin, Object.fromEntries(held)] as const]
    folder.write(secureSiteFile, { v: 1, sites: Object.fromEntries(kept) })
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
