import { readMember } from "@wmodal/chains/internal"

/** What a wallet answers by itself. */
const unattendedMethods: ReadonlySet<unknown> = new Set([
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
export const isApprovalPrompt = (record: unknown): boolean => {
  const request = readMember(record, "request")
  const method = readMember(readMember(readMember(request, "params"), "request"), "method")
  return (
    readMember(request, "method") === "wc_sessionRequest" &&
    typeof method === "string" &&
    !unattendedMethods.has(method)
  )
}
