import * as z from "zod/mini"

const count = z.int().check(z.minimum(1))
const milliseconds = z.int().check(z.minimum(0), z.maximum(3_600_000))

/** A fault of a call. Source of the errors' texts and statuses: the AppKit 1.7.2 wire. */
export const Fault = z.discriminatedUnion("kind", [
  /** Delays the response. */
  z.strictObject({ kind: z.literal("delay"), milliseconds }),
  /** No response is sent: the call ends when the caller or the server ends it. */
  z.strictObject({ kind: z.literal("hang") }),
  /** The connection is reset. */
  z.strictObject({ kind: z.literal("reset") }),
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().check(z.minimum(400), z.maximum(599)),
    /** Delay before a retry, as a number of seconds or as an HTTP date of this machine's clock. */
    retryAfter: z.optional(
      z.strictObject({
        seconds: z.int().check(z.minimum(0), z.maximum(31_536_000)),
        as: z._default(z.enum(["seconds", "date"]), "seconds"),
      }),
    ),
  }),
  /** The first half of the response. */
  z.strictObject({ kind: z.literal("truncated") }),
  /** The normal response under another content type. */
  z.strictObject({
    kind: z.literal("contentType"),
    contentType: z._default(
      z.string().check(z.regex(/^[-\w.+]+\/[-\w.+]+(?:; ?[-\w]+=[-\w]+)?$/)),
      "application/octet-stream",
    ),
  }),
  /**
   * The response, with every occurrence of each `text` in its body replaced. It applies to the wire text, so `with`
   * may contain JSON escapes. Replacements run in order, and the call is carried out.
   */
  z.strictObject({
    kind: z.literal("edit"),
    replace: z.readonly(
      z
        .array(
          z.strictObject({
            text: z.string().check(z.minLength(1), z.maxLength(10_000)),
            with: z.string().check(z.maxLength(100_000)),
          }),
        )
        .check(z.minLength(1), z.maxLength(100)),
    ),
  }),
  /** An HTML page in place of the response, as from a captive portal. */
  z.strictObject({ kind: z.literal("html") }),
  z.strictObject({ kind: z.literal("empty") }),
  /** 403 "Unauthorized: origin not allowed" */
  z.strictObject({ kind: z.literal("originNotAllowed") }),
  /** 401 "Unauthorized: invalid key" */
  z.strictObject({ kind: z.literal("invalidKey") }),
  /** 401 "JWT validation error: JWT Token is not yet valid" */
  z.strictObject({ kind: z.literal("jwtNotYetValid") }),
  /** Relay only, here and below: its message is lost. It stays in its mailbox. */
  z.strictObject({ kind: z.literal("drop") }),
  /** Each message of the relay is sent twice. */
  z.strictObject({ kind: z.literal("duplicate") }),
  /** Each message of the relay is sent after its next one. */
  z.strictObject({ kind: z.literal("reorder") }),
  /** The relay closes the socket in place of its message. 1001 means that the server is going away. */
  z.strictObject({
    kind: z.literal("close"),
    code: z._default(z.union([z.literal(1001), z.int().check(z.minimum(3000), z.maximum(4999))]), 1001),
  }),
])
export type Fault = z.output<typeof Fault>

/** Returns whether it applies only to the relay's messages. */
export const isRelayFault = ({ kind }: Fault): boolean =>
  ["drop", "duplicate", "reorder", "close"].includes(kind)

/**
 * The calls that a rule applies to: those that match every given property. `*` matches any text. A request for a web
 * socket is a GET. WS is a message over the relay's socket: a client's call and its response, or `irn_subscription`,
 * by which the relay pushes a message.
 */
const Match = z.strictObject({
  method: z.optional(z.enum(["GET", "POST", "PATCH", "WS"])),
  /** Without the base path of the world and without the query; `:name` stands for one segment. */
  path: z.optional(z.string().check(z.startsWith("/"))),
  /** A JSON-RPC method. A batch is one call: it has all the methods of its members. */
  rpc: z.optional(z.string().check(z.minLength(1))),
  /** The tag of the relay message, such as 1102 for a settlement. */
  tag: z.optional(z.int().check(z.minimum(0))),
  /** CAIP-2. Calls that name the chain, or an account or token on it, in their path, query or body. */
  chain: z.optional(z.string().check(z.regex(/^[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}$/))),
})

/** The faults, and the calls that they apply to. */
export const FaultRule = z.strictObject({
  match: z._default(Match, {}),
  /** The number of matching calls before the first fault. */
  after: z._default(z.int().check(z.minimum(0)), 0),
  /** The number of affected calls after that. Default: all. */
  times: z.optional(count),
  fault: Fault,
  /**
   * Carries out the call although its response is lost: a transaction is broadcast, but its sender receives no
   * confirmation. A delayed, truncated, edited or mislabelled response always belongs to a call that was carried out.
   */
  carriedOut: z._default(z.boolean(), false),
})
export type FaultRule = z.output<typeof FaultRule>

/** Rules in order. Of several rules for one call, all delays add up, and the first other fault applies. */
export const FaultRules = z.array(FaultRule).check(z.maxLength(1000))
