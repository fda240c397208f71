import type { Client } from "../../relay/testing/signClients.ts"
import type { PhoneClient } from "../phoneClient.ts"

export const evm = "eip155:1"
export const solana = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
export const bitcoin = "bip122:000000000019d6689c085ae165831e93"

/** Connects a dApp to a phone that approves everything. Returns a function that sends its requests. */
export const connectPhone = async (dapp: Client, phone: PhoneClient) => {
  await phone.policy("approve")
  const { approval, uri = "" } = await dapp.connect({ optionalNamespaces: everything })
  // The client only emits settlements after the listener was added.
  const settled = approval()
  await phone.pair(uri)
  const { topic } = await settled
  const ask = (chainId: string, method: string, params: unknown) =>
    dapp.request<unknown>({ topic, chainId, request: { method, params } })
  return { topic, ask }
}

/** All namespaces that a dApp may request. Source: the AppKit 1.7.2 wire; the WalletConnect RPC reference, Polkadot. */
export const everything = {
  eip155: {
    chains: ["eip155:1", "eip155:137"],
    methods: [
      "eth_accounts",
      "eth_sign",
      "eth_signTransaction",
      "eth_signTypedData",
      "eth_signTypedData_v4",
      "eth_sendTransaction",
      "personal_sign",
      "wallet_switchEthereumChain",
      "wallet_addEthereumChain",
      "wallet_getCallsStatus",
      "wallet_sendCalls",
      "wallet_getCapabilities",
      "wallet_getAssets",
      "wallet_grantPermissions",
    ],
    events: ["accountsChanged", "chainChanged"],
  },
  solana: {
    chains: [solana],
    methods: [
      "solana_signMessage",
      "solana_signTransaction",
      "solana_requestAccounts",
      "solana_getAccounts",
      "solana_signAllTransactions",
      "solana_signAndSendTransaction",
    ],
    events: ["accountsChanged", "chainChanged"],
  },
  bip122: {
    chains: [bitcoin],
    methods: ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"],
    events: ["accountsChanged", "chainChanged"],
  },
  polkadot: {
    chains: ["polkadot:91b171bb158e2d3848fa23a9f1c25182"],
    methods: ["polkadot_signMessage", "polkadot_signTransaction"],
    events: ["accountsChanged", "chainChanged"],
  },
}
