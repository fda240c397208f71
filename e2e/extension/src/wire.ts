import * as z from "zod/mini"

/** Channel name of messages between the two content scripts, through the page. */
export const channel = "dev.wmodal.wallet"

/** A request of the page's provider. */
export const WalletRequest = z.object({
  id: z.number(),
  method: z.string().check(z.maxLength(128)),
  params: z.optional(z.unknown()),
})
export type WalletRequest = z.infer<typeof WalletRequest>

/** A response or an event of the wallet. */
export const WalletReport = z.union([
  z.object({ id: z.number(), result: z.unknown() }),
  z.object({
    id: z.number(),
    error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  }),
  z.object({
    event: z.enum(["accountsChanged", "chainChanged", "connect", "disconnect", "standard:change"]),
    data: z.unknown(),
  }),
])
export type WalletReport = z.infer<typeof WalletReport>

/** A message that crosses the page: any script there can read and forge it, so it is untrusted. */
export const BridgeMessage = z.object({
  channel: z.literal(channel),
  to: z.literal("bridge"),
  request: WalletRequest,
})
export const PageMessage = z.object({
  channel: z.literal(channel),
  to: z.literal("page"),
  report: WalletReport,
})

/** A message of the approval window. */
export const PromptResponse = z.union([
  z.object({ answer: z.enum(["approve", "decline"]) }),
  /** Keeps the worker awake while the user decides. */
  z.object({ thinking: z.literal(true) }),
])

/** The content of the approval window. */
export const PromptMessage = z.object({
  origin: z.string(),
  title: z.string(),
  lines: z.readonly(z.array(z.object({ label: z.string(), text: z.string() }))),
})
export type PromptMessage = z.infer<typeof PromptMessage>
