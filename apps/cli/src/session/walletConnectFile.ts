import type { WalletConnectStorage } from "@wmodal/chains/walletconnect"
import { Effect, type Scope } from "effect"
import * as z from "zod/mini"
import { busyError, type CliError } from "../failure/CliError.ts"
import { acquireLock } from "../state/ProcessLock.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import { mapStorage } from "./mapStorage.ts"

export const walletConnectFileName = "walletconnect.json"

/** Each value as the JSON that the client gave: it holds the keys of its sessions. */
const schema = z.strictObject({ v: z.literal(1), entries: z.record(z.string(), z.string()) })

/** Milliseconds: as long as a phone may think about a request. */
const lockTimeoutMs = 300_000

/** What WalletConnect knows, in a file of its own. */
export interface WalletConnectFile {
  readonly storage: WalletConnectStorage
  /** Nothing of it is of use any more: it is gone when the command is done. */
  readonly forget: () => void
}

/**
 * Whoever has it open is the only process that does: the client keeps all of it in memory, and what two of them wrote
 * one after the other would be that of one. Fails with `Busy`. `waiting` is put around the wait for another process.
 */
export const openWalletConnectFile = (
  folder: StateFolder,
  waiting: <A, E, R>(turn: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = (turn) => turn,
): Effect.Effect<WalletConnectFile, CliError, Scope.Scope> =>
  Effect.gen(function* () {
    const turn = (patience: number) =>
      acquireLock(folder, { name: walletConnectFileName, timeoutMs: patience })
    const taken = yield* turn(0)
    if (taken === "elsewhere" && (yield* waiting(turn(lockTimeoutMs))) === "elsewhere")
      return yield* busyError("phone")
    return yield* Effect.acquireRelease(
      Effect.sync(() => makeWalletConnectFile(folder)),
      ({ close }) => Effect.sync(close),
    )
  })

const makeWalletConnectFile = (folder: StateFolder) => {
  const held = new Map(Object.entries(readEntries(folder)?.entries ?? {}))
  let isOpen = true
  let isForgotten = false
  let isChanged = false
  let writing: Promise<void> | null = null
  const write = () => {
    if (!isChanged) return
    isChanged = false
    if (held.size === 0 || isForgotten) folder.remove(walletConnectFileName)
    else folder.write(walletConnectFileName, { v: 1, entries: Object.fromEntries(held) })
  }
  /** The client changes many things in one go, and each write is one to the disk. */
  const soon = () => {
    writing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      writing = null
      write()
    })
    return writing
  }
  return {
    storage: mapStorage(held, () => {
      // What comes after the end of the command was not waited for by anybody.
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
        // Whoever wanted it written has been told.
      }
    },
  }
}

/** A folder that cannot be read says so when it is written to. */
const readEntries = (folder: StateFolder) => {
  try {
    return folder.read(walletConnectFileName, schema)
  } catch {
    return null
  }
}
