import { Effect } from "effect"
import type { WalletCalls } from "../contract/WalletCalls.ts"
import type { Eip1193Provider } from "./Eip1193Provider.ts"

const unbuilt = Effect.die(new Error("not built yet"))

/** What is asked of a connected wallet, beyond signing. */
export const walletCalls = (_provider: Eip1193Provider, _connectorId: string): WalletCalls => ({
  sendTransaction: () => unbuilt,
  signTransaction: () => unbuilt,
  capabilities: () => unbuilt,
  assets: () => unbuilt,
  sendCalls: () => unbuilt,
  callsStatus: () => unbuilt,
})
