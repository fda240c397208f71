import {
  bitcoinStandardNetworks,
  ProviderError,
  type Signer,
  SignerError,
  solanaStandardNetworks,
  type WalletChain,
} from "@wmodal/dev-wallet"
import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import type { DevNamespace, StoredWallet } from "../session/storedWallets.ts"

/** What one chain of the dev wallet stands on. */
export type Keys =
  | { readonly namespace: "eip155"; readonly signer: Signer }
  | { readonly namespace: DevNamespace; readonly side: WalletChain }

/** Whose they are: what is remembered of them. */
export const getKeyAddress = (keys: Keys): string =>
  keys.namespace === "eip155" ? keys.signer.address : keys.side.accounts[0].addresses[0].address

/** The same of what is remembered. */
export const getStoredAddress = (remembered: StoredWallet): string =>
  remembered.namespace === "eip155" ? remembered.address : (remembered.addresses[0]?.address ?? "")

const watchOnlyRefusal = "sign with a read-only wallet"

/** Shows an address and signs nothing. */
export const makeWatchOnlySigner = (address: `0x${string}`): Signer => {
  const refuse = Effect.fail(new SignerError({ what: watchOnlyRefusal }))
  return {
    address,
    signMessage: () => refuse,
    signTypedData: () => refuse,
    signTransaction: () => refuse,
    signAuthorization: () => refuse,
  }
}

/** Shows addresses and signs nothing: for commands that only look, which must not open the key. */
export const makeWatchOnlyKeys = (remembered: StoredWallet): Keys => {
  if (remembered.namespace === "eip155") {
    return { namespace: "eip155", signer: makeWatchOnlySigner(remembered.address) }
  }
  const { namespace, addresses } = remembered
  return { namespace, side: makeWatchOnlyChain(namespace, addresses) }
}

const makeWatchOnlyChain = (
  namespace: DevNamespace,
  addresses: Extract<StoredWallet, { namespace: DevNamespace }>["addresses"],
): WalletChain => {
  const { name, networks, title } = watchOnlyChains[namespace]
  const refuse = () => Effect.fail(new ProviderError({ code: 4100, message: `Cannot ${watchOnlyRefusal}.` }))
  const [first, ...others] = addresses.map(({ purpose, ...rest }) => ({
    ...rest,
    ...(purpose !== undefined && { purpose }),
  }))
  return {
    name,
    title,
    networks,
    accounts: [{ addresses: [first ?? emptyAddress, ...others] }],
    methods: () => ({ [`${name}:signMessage`]: refuse, [`${name}:signTransaction`]: refuse }),
  }
}

/** The session file has at least one address. */
const emptyAddress = { address: "", publicKey: "", chains: [] }

/** How each chain is called. */
export const chainTitles: Readonly<Record<Namespace, string>> = {
  eip155: "EVM",
  solana: "Solana",
  bip122: "Bitcoin",
  polkadot: "Polkadot",
}

/** The networks that the wallet of each chain is on. */
const watchOnlyChains: Readonly<Record<DevNamespace, Pick<WalletChain, "name" | "title" | "networks">>> = {
  solana: { name: "solana", title: chainTitles.solana, networks: solanaStandardNetworks },
  bip122: { name: "bitcoin", title: chainTitles.bip122, networks: bitcoinStandardNetworks },
}
