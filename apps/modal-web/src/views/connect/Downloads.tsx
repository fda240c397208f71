import type { WalletEntry } from "@wmodal/core"
import { NoAdapter } from "./NoAdapter.tsx"

/** Where a wallet is had. */
export const Downloads = (_: { readonly wallet: WalletEntry }) => <NoAdapter />
