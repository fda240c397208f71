import type { WalletConnectStorage } from "@wmodal/chains/walletconnect"
import { Effect, type Scope } from "effect"
import * as z from "zod/mini"
import { busy, type CliError } from "../failure/CliError.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import { takeTurn } from "../state/Turn.ts"
import { heldStorage } from "./heldStorage.ts"

export const walletConnectFile = "walletconnect.json"

/** Each value as the JSON that the client gave: it holds the keys of its sessions. */
const schema = z.strictObject({ v: z.literal(1), entries: z.record(z.string(), z.string()) })

/** Milliseconds: as long as a phone may think about a request. */
const patience = 300_000

/**
 * What WalletConnect knows, in a file of its own. Whoever has it open is the only process that does: the client keeps
 * all of it in memory, and what two of them wrote one after the other would be that of one. Fails with `Busy`.
 */
export const openWalletConnectFile = (
  folder: StateFolder,
): Effect.Effect<WalletConnectStorage, CliError, Scope.Scope> =>
  Effect.gen(function* () {
    if ((yield* takeTurn(folder, { name: walletConnectFile, patience })) === "elsewhere") return yield* busy
    return yield* Effect.acquireRelease(
      Effect.sync(() => opened(folder)),
      ({ close }) => Effect.sync(close),
    ).pipe(Effect.map(({ storage }) => storage))
  })

const opened = (folder: StateFolder) => {
  const held = new Map(Object.entries(read(folder)?.entries ?? {}))
  let isOpen = true
  let isChanged = false
  let writing: Promise<void> | null = null
  const write = () => {
    if (!isChanged) return
    isChanged = false
    if (held.size === 0) folder.remove(walletConnectFile)
    else folder.write(walletConnectFile, { v: 1, entries: Object.fromEntries(held) })
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
    storage: heldStorage(held, () => {
      // What comes after the end of the command was not waited for by anybody.
      if (!isOpen) return Promise.resolve()
      isChanged = true
      return soon()
    }),
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
const read = (folder: StateFolder) => {
  try {
    return folder.read(walletConnectFile, schema)
  } catch {
    return null
  }
}

/** Forgets all of it: nothing of it is of use where nothing is connected over it any more. */
export const forgetWalletConnect = (folder: StateFolder): void => folder.remove(walletConnectFile)
