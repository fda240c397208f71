import type { Storage } from "@wmodal/core"
import {
  type CaipAddress,
  type CaipNetworkId,
  isCaipAddress,
  isCaipNetworkId,
  namespaces,
} from "@wmodal/protocol"
import * as z from "zod/mini"
import { endpointsSchema } from "../settings/endpoints.ts"
import type { StateFolder } from "../state/StateFolder.ts"
import { keySourceSchema } from "../wallet/KeySource.ts"

const fileName = "session.json"

/** An address that the wallet shares, with its public key in base64, as the Wallet Standard has them. */
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
})

const accountSchema = z.custom<CaipAddress>(isCaipAddress)

/** What a wallet elsewhere shares of one chain. */
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

/** What a wallet elsewhere shared when it was last asked. */
const remoteSessionSchema = {
  /** What it calls itself, or who is signed in. */
  wallet: z.string().check(z.minLength(1), z.maxLength(320)),
  shares: z.partialRecord(z.enum(namespaces), shareSchema),
}

/** What lasts between commands. Never a key, a mnemonic or a password. */
const schema = z.strictObject({
  v: z.literal(1),
  /** The engine's own records, as it wrote them. */
  entries: z.record(z.string(), z.string()),
  /** The dev wallet: where its key is found, whose it is, and what the wallet has permitted (decoded by the wallet). */
  wallet: z.nullable(
    z.strictObject({
      key: keySourceSchema,
      address: z.templateLiteral(["0x", z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))]),
      snapshot: z.unknown(),
      /** It takes several calls as one (EIP-5792). */
      smartAccount: z.optional(z.boolean()),
    }),
  ),
  /** The same of its other chains, each with a key of its own. Earlier sessions have none. */
  sides: z.optional(z.partialRecord(z.enum(["solana", "bip122"]), sideSchema)),
  /** A wallet on a phone. How it is reached is in WalletConnect's own file. */
  phone: z.optional(z.strictObject(remoteSessionSchema)),
  /** The embedded wallet. Whether somebody is signed in at the site, its own file says. */
  frame: z.optional(
    z.strictObject({
      ...remoteSessionSchema,
      /** The secure site's origin. */
      site: z.url({ protocol: /^https?$/ }),
      email: z.nullable(z.string().check(z.maxLength(320))),
    }),
  ),
  /** What the session was made with, so that later commands meet the same networks. */
  world: z.nullable(
    z.strictObject({
      projectId: z.nullable(z.string().check(z.minLength(1))),
      endpoints: endpointsSchema,
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

/** What the engine reads and writes through. */
export type SessionEntries = Storage["Service"]

export interface SessionFile {
  readonly state: () => SessionState
  /** Changes a part and writes the whole. Throws what the file system throws. */
  readonly update: (change: Partial<Omit<SessionState, "v">>) => void
  /** The engine's storage. */
  readonly entries: SessionEntries
}

/** Read once: a command sees one session from its start to its end. */
export const openSessionFile = (folder: StateFolder): SessionFile => {
  let current: SessionState | null = null
  const state = (): SessionState => {
    current ??= folder.read(fileName, schema) ?? emptySession
    return current
  }
  const update: SessionFile["update"] = (change) => {
    current = { ...state(), ...change }
    folder.write(fileName, current)
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

/** Starts from `entries` and keeps what is changed to itself until it is taken over as a whole. */
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
