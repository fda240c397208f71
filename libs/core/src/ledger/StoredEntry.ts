import { sanitizeLine } from "@wmodal/chains"
import {
  type CaipAddress,
  type CaipNetworkId,
  isCaipAddress,
  isCaipNetworkId,
  matchesPattern,
  sanitizeName,
} from "@wmodal/protocol"
import * as z from "zod/mini"
import type { Token } from "../networks/Token.ts"
import { toStorableIcon } from "../storage/PersistedState.ts"

/** Other scripts can write to storage too: texts are sanitized before display. */
const makeLineSchema = (most: number) =>
  z.pipe(
    z.string(),
    z.transform((text) => sanitizeLine(text, most)),
  )

/** The name of an address. */
const NameSchema = z.pipe(z.string(), z.transform(sanitizeName))

/** Base units, as a decimal. */
const UnitsSchema = z.pipe(
  z.string().check(matchesPattern(/^\d{1,78}$/)),
  z.transform((text) => BigInt(text)),
)

/** A non-negative integer within the range of arithmetic and dates. */
const makeCountSchema = (most: number) =>
  z.number().check(z.refine((value) => Number.isInteger(value) && value >= 0 && value <= most))

/** UTC milliseconds that are a date. */
const TimestampSchema = makeCountSchema(8.64e15)

/** Plain, checksummed. */
const AddressSchema = makeLineSchema(128)

const TokenSchema: z.ZodMiniType<Token> = z.object({
  network: z.custom<CaipNetworkId>(isCaipNetworkId),
  address: z.nullable(AddressSchema),
  name: makeLineSchema(64),
  symbol: makeLineSchema(32),
  decimals: makeCountSchema(255),
  icon: z.pipe(z.nullable(z.string()), z.transform(toStorableIcon)),
})

const RequestedActionSchema = z.union([
  z.object({
    _tag: z.literal("Transfer"),
    token: TokenSchema,
    amount: UnitsSchema,
    to: AddressSchema,
    toName: z.nullable(NameSchema),
    /** As signed: two payments are compared by it, and it is never displayed. Absent without a memo. */
    memo: z.exactOptional(z.string()),
    /** Plain addresses. Absent in entries of earlier versions, which recorded no memo either. */
    references: z.exactOptional(z.readonly(z.array(AddressSchema))),
  }),
  /** Allows `spender` to transfer exactly this amount. */
  z.object({ _tag: z.literal("Approval"), token: TokenSchema, amount: UnitsSchema, spender: AddressSchema }),
  z.object({
    _tag: z.literal("Swap"),
    source: TokenSchema,
    destination: TokenSchema,
    /** Base units of the source. */
    amount: UnitsSchema,
    /** Base units of the destination: the minimum amount received. */
    minimum: UnitsSchema,
    router: AddressSchema,
  }),
  /** A request of the dApp, or the transaction of a payment link's server. */
  z.object({
    _tag: z.literal("Call"),
    /** Its description; `null` if unknown. */
    intent: z.nullable(makeLineSchema(200)),
    /** Plain; `null` for a contract creation or several contracts. */
    contract: z.nullable(AddressSchema),
    /** The digest of its calldata. */
    digest: makeLineSchema(128),
    /** What it sends of the native currency by itself; absent for nothing, and in entries of earlier versions. */
    payment: z.exactOptional(z.object({ token: TokenSchema, amount: UnitsSchema })),
    /** True if it does nothing else: `contract` is the recipient. Absent otherwise. */
    isPlain: z.exactOptional(z.literal(true)),
    /**
     * The server that made the transaction, for a payment link that names one, and the SHA-256 of the link, 0x-hex.
     * Absent for a request of the dApp.
     */
    server: z.exactOptional(z.object({ host: makeLineSchema(128), link: makeLineSchema(128) })),
  }),
  /** A signed transaction that was created outside the engine. */
  z.object({ _tag: z.literal("Raw") }),
  /** `digest`: SHA-256 of the text, 0x-hex. The text itself is not kept. */
  z.object({ _tag: z.enum(["Message", "TypedData"]), digest: makeLineSchema(128) }),
  /** The signature that registers a name, such as `vera.reown.id`. */
  z.object({ _tag: z.literal("NameClaim"), name: NameSchema }),
  /** The end of what an app may spend without asking. `app`: sanitized. */
  z.object({ _tag: z.literal("SessionRevocation"), app: makeLineSchema(64) }),
])

