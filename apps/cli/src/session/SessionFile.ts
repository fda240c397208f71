import type { Storage } from "@wmodal/core"
import {
  type CaipAddress,
  type CaipNetworkId,
  isCaipAddress,
  isCaipNetworkId,
  namespaces,
} from "@wmodal/protocol"
import * as z from "zod/mini"
import { endpointsSchema, meldUrlSchema, swapRoutersSchema } from "../settings/endpoints.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import { keySourceSchema } from "../wallet/KeySource.ts"

const fileName = "session.json"

/** The networks with real money on which the user has named the address of a public test key. */
const realNetworksSchema = z.optional(z.array(z.custom<CaipNetworkId>(isCaipNetworkId)))

/** An authorized address with its public key in base64. Source: Wallet Standard. */
const addressSchema = z.strictObject({
  address: z.string().check(z.minLength(1), z.maxLength(120)),
  publicKey: z.string().check(z.maxLength(200)),
  chains: z.array(z.string()),
  purpose: z.optional(z.enum(["payment", "ordinals"])),
})

const sideSchema = z.strictObject({
  key: keySourceSchema,
  addresses: z.array(addressSchema).check(z.minLength(1), z.maxLength(20)),
  snapshot: z.unknown(),
  realNetworks: realNetworksSchema,
})

const accountSchema = z.custom<CaipAddress>(isCaipAddress)

/** The accounts of one chain that a remote wallet shares. */
const shareSchema = z.strictObject({
  accounts: z.tuple([accountSchema], accountSchema).check(z.maxLength(100)),
  network: z.nullable(z.custom<CaipNetworkId>(isCaipNetworkId)),
  details: z.optional(
    z.record(
      z.string(),
      z.strictObject({
        type: z.enum(["payment", "ordinal", "eoa", "smartAccount"]),
        publicKey: z.nullable(z.string()),
      }),
    ),
  ),
})

/** The last known session of a remote wallet. */
const remoteSessionSchema = {
  /** The name of the wallet, or the email address that is signed in. */
  wallet: z.string().check(z.minLength(1), z.maxLength(320)),
  shares: z.partialRecord(z.enum(namespaces), shareSchema),
}

/** The state between commands. It never holds a key, a mnemonic or a password. */
const schema = z.strictObject({
  v: z.literal(1),
  /** The engine's storage entries, unchanged. */
  entries: z.record(z.string(), z.string()),
  /** The dev wallet: the source of its key, its address and its permissions (decoded by the wallet). */
  wallet: z.nullable(
    z.strictObject({
      key: keySourceSchema,
      address: z.templateLiteral(["0x", z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))]),
      snapshot: z.unknown(),
      /** Supports batches of calls (EIP-5792). */
      smartAccount: z.optional(z.boolean()),
      realNetworks: realNetworksSchema,
    }),
  ),
  /** The dev wallets of the other chains, each with its own key. Absent in sessions of earlier versions. */
  sides: z.optional(z.partialRecord(z.enum(["solana", "bip122", "polkadot"]), sideSchema)),
  /** A wallet on a phone. Its connection data is in WalletConnect's own file. */
  phone: z.optional(z.strictObject(remoteSessionSchema)),
  /** The embedded wallet. Its own file holds the sign-in state. */
  frame: z.optional(
    z.strictObject({
      ...remoteSessionSchema,
      /** The secure site's origin. */
      site: z.url({ protocol: /^https?$/ }),
      email: z.nullable(z.string().check(z.maxLength(320))),
    }),
  ),
  /** The settings of the session, so that later commands use the same networks. */
  world: z.nullable(
    z.strictObject({
      projectId: z.nullable(z.string().check(z.minLength(1))),
      endpoints: endpointsSchema,
      swapRouters: z.exactOptional(swapRoutersSchema),
      meldUrl: z.exactOptional(meldUrlSchema),
      rpc: z.array(
        z.strictObject({
          network: z.custom<CaipNetworkId>(isCaipNetworkId),
          url: z.url({ protocol: /^https?$/ }),
        }),
      ),
    }),
  ),
})

export type SessionState = z.output<typeof schema>

const emptySession: SessionState = { v: 1, entries: {}, wallet: null, world: null }

/** The storage of the engine. */
export type SessionEntries = Storage["Service"]

export interface SessionFile {
  readonly state: () => SessionState
  /** Changes some fields and writes the file. Throws errors of the file system. */
  readonly update: (change: Partial<Omit<SessionState, "v">>) => void
  /** The engine's storage. */
  readonly entries: SessionEntries
}

/** Opens the session file. It is read once, so that a command sees one session throughout. */
export const openSessionFile = (folder: StateFolder): SessionFile => {
  let current: SessionState | null = null
  const state = (): SessionState => {
    current ??= folder.read(fileName, schema) ?? emptySession
    return current
  }
  const update: SessionFile["update"] = (change) => {
    const next = { ...state(), ...change }
    folder.write(fileName, schema, next)
    current = next
  }
  return {
    state,
    update,
    entries: {
      get: (key) => state().entries[key] ?? null,
      set: (key, value) => update({ entries: { ...state().entries, [key]: value } }),
      remove: (key) => {
        const { [key]: _gone, ...entries } = state().entries
        update({ entries })
      },
    },
  }
}

/** Returns a copy of `entries` whose changes stay in memory until the result is saved. */
export const stageEntries = (
  entries: SessionState["entries"],
): { readonly entries: SessionEntries; readonly result: () => SessionState["entries"] } => {
  const staged = new Map(Object.entries(entries))
  return {
    entries: {
      get: (key) => staged.get(key) ?? null,
      set: (key, value) => void staged.set(key, value),
      remove: (key) => void staged.delete(key),
    },
    result: () => Object.fromEntries(staged),
  }
}
