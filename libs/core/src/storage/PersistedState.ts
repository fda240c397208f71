import { sanitizeLine } from "@wmodal/chains"
import { type CaipNetworkId, isCaipNetworkId, namespaces } from "@wmodal/protocol"
import * as v from "valibot"
import type { Storage } from "./Storage.ts"
import { sessionsKey } from "./session.ts"

/** The maximum length of a stored icon, in characters. */
const maxIconLength = 16_384
/** The number of recent wallets that are kept. */
export const maxRecentWallets = 2

export const toStorableIcon = (icon: string | null): string | null =>
  icon !== null && icon.length <= maxIconLength && /^(https:\/\/|data:image\/)/i.test(icon) ? icon : null

/** The stored form of a connected wallet. Other scripts can write it: it is sanitized again. */
const RememberedWallet = v.object({
  /** The connector's id. */
  id: v.string(),
  name: v.pipe(
    v.string(),
    v.transform((name) => sanitizeLine(name, 64)),
  ),
  /** Like `Connector.icon`. An icon above 16 kB is dropped. */
  icon: v.pipe(v.nullable(v.string()), v.transform(toStorableIcon)),
})
export type RememberedWallet = v.InferOutput<typeof RememberedWallet>

/** The engine's keys, with the schemas of their records. */
export const persistedRecords = {
  sessions: {
    key: sessionsKey,
    schema: v.record(v.picklist(namespaces), RememberedWallet),
  },
  activeNetwork: { key: "@wmodal/active-network", schema: v.custom<CaipNetworkId>(isCaipNetworkId) },
  /** Newest first. */
  recentWallets: {
    key: "@wmodal/recent-wallets",
    schema: v.pipe(
      v.array(RememberedWallet),
      v.check(({ length }) => length <= maxRecentWallets),
    ),
  },
} as const

type DecodeResult<A> =
  | { readonly value: A; readonly issues?: undefined }
  | { readonly issues: readonly unknown[] }

/** A schema of zod, valibot or another library. Source: https://standardschema.dev. */
interface StandardSchema<A> {
  readonly "~standard": {
    readonly validate: (value: unknown) => DecodeResult<A> | Promise<DecodeResult<A>>
  }
}

interface PersistedRecord<A> {
  readonly key: string
  /** Must be synchronous: a value that decodes later counts as one that does not decode. */
  readonly schema: StandardSchema<A>
}

/** The key of requests to wallets. The ledger, which is loaded later, defines their shape. */
export const ledgerKey = "@wmodal/ledger"
/** The key of the selected accounts. The accounts module, which is loaded later, defines their shape. */
export const chosenKey = "@wmodal/chosen-accounts"

/** The decoded state of the engine. No method throws. */
export interface PersistedState {
  /** Returns `null` without a stored value, and for one that does not decode. */
  readonly read: <A>(record: PersistedRecord<A>) => A | null
  /** Returns true when the key has a stored value. */
  readonly holds: (key: string) => boolean
  /** Writes a value; `null` removes it. */
  readonly write: <A>(record: PersistedRecord<A>, value: A | null) => void
}

/** Returns the stored network before an engine exists, or `null`. */
export const readStoredNetwork = (storage: Storage["Service"]): CaipNetworkId | null =>
  makePersistedState(storage, () => {}).read(persistedRecords.activeNetwork)

const StorageEnvelope = v.object({ v: v.literal(1), data: v.unknown() })

/** Wraps a storage with decoding, and continues in memory once it has thrown. `warn` receives each problem once. */
export const makePersistedState = (
  storage: Storage["Service"],
  warn: (text: string) => void,
): PersistedState => {
  const held = new Map<string, string | null>()
  const ignored = new Set<string>()
  let broken = false

  const attempt = <A>(touch: () => A, otherwise: () => A): A => {
    if (broken) return otherwise()
    try {
      return touch()
    } catch {
      broken = true
      warn("Storage is blocked or full: nothing is saved.")
      return otherwise()
    }
  }

  /** Tried even after storage has thrown: stored data must not outlive what the user has ended. */
  const forget = (key: string) => {
    try {
      storage.remove(key)
    } catch {
      // Storage blocks removal, too.
    }
  }

  const decode = <A>(text: string, schema: StandardSchema<A>): A | null => {
    try {
      const envelope = v.safeParse(StorageEnvelope, JSON.parse(text))
      if (!envelope.success) return null
      const decoded = schema["~standard"].validate(envelope.output.data)
      return decoded instanceof Promise || decoded.issues ? null : decoded.value
    } catch {
      return null
    }
  }

  const textAt = (key: string) => {
    const text = attempt(
      () => storage.get(key),
      () => held.get(key) ?? null,
    )
    held.set(key, text)
    return text
  }

  return {
    holds: (key) => textAt(key) !== null,
    read: ({ key, schema }) => {
      const text = textAt(key)
      if (text === null) return null
      const value = decode(text, schema)
      if (value === null && !ignored.has(key)) {
        ignored.add(key)
        warn(`Ignored stored "${key}": unknown format.`)
      }
      return value
    },
    write: ({ key }, value) => {
      const text = value === null ? null : JSON.stringify({ v: 1, data: value })
      held.set(key, text)
      const stored = attempt(
        () => {
          if (text === null) storage.remove(key)
          else storage.set(key, text)
          return true
        },
        () => false,
      )
      if (!stored) forget(key)
    },
  }
}
