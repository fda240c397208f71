import { Effect } from "effect"
import type { Connector, WalletSession } from "../contract/Connector.ts"
import type { WalletCalls } from "../contract/WalletCalls.ts"
import { walletOver } from "../walletconnect/walletOver.ts"
import { approving, type ScriptedWire, type ScriptedWireOptions, scriptedWire } from "./scriptedWire.ts"

/** The first two accounts of the test mnemonic. */
export const first = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
export const second = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

/** What a wallet for the EVM approves as a rule. */
export const methods = [
  "personal_sign",
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "eth_signTransaction",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
  "wallet_sendCalls",
  "wallet_getCallsStatus",
  "wallet_getCapabilities",
]

export const onBoth = approving([`eip155:1:${first}`, `eip155:10:${first}`], methods)

/** A connected EVM wallet behind a session, on two networks. */
export const connectedEvm = async (
  options: Partial<ScriptedWireOptions> = {},
): Promise<
  ScriptedWire & {
    readonly connector: Connector
    readonly session: WalletSession
    readonly calls: WalletCalls
  }
> => {
  const wire = scriptedWire({ namespaces: { eip155: onBoth }, ...options })
  const connector = await walletOver(wire.wire, "eip155")
  const session = await Effect.runPromise(connector.connect({ network: null, late: () => {} }))
  return { ...wire, connector, session, calls: await Effect.runPromise(connector.calls) }
}

export const refusing = (thrown: unknown) => () => {
  throw thrown
}
