import type { WalletConnectStorage } from "@wmodal/chains/walletconnect"
import { Effect, type Scope } from "effect"
import * as z from "zod/mini"
import { busyError, type CliError } from "../failure/CliError.ts"
import { attemptState } from "../state/attemptState.ts"
import { acquireLock } from "../state/ProcessLock.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import { mapStorage } from "./mapStorage.ts"

export const walletConnectFileName = "walletconnect.json"

/** Each value as the client's JSON. It holds the keys of its sessions. */
const schema = z.strictObject({ v: z.literal(1), entries: z.record(z.string(), z.string()) })

/** Milliseconds: the time that a phone may take for a request. */
const lockTimeoutMs = 300_000

/** The storage of the WalletConnect client, in its own file. */
export interface WalletConnectFile {
  readonly storage: WalletConnectStorage
  /** Deletes the file when the command ends. */
  readonly forget: () => void
}

/**
 * Opens the file for this process only: the client keeps all data in memory, so a second process would overwrite
 * changes. Fails with `Busy`. `waiting` wraps the wait for another process.
 */
export const openWalletConnectFile = (
  folder: StateFolder,
  waiting: <A, E, R>(turn: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = (turn) => turn,
): Effect.Effect<WalletConnectFile, CliError, Scope.Scope> =>
  Effect.gen(function* () {
    const turn = (patience: number) =>
      acquireLock(folder, { name: walletConnectFileName, timeoutMs: patience })
    const taken = yield* turn(0)
    if (taken === "held" && (yield* waiting(turn(lockTimeoutMs))) === "held") return yield* busyError("phone")
    return yield* Effect.acquireRelease(
      attemptState(folder, () => makeWalletConnectFile(folder)),
      ({ close }) => Effect.sync(close),
    )
  })

const makeWalletConnectFile = (folder: StateFolder) => {
  const held = new Map(Object.entries(folder.read(walletConnectFileName, schema)?.entries ?? {}))
  let isOpen = true
  let isForgotten = false
  let isChanged = false
  let writing: Promise<void> | null = null
  const write = () => {
    if (!isChanged) return
    isChanged = false
    if (held.size === 0 || isForgotten) folder.remove(walletConnectFileName)
    else folder.write(walletConnectFileName, schema, { v: 1, entries: Object.fromEntries(held) })
  }
  /** Batches changes: the client makes many at once, and each write syncs to disk. */
  const soon = () => {
    writing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      writing = null
      write()
    })
    return writing
  }
  return {
    storage: mapStorage(held, () => {
      // The command has ended and awaits no later changes.
      if (!isOpen) return Promise.resolve()
      isChanged = true
      return soon()
    }),
    forget: () => {
      isForgotten = true
      isChanged = true
    },
    close: () => {
      isOpen = false
      try {
        write()
      } catch {
        // The callers that await the write receive the error.
      }
    },
  }
}
