import type { Connector } from "@wmodal/chains"
import type { WalletEntry } from "./WalletEntry.ts"

/** Returns the form in which names, ids and rdns are compared. */
export const normalizeName = (name: string) => {
  const lower = name.trim().toLowerCase()
  return lower === "trust wallet" ? "trust" : lower
}

/**
 * Returns true when a connector of this device belongs to a wallet: by directory id, or by rdns. Wallets of the Wallet
 * Standard have neither and are recognized by name.
 */
export const isConnectorOf = (
  { explorerId, name, rdns, type }: Pick<Connector, "explorerId" | "name" | "rdns" | "type">,
  entry: Pick<WalletEntry, "id" | "name" | "rdns">,
): boolean =>
  type !== "WALLET_CONNECT" &&
  type !== "AUTH" &&
  (explorerId === entry.id ||
    (rdns === null
      ? normalizeName(name) === normalizeName(entry.name)
      : entry.rdns !== null && normalizeName(rdns) === normalizeName(entry.rdns)))
