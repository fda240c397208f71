import { isValidAddress } from "@wmodal/protocol"
import { listFrom } from "../wallet/readList.ts"
import { member } from "../wallet/thrown.ts"

/** Whose signature a wallet is asked for; `null` where nobody is named. Source: EIP-1193, EIP-712, EIP-1474, EIP-5792. */
export const accountAsked = (method: string, params: unknown): string | null => {
  const [first, second] = listFrom(params, 2) ?? []
  const named = method === "personal_sign" ? second : (member(first, "from") ?? first)
  return typeof named === "string" && isValidAddress("eip155", named) ? named : null
}
