import { NoAdapter } from "./NoAdapter.tsx"

/** Opened where the page passed no chain, on a phone. */
export const AllWallets = () => <NoAdapter />
