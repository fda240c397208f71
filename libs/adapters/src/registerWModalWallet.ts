/** The modal as a Wallet Standard wallet for Solana, which the page's own adapter finds. */
import { base58 } from "@scure/base"
import { registerWallet, type StandardAccount, type StandardWallet } from "@wmodal/chains/standard"
import type { CaipNetworkId, Providers, WModal } from "@wmodal/modal-web"
import { connectInModal, getConnection, untilSettled } from "./connection.ts"
import { walletIcon } from "./walletIcon.ts"

/** How the page's list of wallets shows the modal. */
export interface WModalWalletOptions {
  /** Default `wmodal`. Adapters remember a choice by it. */
  readonly name?: string
  /** A `data:image` URL. */
  readonly icon?: string
}

const namespace = "solana"

/** Networks by the names that wallets use. Source: CAIP-30, `@solana/wallet-standard-chains`. */
const chainNames: Readonly<Record<CaipNetworkId, string>> = {
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": "solana:mainnet",
  "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1": "solana:devnet",
  "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z": "solana:testnet",
}

interface AccountInput {
  readonly account: { readonly address: string }
}

interface MessageInput extends AccountInput {
  readonly message: Uint8Array
}

interface TransactionInput extends AccountInput {
  readonly transaction: Uint8Array
  readonly chain?: string
  readonly options?: object
}

