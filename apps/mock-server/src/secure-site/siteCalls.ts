import * as z from "zod/mini"
import { pageProviders, providers } from "./User.ts"

/** A CAIP-2 ID. */
const ChainId = z.string().check(z.regex(/^[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}$/))
const AccountType = z.enum(["eoa", "smartAccount"])
/** An email in any case. The site stores it in lower case. */
export const Email = z
  .string()
  .check(z.trim(), z.maxLength(254), z.toLowerCase(), z.email("Not an email address"))
/** Any text: an invalid code counts as an attempt with a wrong one. */
const Otp = z.string().check(z.maxLength(64))
/** Random 128-bit ID that a browser or a terminal's state folder keeps. Hex. */
const Device = z.string().check(z.regex(/^[\da-f]{32}$/))
/** A token of 128 bits or more, created by this server. */
const RandomToken = z.string().check(z.maxLength(128))
/** A user name by Farcaster's rules. */
export const UserName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^[a-z\d][-.a-z\d]{0,63}$/, "Not a name: letters, digits, dots and dashes"),
  )
/** The ID of a described wallet request. */
const RequestId = z.string().check(z.minLength(1), z.maxLength(128))
/** A signature by ECDSA with SHA-256 on P-256: both numbers, in base64url. */
const Approval = z.string().check(z.regex(/^[-\w]{86}$/))
const EmptyBody = z.object({})

/** A point of the curve P-256, uncompressed, in base64url: the public part of a frame's approval key. */
const PublicKey = z.string().check(z.regex(/^B[-\w]{86}$/))
/** An origin as a browser serializes it: a scheme, a host in ASCII and an optional port. */
export const PageOrigin = z
  .string()
  .check(z.maxLength(300), z.regex(/^[a-z][-+.a-z\d]{0,30}:\/\/[-_.:[\]a-z\d]+$/, "Not an origin"))
/** Who starts a sign-in. Its session is bound to both. */
const Requester = z.object({
  /** The key that signs the session's approvals. */
  key: PublicKey,
  /** The embedding page's origin as the browser reports it to the frame; `null` for a terminal. */
  origin: z.nullable(PageOrigin),
})
export type Requester = z.output<typeof Requester>

const WalletCall = z.object({
  chainId: ChainId,
  type: AccountType,
  method: z.string().check(z.maxLength(100)),
  params: z.optional(z.unknown()),
})

const defineCall = <Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  body: Body,
  answer: Answer,
) => ({
  body,
  answer,
})

const SignedInResult = z.object({ token: z.string() })

/**
 * Calls of the frame and the site's other pages to the server: `POST /w/<projectId>/wallet/<name>` with
 * a JSON body. A rejection has a 4xx status and the body `SiteErrorBody`. Calls in `openCalls` need no session.
 */
export const openCalls = {
  /**
   * Starts a sign-in. `CONNECT`: the call's session is for this email and requester. `VERIFY_OTP`: a code was sent
   * by email. `VERIFY_DEVICE`: the device is new for this email, so a link was sent by email. 429 within 30 s of the
   * last email, and for the eleventh request of a day.
   */
  "connect-email": defineCall(
    z.object({
      email: Email,
      device: Device,
      requester: Requester,
      /** True if the user types the code in the frame. The email says so. */
      inFrame: z.optional(z.boolean()),
    }),
    z.object({ action: z.enum(["VERIFY_DEVICE", "VERIFY_OTP", "CONNECT"]) }),
  ),
  /** Responds once the link in the email is opened and a code is sent. 410 when the link has expired. */
  "connect-device": defineCall(z.object({ email: Email, device: Device }), EmptyBody),
  "connect-otp": defineCall(z.object({ email: Email, device: Device, otp: Otp }), SignedInResult),
  /** Returns who started the sign-in that a link in an email, a provider's page or a phone confirms. */
  "requester-of": defineCall(z.object({ token: RandomToken }), z.object({ origin: z.nullable(z.string()) })),
  /** Confirms a device, by the button on the page of the link in the email. */
  "confirm-device": defineCall(z.object({ token: RandomToken }), z.object({ email: z.string() })),
  "social-uri": defineCall(
    z.object({ provider: z.enum(pageProviders), device: Device, requester: Requester }),
    z.object({ uri: z.string() }),
  ),
  /**
   * Signs in at the stand-in for the provider's page. `state` is from the page's address, up to its first
   * `--`. The result is valid once, for the requesting device only. The page delivers it to `origin` only: the origin
   * that the sign-in was started for; `null` for a terminal.
   */
  "social-result": defineCall(
    z.object({ state: RandomToken, email: Email }),
    z.object({ resultUri: z.string(), origin: z.nullable(z.string()) }),
  ),
  "connect-social": defineCall(
    z.object({ uri: z.string().check(z.maxLength(4096)), device: Device }),
    z.extend(SignedInResult, { email: z.nullable(z.string()), userName: z.nullable(z.string()) }),
  ),
  /** Returns a `url` to open on a phone. */
  "farcaster-uri": defineCall(
    z.object({ device: Device, requester: Requester }),
    z.object({ url: z.string() }),
  ),
  /** Responds once the phone has. 403 when the user declines, 410 on timeout. */
  "connect-farcaster": defineCall(
    z.object({ device: Device }),
    z.extend(SignedInResult, { userName: z.string() }),
  ),
  /** Responds to a Farcaster link, by the buttons on the stand-in for the phone. */
  "farcaster-answer": defineCall(
    z.discriminatedUnion("approve", [
      z.object({ channel: RandomToken, approve: z.literal(true), userName: UserName }),
      z.object({ channel: RandomToken, approve: z.literal(false) }),
    ]),
    EmptyBody,
  ),
  /** Returns `false` without a session, with one that has ended, and with one of another approval key. */
  "is-connected": defineCall(
    z.object({ key: z.optional(PublicKey) }),
    z.object({ isConnected: z.boolean() }),
  ),
  /** Ends the session, if there is one. */
  "sign-out": defineCall(EmptyBody, EmptyBody),
} as const

