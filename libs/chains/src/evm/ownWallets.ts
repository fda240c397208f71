import { hasKey } from "@wmodal/protocol"
import type { DiscoveryEnvironment } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { makeCoinbase } from "./coinbase/makeCoinbase.ts"
import type { EvmOptions } from "./index.ts"
import { findSafe } from "./safe/findSafe.ts"

/** Returns the wallets that no page announces: the Safe that embeds the page, and Coinbase Wallet by its library. */
export const findOwnWallets = (
  window: DiscoveryEnvironment["window"],
  { coinbase, safeOrigins }: Pick<EvmOptions, "coinbase" | "safeOrigins">,
): readonly Connector[] => [
  ...(window !== null && hasKey(window, "parent") && window.parent !== window
    ? findSafe(window, safeOrigins)
    : []),
  ...(coinbase ? [makeCoinbase(coinbase)] : []),
]
