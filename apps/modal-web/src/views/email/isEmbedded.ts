import { frameId } from "@wmodal/chains/frame"
import type { WalletInfo } from "@wmodal/core"

/** Whether what is connected is the wallet that is had by signing in. */
export const isEmbedded = (
  connected: { readonly wallet: Pick<WalletInfo, "connectorId"> } | null | undefined,
): boolean => connected?.wallet.connectorId === frameId
