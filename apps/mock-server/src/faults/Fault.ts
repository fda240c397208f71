import * as z from "zod/mini"

const count = z.int().check(z.minimum(1))
const milliseconds = z.int().check(z.minimum(0), z.maximum(3_600_000))

/** A fault of a call. Source of the errors' texts and statuses: the AppKit 1.7.2 wire. */
export const Fault = z.discriminatedUnion("kind", [
  /** The answer comes so much later. */
  z.strictObject({ kind: z.literal("delay"), milliseconds }),
  /** No response is sent: the call ends when the caller or the server ends it. */
  z.strictObject({ kind: z.literal("hang") }),
  /** The connection is reset. */
  z.strictObject({ kind: z.literal("reset") }),
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().check(z.minimum(400), z.maximum(599)),
    /** When to come back, seconds from now, as a number of seconds or as an HTTP date of this machine's clock. */
    retryAfter: z.optional(
      z.strictObject({
        seconds: z.int().check(z.minimum(0), z.maximum(31_536_000)),
        as: z._default(z.enum(["seconds", "date"]), "seconds"),
      }),
    ),
  }),
  /** The first half of what would have come. */
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
   * What would have come, with each `text` of its body replaced wherever it stands: as it is on the wire, so that
   * `with` may have the escapes of JSON. One after the other. The call is carried out.
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
  /** A page in place of the answer, as a captive portal sends it. */
  z.strictObject({ kind: z.literal("html") }),
  z.strictObject({ kind: z.literal("empty") }),
  /** 403 "Unauthorized: origin not allowed" */
  z.strictObject({ kind: z.literal("originNotAllowed") }),
  /** 401 "Unauthorized: invalid key" */
  z.strictObject({ kind: z.literal("invalidKey") }),
  /** 401 "JWT validation error: JWT Token is not yet valid" */
  z.strictObject({ kind: z.literal("jwtNotYetValid") }),
  /** The relay's alone, here and below: what it sends never comes. A message stays in its mailbox. */
  z.strictObject({ kind: z.literal("drop") }),
  /** Each message of the relay is sent twice. */
  z.strictObject({ kind: z.literal("duplicate") }),
  /** Each message of the relay is sent after its next one. */
  z.strictObject({ kind: z.literal("reorder") }),
  /** In place of what it sends, the relay closes the socket. 1001 is a server that goes away. */
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
 * Which calls something happens to: those of which everything said here is true. `*` stands for any text.
 * A request for a web socket is a GET. WS is a
 * message over the relay's: a client's call and its answer, or `irn_subscription`, by which it pushes a message.
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
  /** So many matching calls pass before it. */
  after: z._default(z.int().check(z.minimum(0)), 0),
  /** To how many matching calls it happens then. Without it: to all, for ever. */
  times: z.optional(count),
  fault: Fault,
  /**
   * Whether what was asked is done all the same, so that only the answer is lost: a transaction is broadcast and its
   * sender never learns of it. A delayed, cut, edited or mislabelled answer is always that of a call that was carried out.
   */
  carriedOut: z._default(z.boolean(), false),
})
export type FaultRule = z.output<typeof FaultRule>

/** In order. Of several rules for one call, all delays add up, and the first of the others happens. */
export const FaultRules = z.array(FaultRule).check(z.maxLength(1000))
