import { sanitizeLine } from "@wmodal/chains"
import {
  type CaipNetworkId,
  Decoder,
  isCaipNetworkId,
  type Namespace,
  namespaces,
  parseImageUrl,
} from "@wmodal/protocol"
import type { Storage } from "./Storage.ts"
import { sessionsKey } from "./session.ts"

/** The maximum length of a stored icon, in characters. */
const maxIconLength = 16_384
/** The number of recent wallets that are kept. */
export const maxRecentWallets = 2

export const toStorableIcon = (icon: string | null): string | null =>
  icon !== null && icon.length <= maxIconLength ? parseImageUrl(icon) : null

/** The stored form of a connected wallet. */
export interface RememberedWallet {
  /** The connector's id. */
  readonly id: string
  readonly name: string
  /** Like `Connector.icon`. An icon above 16 kB is dropped. */
  readonly icon: string | null
  /**
   * The plain address of the account in use, of a session with a wallet of this device. Of several alike wallets it
   * tells which one was used.
   */
  readonly address?: string
}

/** Other scripts can write a record: its texts are sanitized again. */
const decodeWallet: Decoder.Decoder<RememberedWallet> = Decoder.object({
  id: Decoder.text,
  name: Decoder.map(Decoder.text, (name) => sanitizeLine(name, 64)),
  icon: (icon) => (icon === null ? null : Decoder.map(Decoder.text, toStorableIcon)(icon)),
  address: Decoder.exactOptional(Decoder.text),
})

const decodeSessions: Decoder.Decoder<Readonly<Partial<Record<Namespace, RememberedWallet>>>> =
  Decoder.record(Decoder.choice(namespaces), decodeWallet)

/** The message of an issue of a record is not shown. */
const unknownFormat = "unknown format"

/** The engine's keys, with the decoders of their records. */
export const persistedRecords = {
  sessions: {
    key: sessionsKey,
    schema: decodeSessions,
  },
  /**
   * The connector that the user has disconnected last in each namespace, until it is connected. A missing session may
   * have other causes, such as a page of this origin with other networks.
   */
  left: {
    key: "@wmodal/left",
    schema: Decoder.record(Decoder.choice(namespaces), Decoder.text),
  },
  activeNetwork: {
    key: "@wmodal/active-network",
    schema: Decoder.guard(isCaipNetworkId, unknownFormat),
  },
  /** Newest first. */
  recentWallets: {
    key: "@wmodal/recent-wallets",
    schema: Decoder.check(
      Decoder.list(decodeWallet),
      ({ length }) => length <= maxRecentWallets,
      unknownFormat,
    ),
  },
} as const

type DecodeResult<A> =
  | { readonly value: A; readonly issues?: undefined }
  | { readonly issues: readonly unknown[] }

/** A schema of zod or another library. Source: https://standardschema.dev. */
interface StandardSchema<A> {
  readonly "~standard": {
    readonly validate: (value: unknown) => DecodeResult<A> | Promise<DecodeResult<A>>
  }
}

interface PersistedRecord<A> {
  readonly key: string
  /** Must be synchronous: a value that decodes later counts as one that does not decode. */
  readonly schema: Decoder.Decoder<A> | StandardSchema<A>
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

const decodeEnvelope = Decoder.object({
  v: Decoder.guard((version): version is 1 => version === 1, unknownFormat),
  data: (data: unknown) => data,
})

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

  const decode = <A>(text: string, schema: PersistedRecord<A>["schema"]): A | null => {
    try {
      const envelope = decodeEnvelope(JSON.parse(text))
      if (envelope instanceof Decoder.Issue) return null
      if (typeof schema === "function") {
        const decoded = schema(envelope.data)
        return decoded instanceof Decoder.Issue ? null : decoded
      }
      const decoded = schema["~standard"].validate(envelope.data)
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
