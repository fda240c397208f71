import {
  bitcoinStandardNetworks,
  ProviderError,
  polkadotStandardNetworks,
  type Signer,
  SignerError,
  solanaStandardNetworks,
  type WalletChain,
} from "@wmodal/dev-wallet"
import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import type { DevNamespace, StoredWallet } from "../session/storedWallets.ts"

/** The signer or wallet chain of one namespace. */
export type Keys =
  | { readonly namespace: "eip155"; readonly signer: Signer }
  | { readonly namespace: DevNamespace; readonly side: WalletChain }

/** Returns the address to store for the keys. */
export const getKeyAddress = (keys: Keys): string =>
  "signer" in keys ? keys.signer.address : keys.side.accounts[0].addresses[0].address

/** Returns the address of a stored wallet. */
export const getStoredAddress = (remembered: StoredWallet): string =>
  "address" in remembered ? remembered.address : (remembered.addresses[0]?.address ?? "")

const watchOnlyRefusal = "sign with a read-only wallet"

/** Makes an EVM signer that has an address and signs nothing. */
export const makeWatchOnlySigner = (address: `0x${string}`): Signer => {
  const refuse = Effect.fail(new SignerError({ what: watchOnlyRefusal }))
  return {
    address,
    signMessage: () => refuse,
    signTypedData: () => refuse,
    signTypedValues: () => refuse,
    signTransaction: () => refuse,
    signAuthorization: () => refuse,
  }
}

/** Makes keys that share addresses and sign nothing, for read-only commands, which must not open the key. */
export const makeWatchOnlyKeys = (remembered: StoredWallet): Keys => {
  if ("address" in remembered) {
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

/** The default for types: the session file has at least one address. */
const emptyAddress = { address: "", publicKey: "", chains: [] }

/** The names of the chains. */
export const chainTitles: Readonly<Record<Namespace, string>> = {
  eip155: "EVM",
  solana: "Solana",
  bip122: "Bitcoin",
  polkadot: "Polkadot",
}

/** The networks of the watch-only wallet of each chain. */
const watchOnlyChains: Readonly<Record<DevNamespace, Pick<WalletChain, "name" | "title" | "networks">>> = {
  solana: { name: "solana", title: chainTitles.solana, networks: solanaStandardNetworks },
  bip122: { name: "bitcoin", title: chainTitles.bip122, networks: bitcoinStandardNetworks },
  polkadot: { name: "polkadot", title: chainTitles.polkadot, networks: polkadotStandardNetworks },
}
