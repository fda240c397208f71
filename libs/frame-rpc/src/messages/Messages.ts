import * as z from "zod/mini"
import type { RequestName } from "../events.ts"
import {
  AccountsForm,
  AddressForm,
  ChainIdForm,
  CodeForm,
  EmailForm,
  makeTextSchema,
  UriForm,
} from "./fieldSchemas.ts"
import { RpcCall } from "./RpcCall.ts"

/** Drops any payload: the message has none. */
const ignoredPayload = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
)
const Otp = z.object({ otp: CodeForm })
const Email = z.object({ email: EmailForm })
const Chain = z.object({ chainId: ChainIdForm })

const payloadSchemas = {
  SWITCH_NETWORK: Chain,
  /** `inFrame`, an extension: the frame may take the code itself, on its own origin. */
  CONNECT_EMAIL: z.extend(Email, { inFrame: z.optional(z.boolean()) }),
  CONNECT_DEVICE: ignoredPayload,
  /** `inFrame`, an extension: the user types the code in the frame, and `otp` is empty. */
  CONNECT_OTP: z.extend(Otp, { inFrame: z.optional(z.boolean()) }),
  CONNECT_SOCIAL: z.object({ uri: UriForm }),
  GET_FARCASTER_URI: ignoredPayload,
  CONNECT_FARCASTER: ignoredPayload,
  GET_USER: z.optional(
    z.object({ chainId: z.optional(ChainIdForm), preferredAccountType: z.optional(makeTextSchema(64)) }),
  ),
  GET_SOCIAL_REDIRECT_URI: z.object({
    provider: z.enum(["google", "github", "apple", "facebook", "x", "discord"]),
  }),
  SIGN_OUT: ignoredPayload,
  IS_CONNECTED: z.optional(z.object({ token: makeTextSchema(16_384) })),
  GET_CHAIN_ID: ignoredPayload,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: ignoredPayload,
  INIT_SMART_ACCOUNT: ignoredPayload,
  SET_PREFERRED_ACCOUNT: z.object({ type: makeTextSchema(64) }),
  RPC_REQUEST: RpcCall,
  /** `inFrame` in these three, an extension: as in `CONNECT_EMAIL` and `CONNECT_OTP`. */
  UPDATE_EMAIL: z.extend(Email, { inFrame: z.optional(z.boolean()) }),
  UPDATE_EMAIL_PRIMARY_OTP: z.extend(Otp, { inFrame: z.optional(z.boolean()) }),
  UPDATE_EMAIL_SECONDARY_OTP: z.extend(Otp, { inFrame: z.optional(z.boolean()) }),
  SYNC_THEME: z.object({
    themeMode: z.optional(z.enum(["light", "dark"])),
    themeVariables: z.optional(z.record(z.string(), z.union([makeTextSchema(1000), z.number()]))),
    w3mThemeVariables: z.optional(z.record(z.string(), makeTextSchema(1000))),
  }),
  SYNC_DAPP_DATA: z.object({
    metadata: z.optional(
      z.object({
        name: makeTextSchema(1000),
        description: makeTextSchema(10_000),
        url: UriForm,
        // An icon may be a data: URL.
        icons: z.array(makeTextSchema(100_000)),
      }),
    ),
    sdkVersion: z.optional(makeTextSchema(200)),
    sdkType: z.optional(z.enum(["w3m", "appkit"])),
    projectId: makeTextSchema(200),
  }),
  RELOAD: ignoredPayload,
} satisfies Record<RequestName, z.ZodMiniType>

