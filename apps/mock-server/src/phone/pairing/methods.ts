import type { Namespace } from "@wmodal/protocol"

const evm = [
  "eth_accounts",
  "eth_requestAccounts",
  "personal_sign",
  "eth_signTypedData",
  "eth_signTypedData_v3",
  "eth_signTypedData_v4",
  "eth_signTransaction",
  "eth_sendTransaction",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
  "wallet_getPermissions",
  "wallet_requestPermissions",
  "wallet_revokePermissions",
  "wallet_getCapabilities",
]

/** Of EIP-5792 and EIP-7811. */
const ofSmartAccounts = [
  "wallet_sendCalls",
  "wallet_getCallsStatus",
  "wallet_showCallsStatus",
  "wallet_getAssets",
]

/** What the phone can be asked for, by namespace. Of Polkadot it has an address and nothing else. */
export const methodsOf = (namespace: Namespace, smartAccount: boolean): readonly string[] => {
  switch (namespace) {
    case "eip155":
      return smartAccount ? [...evm, ...ofSmartAccounts] : evm
    case "solana":
      return [
        "solana_getAccounts",
        "solana_requestAccounts",
        "solana_signMessage",
        "solana_signTransaction",
        "solana_signAllTransactions",
        "solana_signAndSendTransaction",
      ]
    case "bip122":
      return ["getAccountAddresses", "signMessage", "sendTransfer", "signPsbt"]
    case "polkadot":
      return []
  }
}

export const events = ["accountsChanged", "chainChanged"] as const