/** The fields of Sign In With Solana. All are optional. Source: `SolanaSignInInput`. */
interface SignInInput {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

type ChangeListener = (change: { readonly accounts: readonly StandardAccount[] }) => void

const versions = { version: "1.0.0", supportedTransactionVersions: ["legacy", 0] } as const

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array

/** Requests that a user must see one after the other. */
const inOrder = async <A, B>(inputs: readonly A[], use: (input: A) => Promise<B>): Promise<readonly B[]> => {
  const outputs: B[] = []
  for (const input of inputs) outputs.push(await use(input))
  return outputs
}

/**
 * Registers the modal as one Wallet Standard wallet for Solana, so that `@solana/wallet-adapter` and other libraries list
 * it. Its accounts are those of the modal: what the modal's own button connects is connected here, too, and `connect`
 * opens the modal. Every request is described to the user before the wallet receives it. Does nothing on a server.
 * Errors: those of `modal.getProvider("solana")`, with a `code` of EIP-1193, such as 4001 when the user declines.
 * Source: wallet-standard 1.1, `@solana/wallet-standard-features`.
 * @returns the function that removes it
 */
export const registerWModalWallet = (
  modal: WModal,
  { icon = walletIcon, name = "wmodal" }: WModalWalletOptions = {},
): (() => void) => {
  if (typeof window === "undefined") return () => {}

  const listChains = () => modal.networks.flatMap(({ caipNetworkId }) => chainNames[caipNetworkId] ?? [])

  const toAccount = (address: string): StandardAccount => ({
    address,
    publicKey: base58.decode(address),
    chains: listChains(),
    features: Object.keys(features).filter((feature) => feature.startsWith("solana:")),
  })

  const listAddresses = (): readonly string[] => {
    const { account, accounts = [], status } = getConnection(modal, namespace)
    return status === "connected" && account
      ? [...new Set([account.address, ...accounts.map(({ address }) => address)])]
      : []
  }

  let shared: readonly StandardAccount[] = []
  const listeners = new Set<ChangeListener>()

  /** Takes over the modal's accounts. Adapters compare accounts by identity, so they are kept while nothing changes. */
  const update = () => {
    const addresses = listAddresses()
    if (addresses.join() === shared.map(({ address }) => address).join()) return
    shared = addresses.map(toAccount)
    for (const listener of listeners)
      try {
        listener({ accounts: shared })
      } catch (error) {
        reportError(error)
      }
  }

  const getProvider = (): NonNullable<Providers["solana"]> => {
    const provider = modal.getProvider(namespace)
    if (provider === null) throw Object.assign(new Error("No Solana wallet is connected."), { code: 4100 })
    return provider
  }

  /** The modal signs a message with the account in use. */
  const requireInUse = ({ account }: AccountInput) => {
    if (account.address !== getProvider().publicKey)
      throw Object.assign(new Error("Another account is in use. Switch to this one in the wallet."), {
        code: 4100,
      })
  }

  const connect = async ({ silent }: { readonly silent?: boolean } = {}) => {
    await untilSettled(modal, namespace)
    if (listAddresses().length === 0 && silent !== true && !(await connectInModal(modal, namespace)))
      throw Object.assign(new Error("The modal was closed before a wallet was connected."), { code: 4001 })
    update()
    return { accounts: shared }
  }

  const sign = async (message: Uint8Array): Promise<Uint8Array> => {
    const signature = await getProvider().signMessage(message)
    if (!isBytes(signature)) throw new Error("The wallet returned no signature.")
    return signature
  }

  /** Sends only on the network that the page asked for. */
  const selectChain = async (chain: string | undefined) => {
    const wanted = modal.networks.find(({ caipNetworkId }) => chainNames[caipNetworkId] === chain)
    if (chain === undefined || wanted?.caipNetworkId === modal.getAccount(namespace)?.network) return
    const outcome = wanted ? await modal.switchNetwork(wanted.caipNetworkId) : null
    if (!outcome?.ok)
      throw Object.assign(new Error(outcome?.error.text ?? `The page has no network ${chain}.`), {
        code: 4901,
      })
  }

  const features = {
    "standard:connect": { version: "1.0.0", connect },
    "standard:disconnect": {
      version: "1.0.0",
      disconnect: async () => {
        const outcome = await modal.disconnect(namespace)
        if (!outcome.ok) throw new Error(outcome.error.text)
        update()
      },
    },
    "standard:events": {
      version: "1.0.0",
      on: (event: string, listener: ChangeListener) => {
        if (event !== "change") return () => {}
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    "solana:signMessage": {
      version: "1.1.0",
      signMessage: (...inputs: readonly MessageInput[]) =>
        inOrder(inputs, async (input) => {
          requireInUse(input)
          const signedMessage = input.message.slice()
          return { signedMessage, signature: await sign(signedMessage), signatureType: "ed25519" }
        }),
    },
    "solana:signTransaction": {
      ...versions,
      signTransaction: async (...inputs: readonly TransactionInput[]) => {
        const signed = await getProvider().signAllTransactions(inputs.map(({ transaction }) => transaction))
        if (!Array.isArray(signed) || signed.length !== inputs.length || !signed.every(isBytes))
          throw new Error("The wallet did not return every transaction.")
        return signed.map((signedTransaction) => ({ signedTransaction }))
      },
    },
    "solana:signAndSendTransaction": {
      ...versions,
      signAndSendTransaction: (...inputs: readonly TransactionInput[]) =>
        inOrder(inputs, async ({ chain, options, transaction }) => {
          const copy = transaction.slice()
          await selectChain(chain)
          const signature = await getProvider().signAndSendTransaction(copy, options)
          if (typeof signature !== "string") throw new Error("The wallet returned no signature.")
          return { signature: base58.decode(signature) }
        }),
    },
    "solana:signIn": {
      version: "1.0.0",
      signIn: (...inputs: readonly SignInInput[]) =>
        inOrder(inputs.length > 0 ? inputs : [{}], async (input) => {
          await connect()
          const address = input.address ?? getProvider().publicKey ?? ""
          const account = shared.find((one) => one.address === address)
          if (account === undefined)
            throw Object.assign(new Error(`The wallet does not share ${address}.`), { code: 4100 })
          requireInUse({ account })
          const signedMessage = new TextEncoder().encode(await printSignIn(input, address))
          return { account, signedMessage, signature: await sign(signedMessage), signatureType: "ed25519" }
        }),
    },
    /** Modals of this library do not list it. */
    "wmodal:modal": { version: "1.0.0" },
  } as const

  const wallet: StandardWallet = Object.freeze({
    version: "1.0.0" as const,
    name,
    icon,
    get chains() {
      return listChains()
    },
    features,
    get accounts() {
      return shared
    },
  })
  update()
  const stop = modal.subscribe(() => {
    // A session that is being restored is no news yet.
    if (getConnection(modal, namespace).status !== "connecting") update()
  })
  const unregister = registerWallet(window, wallet)
  return () => {
    stop()
    unregister()
    listeners.clear()
  }
}

/** Prints the text to sign. Throws when a field would be read as another one. */
const printSignIn = async ({ domain = location.host, version, ...input }: SignInInput, address: string) => {
  const { printSiwxMessage } = await import("@wmodal/protocol/siwx")
  if (version !== undefined && version !== "1")
    throw new Error(`Sign-in messages have version 1, not ${version}.`)
  const given = Object.entries({ ...input, version }).filter(([, value]) => value !== undefined)
  const printed = printSiwxMessage({
    ...(Object.fromEntries(given) as Omit<SignInInput, "version"> & { readonly version?: "1" }),
    blockchain: "Solana",
    domain,
    address,
  })
  if (printed._tag === "Failure") throw printed.failure
  return printed.success
}
