import { ConnectingWalletConnect } from "./ConnectingWalletConnect.tsx"

/** The view with only the code, as a host opens it. */
export const ConnectingWalletConnectBasic = () => <ConnectingWalletConnect wallet={null} />
