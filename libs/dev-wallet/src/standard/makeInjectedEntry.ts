import { encodeBase64 } from "@wmodal/chains/internal"
import { hexToBytes } from "@wmodal/protocol"
import * as z from "zod/mini"
import type { DevProvider } from "../DevProvider.ts"

/** An account as an injected wallet shares it. Source: `InjectedAccount` of `@polkadot/extension-inject`. */
interface InjectedAccount {
  readonly address: string
  readonly genesisHash: null
  readonly name: string
  readonly type: "sr25519"
}

/** An entry of a page's `injectedWeb3`. Source: `InjectedWindowProvider` of `@polkadot/extension-inject`. */
export interface InjectedEntry {
  readonly version: string
  readonly enable: (origin: string) => Promise<{
    readonly accounts: {
      readonly get: () => Promise<readonly InjectedAccount[]>
      readonly subscribe: (listener: (accounts: readonly InjectedAccount[]) => void) => () => void
    }
    readonly signer: {
      readonly signPayload: (payload: unknown) => Promise<{ readonly id: number; readonly signature: string }>
      readonly signRaw: (raw: {
        readonly address: string
        readonly data: string
        readonly type: string
      }) => Promise<{ readonly id: number; readonly signature: string }>
    }
  }>
}

const account = z.object({ address: z.string(), chains: z.array(z.string()) })
const shared = z.object({ accounts: z.array(account) })
const signatures = z.tuple([z.object({ signature: z.string() })])

/** Makes the Polkadot of a dev wallet available to pages, over the connection that carries its EIP-1193 provider. */
export const makeInjectedEntry = (provider: DevProvider): InjectedEntry => {
  let accounts: readonly InjectedAccount[] = []
  let count = 0
  const listeners = new Set<(accounts: readonly InjectedAccount[]) => void>()
  const take = (value: unknown) => {
    accounts = shared
      .parse(value)
      .accounts.filter(({ chains }) => chains.some((chain) => chain.startsWith("polkadot:")))
      .map(({ address }, at) => ({ address, genesisHash: null, name: `Account ${at + 1}`, type: "sr25519" }))
    return accounts
  }
  provider.on("standard:change", (change) => {
    if (!shared.safeParse(change).success) return
    take(change)
    for (const listener of new Set(listeners)) listener(accounts)
  })
  const sign = async (method: string, input: object) => {
    const [{ signature }] = signatures.parse(await provider.request({ method, params: [[input]] }))
    count += 1
    return { id: count, signature }
  }
  return {
    version: "1.0.0",
    enable: async () => {
      take(await provider.request({ method: "polkadot:connect", params: [] }))
      return {
        accounts: {
          get: async () => accounts,
          subscribe: (listener) => {
            listeners.add(listener)
            listener(accounts)
            return () => {
              listeners.delete(listener)
            }
          },
        },
        signer: {
          signPayload: (payload) =>
            sign("polkadot:signTransaction", { address: readAddress(payload), payload }),
          signRaw: ({ address, data }) => sign("polkadot:signMessage", { address, message: toBase64(data) }),
        },
      }
    },
  }
}

const readAddress = (payload: unknown): unknown =>
  typeof payload === "object" && payload !== null ? Reflect.get(payload, "address") : null

/** @param data 0x-hex of bytes, or text */
const toBase64 = (data: string): string => {
  const bytes = /^0x(?:[0-9a-f]{2})*$/i.test(data)
    ? hexToBytes(data.slice(2))
    : new TextEncoder().encode(data)
  return encodeBase64(bytes)
}
