import type { Network } from "@wmodal/protocol"

/** Where the network's explorer shows a transaction; `null` where there is no explorer. */
export const transactionUrl = (network: Network | null, hash: string): string | null => {
  const base = URL.parse(network?.blockExplorers?.default.url ?? "")
  return base === null ? null : new URL(`tx/${hash}`, base.href.replace(/\/?$/, "/")).href
}
