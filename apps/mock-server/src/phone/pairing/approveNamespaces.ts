import type { Namespace } from "@wmodal/protocol"
import type { Proposal } from "./Proposal.ts"

const evmMethods = [
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

/** Methods of EIP-5792 and EIP-7811. */
const smartAccountMethods = [
  "wallet_sendCalls",
  "wallet_getCallsStatus",
  "wallet_showCallsStatus",
  "wallet_getAssets",
]

/** The supported methods by namespace. */
export const getWalletMethods = (namespace: Namespace, smartAccount: boolean): readonly string[] => {
  switch (namespace) {
    case "eip155":
      return smartAccount ? [...evmMethods, ...smartAccountMethods] : evmMethods
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
      return ["polkadot_signMessage", "polkadot_signTransaction"]
  }
}

const walletEvents = ["accountsChanged", "chainChanged"] as const

/** The granted part of one namespace. */
export interface ApprovedNamespace {
  chains: string[]
  methods: string[]
  events: string[]
  /** CAIP-10. */
  accounts: string[]
}

/** The accounts and networks that the phone can share. */
export interface WalletAccounts {
  readonly smartAccount: boolean
  /** Returns the plain address by CAIP-2 ID; `null` for unknown networks. */
  readonly getAddress: (chainId: string) => string | null
}

/**
 * Returns the requested namespaces as far as the phone supports them, and no others.
 * @returns `null` when that is empty, or lacks a required part
 */
export const approveNamespaces = (
  { required, requested }: Proposal,
  { getAddress, smartAccount }: WalletAccounts,
): Record<string, ApprovedNamespace> | null => {
  const approved = [...requested].flatMap(([namespace, { chains, events: heard, methods }]) => {
    const known = chains.filter((chain) => isInNamespace(namespace, chain) && getAddress(chain) !== null)
    if (known.length === 0) return []
    const granted: ApprovedNamespace = {
      chains: known,
      methods: getWalletMethods(namespace, smartAccount).filter((method) => methods.includes(method)),
      events: walletEvents.filter((event) => heard.includes(event)),
      accounts: known.map((chain) => `${chain}:${getAddress(chain)}`),
    }
    return [[namespace, granted] as const]
  })
  const given = new Set(approved.flatMap(([namespace, { chains }]) => [namespace, ...chains]))
  const isEnough = required.every((one) => given.has(one))
  return approved.length === 0 || !isEnough ? null : Object.fromEntries(approved)
}

const isInNamespace = (namespace: Namespace, chain: string) => chain.startsWith(`${namespace}:`)
