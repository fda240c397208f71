import type { StandardAccount, StandardWallet } from "../../standard/StandardWallet.ts"
import { decodeList, decodeTexts } from "../../wallet/decodeList.ts"
import { ProviderError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { decodeAccount } from "../addresses.ts"
import { toPolkadotNetworkId } from "../polkadotChains.ts"
import { toHex } from "../walletResponses.ts"

/** The networks that a wallet is restored on. It lists none, and signs for every one. */
const chains = [
  "polkadot:91b171bb158e2d3848fa23a9f1c25182",
  "polkadot:b0a8d493285c2df73290dfb7e61f870f",
  "polkadot:e143f23803ac50e8f6f8e62695d1ce9e",
] as const

const maxAccounts = 100

interface SignInput {
  readonly account: StandardAccount
}

/**
 * Wraps an entry of `injectedWeb3` as a wallet object in the shape of the Wallet Standard. `enable` asks once; for a page
 * that the wallet knows it shares the accounts without a prompt. Source: `@polkadot/extension-inject`.
 * @param origin the name of the page, which the wallet may show
 */
export const makeInjectedWallet = (entry: object, name: string, origin: string): StandardWallet => {
  /** What `enable` returned: `accounts` and `signer`. */
  let enabled: unknown = null
  let shared: readonly StandardAccount[] = []
  const listeners = new Set<(change: object) => void>()
  let unsubscribe: (() => void) | null = null

  const callOf = async (owner: unknown, method: string, ...inputs: readonly unknown[]): Promise<unknown> => {
    const found = readMember(owner, method)
    if (typeof found !== "function") throw new ProviderError(4200, `The wallet does not offer ${method}.`)
    return Reflect.apply(found, owner, inputs)
  }

  const take = (given: unknown) => {
    shared = (decodeList(given, maxAccounts) ?? []).flatMap((one) => toStandardAccount(one) ?? [])
    return shared
  }

  const subscribe = () => {
    const accounts = readMember(enabled, "accounts")
    const method = readMember(accounts, "subscribe")
    if (unsubscribe !== null || listeners.size === 0 || typeof method !== "function") return
    // Wallets call it at once with the accounts that `get` has returned.
    const hear = (given: unknown) => {
      const before = toText(shared)
      if (toText(take(given)) === before) return
      for (const listener of new Set(listeners)) listener({ accounts: shared })
    }
    const off: unknown = Reflect.apply(method, accounts, [hear])
    unsubscribe = () => {
      unsubscribe = null
      if (typeof off === "function") Reflect.apply(off, undefined, [])
    }
  }

  const connect = async () => {
    const given = await callOf(entry, "enable", origin)
    if (given !== enabled) unsubscribe?.()
    enabled = given
    const list = await callOf(readMember(given, "accounts"), "get")
    if (decodeList(list, 1) === null) return { accounts: list }
    const accounts = take(list)
    subscribe()
    return { accounts }
  }

  const sign = (method: "signRaw" | "signPayload", payload: object) =>
    callOf(readMember(enabled, "signer"), method, payload)

  return {
    version: "1.0.0",
    name,
    icon: "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
    chains,
    get accounts() {
      return shared
    },
    features: {
      "standard:connect": { version: "1.0.0", connect },
      "standard:events": {
        version: "1.0.0",
        on: (_event: "change", listener: (change: object) => void) => {
          listeners.add(listener)
          subscribe()
          return () => {
            listeners.delete(listener)
            if (listeners.size === 0) unsubscribe?.()
          }
        },
      },
      "polkadot:signMessage": {
        version: "1.0.0",
        signMessage: ({ account, message }: SignInput & { readonly message: Uint8Array }) =>
          sign("signRaw", { address: account.address, data: toHex(message), type: "bytes" }),
      },
      "polkadot:signTransaction": {
        version: "1.0.0",
        signTransaction: ({ payload }: { readonly payload: object }) => sign("signPayload", payload),
      },
    },
  }
}

/** Returns `null` for an account without an SS58 address: wallets share Ethereum accounts in the same list. */
const toStandardAccount = (given: unknown): StandardAccount | null => {
  const [address, genesis] = [readMember(given, "address"), readMember(given, "genesisHash")]
  const publicKey = typeof address === "string" && address.length <= 120 ? decodeAccount(address) : null
  if (typeof address !== "string" || publicKey === null) return null
  const network = typeof genesis === "string" ? toPolkadotNetworkId(`polkadot:${genesis.slice(2, 34)}`) : null
  // An account without a genesis hash is for every network.
  return { address, publicKey, chains: network === null ? [] : [network], features: [] }
}

const toText = (accounts: readonly StandardAccount[]) =>
  JSON.stringify(accounts.map(({ address, chains: own }) => [address, decodeTexts(own)]))
