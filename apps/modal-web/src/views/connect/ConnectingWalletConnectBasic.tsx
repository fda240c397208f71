import { ConnectingWalletConnect } from "./ConnectingWalletConnect.tsx"

/** The code alone, as a host opens it. */
export const ConnectingWalletConnectBasic = () => <ConnectingWalletConnect wallet={null} />
