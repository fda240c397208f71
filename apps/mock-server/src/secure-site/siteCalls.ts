import * as z from "zod/mini"
import { pageProviders, providers } from "./User.ts"

/** A CAIP-2 id. */
const ChainId = z.string().check(z.regex(/^[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}$/))
const AccountType = z.enum(["eoa", "smartAccount"])
/** An email as people write it. The site keeps it in lower case. */
export const Email = z
  .string()
  .check(z.trim(), z.maxLength(254), z.toLowerCase(), z.email("Not an email address"))
/** Any text: what is no code is a wrong one, and counts as a try. */
const Otp = z.string().check(z.maxLength(64))
/** 128 bits that the site's page has once drawn and keeps: a browser, or a terminal's state folder. Hex. */
const Device = z.string().check(z.regex(/^[\da-f]{32}$/))
/** 128 bits or more that this server has drawn. */
const RandomToken = z.string().check(z.maxLength(128))
/** As Farcaster has them. */
export const UserName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^[a-z\d][-.a-z\d]{0,63}$/, "Not a name: letters, digits, dots and dashes"),
  )
/** Of a request to the wallet, drawn by the frame. */
const RequestId = z.string().check(z.minLength(1), z.maxLength(128))
const EmptyBody = z.object({})

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
 * What the frame, and the other pages of the secure site, ask of its server: `POST /w/<projectId>/wallet/<name>` with
 * a JSON body. A refusal has a status of 4xx and the body `SiteErrorBody`. Those of `openCalls` need no session.
 */
export const openCalls = {
  /**
   * Begins to sign in. `CONNECT`: the session that the call carries is of this email and still holds. `VERIFY_OTP`: a
   * code is in the mail. `VERIFY_DEVICE`: the email is known and the device is not, a link is in the mail. 429 within
   * 30 s of the last mail.
   */
  "connect-email": defineCall(
    z.object({ email: Email, device: Device }),
    z.object({ action: z.enum(["VERIFY_DEVICE", "VERIFY_OTP", "CONNECT"]) }),
  ),
  /** Answered when the link in the mail was opened: then a code is in the mail. 410 once it is too late for that. */
  "connect-device": defineCall(z.object({ email: Email, device: Device }), EmptyBody),
  "connect-otp": defineCall(z.object({ email: Email, device: Device, otp: Otp }), SignedInResult),
  /** The button on the page that the link in the mail leads to. */
  "confirm-device": defineCall(z.object({ token: RandomToken }), z.object({ email: z.string() })),
  "social-uri": defineCall(
    z.object({ provider: z.enum(pageProviders), device: Device }),
    z.object({ uri: z.string() }),
  ),
  /**
   * The button on the page that stands for the provider: who it is. `state` is that of the page's address, to its first
   * `--`. The result is what the popup posts to its opener, good once and for the device that asked.
   */
  "social-result": defineCall(
    z.object({ state: RandomToken, email: Email }),
    z.object({ resultUri: z.string() }),
  ),
  "connect-social": defineCall(
    z.object({ uri: z.string().check(z.maxLength(4096)), device: Device }),
    z.extend(SignedInResult, { email: z.nullable(z.string()), userName: z.nullable(z.string()) }),
  ),
  /** `url` is for a phone. */
  "farcaster-uri": defineCall(z.object({ device: Device }), z.object({ url: z.string() })),
  /** Answered when the phone has. 403 where it says no, 410 once it is too late. */
  "connect-farcaster": defineCall(
    z.object({ device: Device }),
    z.extend(SignedInResult, { userName: z.string() }),
  ),
  /** The buttons on the page that stands for the phone. */
  "farcaster-answer": defineCall(
    z.discriminatedUnion("approve", [
      z.object({ channel: RandomToken, approve: z.literal(true), userName: UserName }),
      z.object({ channel: RandomToken, approve: z.literal(false) }),
    ]),
    EmptyBody,
  ),
  /** `false` for a session that has ended, and without one. */
  "is-connected": defineCall(EmptyBody, z.object({ isConnected: z.boolean() })),
  /** Ends the session, if there is one. */
  "sign-out": defineCall(EmptyBody, EmptyBody),
} as const

