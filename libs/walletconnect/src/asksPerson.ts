import { member } from "@wmodal/chains/internal"

/** What a wallet answers by itself. */
const unasked: ReadonlySet<unknown> = new Set([
  "wallet_getCapabilities",
  "wallet_getCallsStatus",
  "wallet_getAssets",
  "solana_getAccounts",
  "getAccountAddresses",
])

/**
 * Whether what the client writes down of a question is one for a person, who is taken to the wallet for it. They would be
 * taken there by a look at their own account otherwise.
 */
export const asksPerson = (record: unknown): boolean => {
  const request = member(record, "request")
  const method = member(member(member(request, "params"), "request"), "method")
  return (
    member(request, "method") === "wc_sessionRequest" && typeof method === "string" && !unasked.has(method)
  )
}
