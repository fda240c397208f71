import { findNameFault } from "@wmodal/dev-wallet"
import * as z from "zod/mini"

const maxDelayMs = 3_600_000

/** `POST /control/worlds/:projectId/phone/pair`: scans a link. Responds when the dApp has proposed a session. */
export const PairCommand = z.strictObject({ uri: z.string().check(z.maxLength(4096)) })

/** `POST …/phone/policy`. */
export const PolicyCommand = z.strictObject({
  policy: z.union([
    z.enum(["ask", "approve", "decline", "never"]),
    z.strictObject({ late: z.int().check(z.minimum(0), z.maximum(maxDelayMs)) }),
  ]),
})

/** `POST …/phone/answer`: responds to the prompt of that ID, or to the oldest one. */
export const AnswerCommand = z.strictObject({ id: z.optional(z.string()), approve: z.boolean() })

/** `POST …/phone/switch`: switches to a network by CAIP-2 ID and notifies every connected dApp. */
export const SwitchCommand = z.strictObject({ chainId: z.string() })

/** `POST …/phone/disconnect`: ends the session of that topic, or all of them. */
export const DisconnectCommand = z.strictObject({ topic: z.optional(z.string()) })

const ProfileName = z.string().check(
  z.superRefine((name, context) => {
    const fault = findNameFault(name)
    if (fault !== null) context.issues.push({ code: "custom", input: name, message: fault })
  }),
)

/** `POST …/phone/wallet`: sets the wallet's capabilities for later requests. */
export const WalletCommand = z.strictObject({
  smartAccount: z.optional(z.boolean()),
  oneClick: z.optional(z.boolean()),
  /** The real wallet whose codes and texts it answers with; `null` for its own. */
  profile: z.optional(z.nullable(ProfileName)),
})

export const phoneControlCalls = {
  "GET /control/worlds/:projectId/phone":
    "The world's phone (a WalletConnect wallet): its policy, sessions, pending requests and network.",
  "GET /control/worlds/:projectId/phone/events":
    "The same as server-sent events: once now, then on every change.",
  "POST /control/worlds/:projectId/phone/pair":
    "`{ uri }`: scans a link. Returns the phone once the app's request arrived, else an error with the reason.",
  "POST /control/worlds/:projectId/phone/policy":
    '`{ policy }`: `"ask"` (default), `"approve"`, `"decline"`, `"never"` or `{ late: milliseconds }`, for new requests.',
  "POST /control/worlds/:projectId/phone/answer":
    "`{ approve, id }`: answers a request; without an id, the oldest.",
  "POST /control/worlds/:projectId/phone/switch": "`{ chainId }`: switches to another network (CAIP-2 id).",
  "POST /control/worlds/:projectId/phone/disconnect":
    "`{ topic }`: ends a session; without a topic, all of them.",
  "POST /control/worlds/:projectId/phone/wallet":
    '`{ smartAccount, oneClick, profile }`: whether it supports batched calls, for new requests, and sign-in with the prompt to connect, for new links (default: yes); the real wallet whose codes and texts it answers new requests with, such as `"metamask"` (default: `null`).',
}
