import { NoAdapter } from "./NoAdapter.tsx"

/** Opened where the page passed no chain, on a computer. */
export const ConnectingWalletConnectBasic = () => <NoAdapter />
