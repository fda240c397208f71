import * as z from "zod/mini"
import type { ReviewedRequest, WalletRequest } from "../../contract/Explanation.ts"
import { findOtherSite } from "../../explain/findOtherSite.ts"

/** A request that was written without knowledge of the rules of reviews, with the world that a node answers with. */
export interface OutsideCase {
  readonly id: string
  readonly chain: "EVM" | "Solana" | "Bitcoin"
  readonly form: string
  /** True if it must take an act of its own, or be refused; false if it is usual and should take none. */
  readonly harmful: boolean
  readonly why: string
  /** Why it still passes without an act, although it is harmful: a known miss. */
  readonly passes?: string
  /** Written with knowledge of the rules, to find what they leave open. Absent otherwise. */
  readonly late?: true
  /** Returns the tags of the warnings, each once; `["refused"]` if no wallet would get the request. */
  readonly review: () => Promise<readonly string[]>
}

/** The schema of one case of a chain. */
export const makeCaseSchema = <A extends z.core.$ZodShape>(more: A) =>
  z.strictObject({
    id: z.string(),
    form: z.string(),
    harmful: z.boolean(),
    why: z.string(),
    passes: z.optional(z.string()),
    late: z.optional(z.literal(true)),
    ...more,
  })

/** Returns what all chains say of a case. */
export const toOutsideCase = (
  chain: OutsideCase["chain"],
  {
    form,
    harmful,
    id,
    passes,
    why,
  }: z.infer<ReturnType<typeof makeCaseSchema<Readonly<Record<never, never>>>>>,
  review: OutsideCase["review"],
): OutsideCase => ({ id, chain, form, harmful, why, ...(passes !== undefined && { passes }), review })

/** Addresses by their names, which requests write as `$name`. */
export const Names = z.record(z.string(), z.string())

/** Returns the address that `$name` stands for, any other text as it is. */
export const makeNameReader = (...lists: readonly Readonly<Record<string, string>>[]) => {
  const all = new Map(lists.flatMap((list) => Object.entries(list)))
  return (text: string): string => {
    if (!text.startsWith("$")) return text
    const named = all.get(text.slice(1))
    if (named === undefined) throw new Error(`No address is called ${text}.`)
    return named
  }
}

const Page = z.object({ page: z.url() })

/**
 * Returns the tags of the warnings, each once, with those of a message for another site than that of its page;
 * `["refused"]` without a review.
 */
export const toTags = (
  reviewed: ReviewedRequest | null,
  request: WalletRequest,
  asked: unknown,
): readonly string[] => {
  if (reviewed === null) return ["refused"]
  const sites =
    request._tag === "Message" ? findOtherSite(request.message, new URL(Page.parse(asked).page).host) : []
  return [...new Set([...reviewed.dangers, ...sites].map(({ _tag }) => _tag))]
}
