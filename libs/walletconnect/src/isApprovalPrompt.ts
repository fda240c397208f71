import { readMember } from "@wmodal/chains/internal"

/** The methods that a wallet answers without the user. */
const unattendedMethods: ReadonlySet<unknown> = new Set([
  "wallet_getCapabilities",
  "wallet_getCallsStatus",
  "wallet_getAssets",
  "solana_getAccounts",
  "getAccountAddresses",
])

/**
 * Returns `true` if a request in the client's history needs the user, who is then sent to the wallet app. Reads of the
 * account must not open the app.
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
