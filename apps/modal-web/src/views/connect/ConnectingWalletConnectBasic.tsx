import { walletConnectId } from "@wmodal/chains/walletconnect"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { ConnectingWalletConnect } from "./ConnectingWalletConnect.tsx"

/** The code alone, which a host may open as it is: nobody has picked a wallet before, so that it begins by itself. */
export const ConnectingWalletConnectBasic = () => {
  const { engine, run } = useEngine()
  useEffect(() => {
    if (engine.pairing.available) run(engine.connection.connect(walletConnectId))
  }, [engine, run])
  return <ConnectingWalletConnect wallet={null} />
}
