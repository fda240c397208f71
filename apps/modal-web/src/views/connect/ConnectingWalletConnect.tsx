import type { WalletEntry } from "@wmodal/core"
import { NoAdapter } from "./NoAdapter.tsx"

/** A wallet elsewhere is asked: by a code to scan, or by its app. */
export const ConnectingWalletConnect = (_: { readonly wallet: WalletEntry | null }) => <NoAdapter />
