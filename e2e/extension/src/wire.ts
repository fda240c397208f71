import * as z from "zod/mini"

/** Marks what this wallet's two halves say to each other through the page. */
export const channel = "dev.wmodal.wallet"

/** What a page's provider asks. */
export const WalletRequest = z.object({
  id: z.number(),
  method: z.string().check(z.maxLength(128)),
  params: z.optional(z.unknown()),
})
export type WalletRequest = z.infer<typeof WalletRequest>

/** What the wallet answers, or reports on its own. */
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

/** The same two, as they cross the page: any script there can read and forge them, so neither is trusted. */
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

/** What the approval window says. */
export const PromptResponse = z.union([
  z.object({ answer: z.enum(["approve", "decline"]) }),
  /** Keeps the worker awake while a person thinks. */
  z.object({ thinking: z.literal(true) }),
])

/** What the approval window shows. */
export const PromptMessage = z.object({
  origin: z.string(),
  title: z.string(),
  lines: z.readonly(z.array(z.object({ label: z.string(), text: z.string() }))),
})
export type PromptMessage = z.infer<typeof PromptMessage>
