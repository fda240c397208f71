import type { Hex } from "@wmodal/chains/internal"
import type { RequestedCall } from "./ApprovalRequest.ts"
import { type DevToken, findToken } from "./DevToken.ts"

/** Converts a call to its form in approval requests. @param tokens of its network */
export const toRequestedCall = (
  call: { readonly to: Hex | null; readonly value: bigint; readonly data: Hex },
  tokens: readonly DevToken[],
): RequestedCall => {
  const { data, to, value } = call
  const token = to === null ? undefined : findToken(tokens, to)
  return {
    to,
    value: `${value}`,
    data,
    ...(token && { token: { symbol: token.symbol, decimals: token.decimals } }),
  }
}
