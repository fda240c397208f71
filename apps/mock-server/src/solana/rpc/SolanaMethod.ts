import * as z from "zod/mini"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { invalidParams, SolanaRpcError } from "./SolanaRpcError.ts"

/** One method of a node: its answer may hold bigints. @throws RpcFailure */
export type SolanaMethod = (chain: SolanaChain, params: unknown) => unknown

const MinContextSlot = z.looseObject({ minContextSlot: z.number() })

/** A method by the shape of its parameters, which are an array, none where there are none. */
export const makeMethod =
  <Params extends z.ZodMiniType>(
    shape: Params,
    answer: (chain: SolanaChain, params: z.output<Params>) => unknown,
  ): SolanaMethod =>
  (chain, params) => {
    const given = params ?? []
    const decoded = z.safeParse(shape, given)
    if (!decoded.success) throw invalidParams(describeIssue(decoded.error.issues[0]))
    const config = MinContextSlot.safeParse(Array.isArray(given) ? given.at(-1) : null)
    const { slot } = chain.head()
    if (config.success && config.data.minContextSlot > slot)
      throw new SolanaRpcError({
        code: -32016,
        text: "Minimum context slot has not been reached",
        data: { contextSlot: slot },
      })
    return answer(chain, decoded.data)
  }

const describeIssue = (issue: z.core.$ZodIssue | undefined): string => {
  const text = issue?.message ?? "Invalid input"
  if (text.startsWith("Invalid param: ")) return text
  const path = issue?.path.join(".") ?? ""
  return `Invalid params: ${path === "" ? "" : `${path}: `}${text}`
}

/** What the Agave is that would answer so. */
export const apiVersion = "2.1.21"

/** A value with the slot at which it was read. */
export const withSlot = <A>(chain: SolanaChain, value: A) => ({
  context: { apiVersion, slot: chain.head().slot },
  value,
})
