import { frameId } from "@wmodal/chains/frame"
import type { WalletInfo } from "@wmodal/core"

/** Returns true when the connection belongs to the embedded wallet. */
export const isEmbedded = (
  connected: { readonly wallet: Pick<WalletInfo, "connectorId"> } | null | undefined,
): boolean => connected?.wallet.connectorId === frameId