const replySchemas = {
  SWITCH_NETWORK: Chain,
  CONNECT_EMAIL: z.object({
    action: z.enum(["VERIFY_DEVICE", "VERIFY_OTP", "CONNECT"]),
    /** An extension: the frame takes the code itself. */
    inFrame: z.optional(z.boolean()),
  }),
  CONNECT_DEVICE: ignoredPayload,
  CONNECT_OTP: ignoredPayload,
  CONNECT_SOCIAL: z.object({
    // Unlike `EmailForm`: the wire format allows any text, and a provider need not return an address.
    email: z.optional(z.nullable(makeTextSchema(320))),
    address: AddressForm,
    chainId: ChainIdForm,
    accounts: z.optional(AccountsForm),
    userName: z.optional(z.nullable(makeTextSchema(1000))),
  }),
  GET_FARCASTER_URI: z.object({ url: UriForm }),
  CONNECT_FARCASTER: z.object({ userName: makeTextSchema(1000) }),
  GET_USER: z.object({
    email: z.optional(z.nullable(EmailForm)),
    address: AddressForm,
    chainId: ChainIdForm,
    smartAccountDeployed: z.optional(z.boolean()),
    accounts: z.optional(AccountsForm),
    preferredAccountType: z.optional(makeTextSchema(64)),
  }),
  GET_SOCIAL_REDIRECT_URI: z.object({ uri: UriForm }),
  SIGN_OUT: ignoredPayload,
  IS_CONNECTED: z.object({ isConnected: z.boolean() }),
  GET_CHAIN_ID: Chain,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: z.object({
    smartAccountEnabledNetworks: z
      .array(z.number())
      .check(z.refine((networks) => networks.length <= 1000, "over 1000 networks")),
  }),
  // An extension: the wire format defines the request and no success payload.
  INIT_SMART_ACCOUNT: ignoredPayload,
  SET_PREFERRED_ACCOUNT: z.object({ type: makeTextSchema(64), address: AddressForm }),
  /** The raw result of the call. */
  RPC_REQUEST: z.unknown(),
  UPDATE_EMAIL: z.object({
    action: z.enum(["VERIFY_PRIMARY_OTP", "VERIFY_SECONDARY_OTP"]),
    /** An extension: the frame takes the codes itself. */
    inFrame: z.optional(z.boolean()),
  }),
  UPDATE_EMAIL_PRIMARY_OTP: ignoredPayload,
  UPDATE_EMAIL_SECONDARY_OTP: z.object({ newEmail: EmailForm }),
  SYNC_THEME: ignoredPayload,
  SYNC_DAPP_DATA: ignoredPayload,
  RELOAD: ignoredPayload,
} satisfies Record<RequestName, z.ZodMiniType>

/** The payload of an error. AppKit's frame always sends a text; a missing one is accepted. */
export const ErrorPayload = z.optional(z.object({ message: z.optional(z.string()) }))

/** The payload schemas of the frame's unsolicited messages. */
export const pushSchemas = {
  READY: z.optional(
    z.object({
      version: z.optional(makeTextSchema(100)),
      /** An extension: the message transfers a private port, which carries all later messages. */
      port: z.optional(z.boolean()),
    }),
  ),
  SESSION_UPDATE: z.object({ token: makeTextSchema(16_384) }),
}

/**
 * Additional messages over the private port, an extension. `PING` gets `PING_SUCCESS`. `ABORT` cancels an RPC_REQUEST
 * by its id, whose reply is then 'Request was aborted' or its actual outcome.
 */
export const portPayloads = { PING: ignoredPayload, ABORT: z.object({ id: makeTextSchema(64) }) }

/** The envelope of every message in either direction. */
export const Envelope = z.object({
  type: makeTextSchema(64),
  id: z.optional(makeTextSchema(64)),
  payload: z.optional(z.unknown()),
})
export type Envelope = z.output<typeof Envelope>

type Payloads = { readonly [Name in RequestName]: z.output<(typeof payloadSchemas)[Name]> }
type Replies = { readonly [Name in RequestName]: z.output<(typeof replySchemas)[Name]> }
/** The payload of a request. */
export type PayloadOf<Name extends RequestName> = Payloads[Name]
/** The payload of a request's successful response. */
export type ReplyOf<Name extends RequestName> = Replies[Name]

/**
 * The payload schemas of requests. Unknown fields are dropped. Source: the AppKit 1.7.2 wire, secure-site version 4.
 */
export const payloads: { readonly [Name in RequestName]: z.ZodMiniType<Payloads[Name]> } = payloadSchemas

/** The payload schemas of SUCCESS replies. */
export const replies: { readonly [Name in RequestName]: z.ZodMiniType<Replies[Name]> } = replySchemas
