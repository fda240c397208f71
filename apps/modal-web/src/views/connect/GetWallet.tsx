import { NoAdapter } from "./NoAdapter.tsx"

/** For who has no wallet yet: a few to choose from. */
export const GetWallet = () => <NoAdapter />