/** Calls with `authorization: Bearer <token>`. 401 when the session has ended or is unknown. */
export const sessionCalls = {
  /** Returns the user. Without a type: the chosen one, otherwise a smart account where the network supports it. */
  user: defineCall(
    z.object({ chainId: ChainId, preferredAccountType: z.optional(AccountType) }),
    z.object({
      email: z.nullable(z.string()),
      userName: z.nullable(z.string()),
      provider: z.enum(providers),
      /** The active account's address. */
      address: z.string(),
      chainId: ChainId,
      accounts: z.array(z.object({ address: z.string(), type: AccountType })),
      /** The active account's type: `eoa` where the network has no smart accounts. */
      preferredAccountType: AccountType,
      smartAccountDeployed: z.boolean(),
    }),
  ),
  networks: defineCall(EmptyBody, z.object({ smartAccountEnabledNetworks: z.array(z.number()) })),
  /** Saves the account type. 400 when the network has no smart accounts. */
  prefer: defineCall(
    z.object({ type: AccountType, chainId: ChainId }),
    z.object({ type: AccountType, address: z.string() }),
  ),
  /** Sends a code to the current email address, or to the new one when there was none. */
  "update-email": defineCall(
    /** `inFrame` as of `connect-email`. */
    z.object({ email: Email, inFrame: z.optional(z.boolean()) }),
    z.object({ action: z.enum(["VERIFY_PRIMARY_OTP", "VERIFY_SECONDARY_OTP"]) }),
  ),
  /** Sends a code to the new address. */
  "update-email-primary": defineCall(z.object({ otp: Otp }), EmptyBody),
  "update-email-secondary": defineCall(z.object({ otp: Otp }), z.object({ newEmail: z.string() })),
  /** Describes the effect of an unsafe method. `id` is valid once, for this request only. */
  describe: defineCall(
    WalletCall,
    z.object({
      id: z.string(),
      title: z.string(),
      lines: z.array(z.object({ label: z.string(), text: z.string() })),
      /** The warnings, each of which needs an act of its own. */
      acts: z.array(z.object({ title: z.string(), text: z.string(), check: z.string() })),
    }),
  ),
  /** Responds to a safe method. */
  read: defineCall(WalletCall, z.object({ result: z.unknown() })),
  /**
   * Performs an unsafe method that the user has approved. `id` is from `describe`, and `approval` signs
   * `getApprovalText` by the session's key. A repeated `id`, as after a lost response, is performed once and returns
   * the same result.
   */
  perform: defineCall(
    z.extend(WalletCall, { id: RequestId, approval: Approval }),
    z.object({ result: z.unknown() }),
  ),
  /**
   * `aborted`: the request was not and will not be performed. Otherwise it has begun, and its response has the
   * result.
   */
  abort: defineCall(z.object({ id: RequestId }), z.object({ aborted: z.boolean() })),
} as const

export const siteCalls = { ...openCalls, ...sessionCalls } as const

export type SiteCall = keyof typeof siteCalls
export type SiteBody<Name extends SiteCall> = z.input<(typeof siteCalls)[Name]["body"]>
export type SiteAnswer<Name extends SiteCall> = z.output<(typeof siteCalls)[Name]["answer"]>

/**
 * Returns the text that a frame signs when its user approves a request. It names everything that the approval is for:
 * the site, the world, the session, the embedding page and exactly one request.
 */
export const getApprovalText = ({ call, id, origin, projectId, site, token }: ApprovalSubject): string =>
  JSON.stringify([
    "wmodal approval 1",
    site,
    projectId,
    token,
    origin,
    id,
    call.chainId,
    call.type,
    call.method,
    call.params,
  ])

export interface ApprovalSubject {
  /** The site's own origin. */
  readonly site: string
  readonly projectId: string
  /** The session's token. */
  readonly token: string
  /** The embedding page's origin; `null` in a terminal. */
  readonly origin: string | null
  /** From `describe`. */
  readonly id: string
  readonly call: z.input<typeof WalletCall>
}

/**
 * The header by which a client without a browser declares itself. Browsers send `Origin` with every POST instead, and
 * a call with neither is rejected.
 */
export const terminalHeader = { name: "wmodal-client", value: "terminal" } as const

/** The body of a rejection. The text may be shown. `code` is the wallet's error code, EIP-1193. */
export const SiteErrorBody = z.object({ message: z.string(), code: z.optional(z.number()) })

export const getSiteCallPath = (projectId: string, name: SiteCall): string =>
  `/w/${encodeURIComponent(projectId)}/wallet/${name}`

/**
 * `GET /w/<projectId>/frame/events`: notifications for a frame as server-sent events; the first at once.
 * They are neither logged nor subject to the fault plan.
 */
export const FrameEvent = z.object({
  /** The frame must not respond to anything, including pings, while this is true. */
  frozen: z.boolean(),
  /** Increases when sessions were ended remotely: the frame then calls `is-connected`. */
  revoked: z.number(),
})

export const getFrameEventsPath = (projectId: string): string =>
  `/w/${encodeURIComponent(projectId)}/frame/events`
