import { Effect } from "effect"
import type { Connector, WalletSession } from "../contract/Connector.ts"
import type { WalletCalls } from "../contract/WalletCalls.ts"
import { makeSessionConnector } from "../walletconnect/makeSessionConnector.ts"
import {
  makeScriptedRemoteWallet,
  type ScriptedRemoteWallet,
  type ScriptedRemoteWalletOptions,
  toApprovedNamespace,
} from "./scriptedRemoteWallet.ts"

/** The first account of the test mnemonic. `secondAddress` is the second one. */
export const firstAddress = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
export const secondAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

/** The methods that an EVM wallet usually approves. */
export const evmMethods = [
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

export const bothNetworks = toApprovedNamespace(
  [`eip155:1:${firstAddress}`, `eip155:10:${firstAddress}`],
  evmMethods,
)

/** Connects an EVM wallet behind a session, on two networks. */
export const connectRemoteEvm = async (
  options: Partial<ScriptedRemoteWalletOptions> = {},
): Promise<
  ScriptedRemoteWallet & {
    readonly connector: Connector
    readonly session: WalletSession
    readonly calls: WalletCalls
  }
> => {
  const wire = makeScriptedRemoteWallet({ namespaces: { eip155: bothNetworks }, ...options })
  const connector = await makeSessionConnector(wire.remoteWallet, "eip155")
  const session = await Effect.runPromise(connector.connect({ network: null, onLateApproval: () => {} }))
  return { ...wire, connector, session, calls: await Effect.runPromise(connector.calls) }
}

export const throwFromWallet = (thrown: unknown) => () => {
  throw thrown
}