/** Carry `authorization: Bearer <token>`. 401 where the session has ended or never was. */
export const sessionCalls = {
  /** Without a type, the one that was chosen, else a smart account where the network has them. */
  user: defineCall(
    z.object({ chainId: ChainId, preferredAccountType: z.optional(AccountType) }),
    z.object({
      email: z.nullable(z.string()),
      userName: z.nullable(z.string()),
      provider: z.enum(providers),
      /** Of the account that is in use. */
      address: z.string(),
      chainId: ChainId,
      accounts: z.array(z.object({ address: z.string(), type: AccountType })),
      /** Of the account that is in use: `eoa` where the network has no smart accounts. */
      preferredAccountType: AccountType,
      smartAccountDeployed: z.boolean(),
    }),
  ),
  networks: defineCall(EmptyBody, z.object({ smartAccountEnabledNetworks: z.array(z.number()) })),
  /** The choice lasts. 400 where the network has no smart accounts. */
  prefer: defineCall(
    z.object({ type: AccountType, chainId: ChainId }),
    z.object({ type: AccountType, address: z.string() }),
  ),
  /** A code is in the mail: of the address that is in use, or of the new one where there was none. */
  "update-email": defineCall(
    z.object({ email: Email }),
    z.object({ action: z.enum(["VERIFY_PRIMARY_OTP", "VERIFY_SECONDARY_OTP"]) }),
  ),
  /** Then a code is in the mail of the new address. */
  "update-email-primary": defineCall(z.object({ otp: Otp }), EmptyBody),
  "update-email-secondary": defineCall(z.object({ otp: Otp }), z.object({ newEmail: z.string() })),
  /** What an unsafe method would do, in words. */
  describe: defineCall(
    WalletCall,
    z.object({ title: z.string(), lines: z.array(z.object({ label: z.string(), text: z.string() })) }),
  ),
  /** Answers a safe method. */
  read: defineCall(WalletCall, z.object({ result: z.unknown() })),
  /**
   * Does what an unsafe method asks, which the person has approved. Asked twice with one `id`, as when the answer to
   * the first was lost, it is done once and both get the same answer.
   */
  perform: defineCall(z.extend(WalletCall, { id: RequestId }), z.object({ result: z.unknown() })),
  /** `aborted`: it has not been done, and never will be. Else it has begun: its own answer says what came of it. */
  abort: defineCall(z.object({ id: RequestId }), z.object({ aborted: z.boolean() })),
} as const

export const siteCalls = { ...openCalls, ...sessionCalls } as const

export type SiteCall = keyof typeof siteCalls
export type SiteBody<Name extends SiteCall> = z.input<(typeof siteCalls)[Name]["body"]>
export type SiteAnswer<Name extends SiteCall> = z.output<(typeof siteCalls)[Name]["answer"]>

/** The text may be shown. `code` is of a wallet's own error, EIP-1193. */
export const SiteErrorBody = z.object({ message: z.string(), code: z.optional(z.number()) })

export const getSiteCallPath = (projectId: string, name: SiteCall): string =>
  `/w/${encodeURIComponent(projectId)}/wallet/${name}`

/**
 * `GET /w/<projectId>/frame/events`: what a frame has to know unasked, as server-sent events; the first at once.
 * Neither in the log nor under the fault plan.
 */
export const FrameEvent = z.object({
  /** Answer nothing, not even pings, until it is over. */
  frozen: z.boolean(),
  /** Goes up when sessions have been ended from outside: ask `is-connected`. */
  revoked: z.number(),
})

export const getFrameEventsPath = (projectId: string): string =>
  `/w/${encodeURIComponent(projectId)}/frame/events`
