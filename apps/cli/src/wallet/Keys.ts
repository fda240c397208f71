import {
  bitcoinStandardNetworks,
  ProviderError,
  type Side,
  type Signer,
  SignerError,
  solanaStandardNetworks,
} from "@wmodal/dev-wallet"
import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Remembered, SideNamespace } from "../session/remembered.ts"

/** What one chain of the dev wallet stands on. */
export type Keys =
  | { readonly namespace: "eip155"; readonly signer: Signer }
  | { readonly namespace: SideNamespace; readonly side: Side }

/** Whose they are: what is remembered of them. */
export const addressOf = (keys: Keys): string =>
  keys.namespace === "eip155" ? keys.signer.address : keys.side.accounts[0].addresses[0].address

/** The same of what is remembered. */
export const rememberedAddress = (remembered: Remembered): string =>
  remembered.namespace === "eip155" ? remembered.address : (remembered.addresses[0]?.address ?? "")

const refusal = "sign with a wallet that was opened to look"

/** Shows an address and signs nothing. */
export const watchingSigner = (address: `0x${string}`): Signer => {
  const refuse = Effect.fail(new SignerError({ what: refusal }))
  return {
    address,
    signMessage: () => refuse,
    signTypedData: () => refuse,
    signTransaction: () => refuse,
    signAuthorization: () => refuse,
  }
}

/** Shows addresses and signs nothing: for commands that only look, which must not open the key. */
export const watchOnly = (remembered: Remembered): Keys => {
  if (remembered.namespace === "eip155") {
    return { namespace: "eip155", signer: watchingSigner(remembered.address) }
  }
  const { namespace, addresses } = remembered
  return { namespace, side: watchingSide(namespace, addresses) }
}

const watchingSide = (
  namespace: SideNamespace,
  addresses: Extract<Remembered, { namespace: SideNamespace }>["addresses"],
): Side => {
  const { name, networks, title } = sides[namespace]
  const refuse = () => Effect.fail(new ProviderError({ code: 4100, message: `Could not ${refusal}.` }))
  const [first, ...others] = addresses.map(({ purpose, ...rest }) => ({
    ...rest,
    ...(purpose !== undefined && { purpose }),
  }))
  return {
    name,
    title,
    networks,
    accounts: [{ addresses: [first ?? nobody, ...others] }],
    methods: () => ({ [`${name}:signMessage`]: refuse, [`${name}:signTransaction`]: refuse }),
  }
}

/** The session file has at least one address. */
const nobody = { address: "", publicKey: "", chains: [] }

/** How each chain is called. */
export const titles: Readonly<Record<Namespace, string>> = {
  eip155: "EVM",
  solana: "Solana",
  bip122: "Bitcoin",
  polkadot: "Polkadot",
}

/** The networks that the wallet of each chain is on. */
const sides: Readonly<Record<SideNamespace, Pick<Side, "name" | "title" | "networks">>> = {
  solana: { name: "solana", title: titles.solana, networks: solanaStandardNetworks },
  bip122: { name: "bitcoin", title: titles.bip122, networks: bitcoinStandardNetworks },
}