/** The requested action, in the engine's own terms. */
export type RequestedAction = Readonly<z.output<typeof RequestedActionSchema>>

const HashSchema = makeLineSchema(128)
/** A batch id up to the length that EIP-5792 allows, in hex. */
const BatchIdSchema = makeLineSchema(8194)

const EntryStateSchema = z.union([
  /** The wallet has the request and has not responded. */
  z.object({ _tag: z.literal("Asked") }),
  z.object({ _tag: z.literal("Declined") }),
  /** Nothing was sent. `text` is the wallet's message, stripped of control characters. */
  z.object({ _tag: z.literal("NotSent"), text: makeLineSchema(200) }),
  /** Signed, but not broadcast by this engine. */
  z.object({ _tag: z.literal("Signed") }),
  /** It may have been sent: the response was lost. Only a lookup is safe. */
  z.object({ _tag: z.literal("Lost") }),
  /** The wallet accepted a batch, by this id of its own for status requests, and has not named a transaction yet. */
  z.object({ _tag: z.literal("Taken"), batch: BatchIdSchema }),
  /**
   * Signed bytes that this engine has given to a node, or is giving to one, which has not confirmed that it has them. No
   * node has been seen with them, and any may still mine them.
   */
  z.object({ _tag: z.literal("Unanswered"), hash: HashSchema }),
  /**
   * Accepted by a node or a wallet, and pending. `Dropped`: no node has had it for a while. Lookups continue, because it
   * may reappear.
   */
  z.object({ _tag: z.enum(["Sent", "Dropped"]), hash: HashSchema }),
  /**
   * `Mined`: in a block, and no node says whether it succeeded. `PartlyReverted`: some calls of a batch had their
   * effect. `hash`: `null` for a batch whose wallet reported the outcome alone.
   */
  z.object({
    _tag: z.enum(["Confirmed", "Reverted", "Mined", "PartlyReverted"]),
    hash: z.nullable(HashSchema),
    at: z.nullable(TimestampSchema),
    fee: z.nullable(UnitsSchema),
  }),
  /** `hash` is the requested transaction, `null` if the wallet never reported one. */
  z.object({ _tag: z.enum(["Replaced", "Cancelled"]), hash: z.nullable(HashSchema), by: HashSchema }),
  /** It was not mined in time and can never be mined: nothing has moved. `null` if the wallet never reported a hash. */
  z.object({ _tag: z.literal("Expired"), hash: z.nullable(HashSchema) }),
])

/** The progress of an entry. */
export type EntryState = Readonly<z.output<typeof EntryStateSchema>>

export const StoredEntrySchema = z.object({
  id: z.string(),
  /** UTC milliseconds. */
  at: TimestampSchema,
  account: z.custom<CaipAddress>(isCaipAddress),
  network: z.custom<CaipNetworkId>(isCaipNetworkId),
  connectorId: makeLineSchema(128),
  subject: RequestedActionSchema,
  /** The transaction that the wallet was requested to send; `null` for signatures. */
  transaction: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  mark: z.nullable(z.record(z.string(), z.string())),
  /** The id of the requested batch, for status requests to the wallet. Absent for one transaction. */
  batch: z.exactOptional(BatchIdSchema),
  state: EntryStateSchema,
  /** The number of times the chain has revoked or changed a status that it had shown. */
  turn: makeCountSchema(1e9),
  /** The number of times the checkpoint has been sharpened. */
  sharpened: makeCountSchema(1e9),
  /** True if the wallet itself reported the hash: a lookup did not find it. */
  told: z.boolean(),
  /** Hashes that the entry had before, such as before its fee was raised, in a fixed order. */
  formerHashes: z.exactOptional(z.array(HashSchema)),
  /**
   * Signed bytes that an engine has broadcast, as `ChainActions.broadcast` takes them: hex or base64. The largest
   * transaction that nodes relay has 400,000 weight units.
   */
  raw: z.exactOptional(z.string().check(matchesPattern(/^[0-9A-Za-z+/=]{1,800000}$/))),
})

/** A stored entry, with the data that two tabs need to agree on it regardless of missed updates. */
export interface StoredEntry extends Readonly<z.output<typeof StoredEntrySchema>> {
  readonly subject: RequestedAction
  readonly state: EntryState
}
