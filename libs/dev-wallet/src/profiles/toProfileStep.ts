import type { ProfileStep } from "./WalletProfile.ts"

const steps: Readonly<Record<string, ProfileStep>> = {
  eth_requestAccounts: "connect",
  wallet_requestPermissions: "connect",
  wallet_revokePermissions: "connect",
  wallet_switchEthereumChain: "switch",
  wallet_addEthereumChain: "switch",
}

/** Returns what a method asks of a wallet, on any chain: `eth_sendTransaction`, `solana_signMessage`, `sendTransfer`. */
export const toProfileStep = (method: string): ProfileStep =>
  steps[method] ?? (/send/i.test(method) ? "send" : "sign")
