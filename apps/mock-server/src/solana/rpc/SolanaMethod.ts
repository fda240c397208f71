import * as z from "zod/mini"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { invalidParams, SolanaRpcError } from "./SolanaRpcError.ts"

/** One method of a node: its result may contain bigints. @throws RpcFailure */
export type SolanaMethod = (chain: SolanaChain, params: unknown) => unknown

const MinContextSlot = z.looseObject({ minContextSlot: z.number() })

/** Makes a method from the schema of its parameters, an array that is empty when omitted. */
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

/** The Agave version whose responses the node reproduces. */
export const apiVersion = "2.1.21"

/** Wraps a value with the slot of the read. */
export const withSlot = <A>(chain: SolanaChain, value: A) => ({
  context: { apiVersion, slot: chain.head().slot },
  value,
})
