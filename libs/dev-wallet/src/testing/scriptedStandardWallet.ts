import type { StandardAccount, StandardWallet } from "@wmodal/chains/standard"
import { Effect } from "effect"
import { makeScriptedApprover, type ScriptedApprover } from "../makeScriptedApprover.ts"

/** A Wallet Standard wallet with a scripted user and scripted features. */
export interface ScriptedStandardWallet {
  readonly wallet: StandardWallet
  readonly person: ScriptedApprover
  /** Returns the number of its listeners. */
  readonly listeners: () => number
  /** Replaces the shared accounts, and emits the change. */
  readonly share: (accounts: readonly StandardAccount[]) => void
  /** Emits a change. */
  readonly tell: (change: unknown) => void
}

export interface ScriptedStandardOptions {
  readonly name?: string
  readonly chains: readonly string[]
  /** The accounts that the user shares on request. */
  readonly accounts: readonly StandardAccount[]
  /** Additional features, or replacements of `standard:…`. `asked` waits for the user. */
  readonly features?: (
    asked: <A>(answer: () => A | Promise<A>) => Promise<A>,
  ) => Readonly<Record<string, unknown>>
}

/** The content of the request is irrelevant: tests only count requests. */
const question = {
  _tag: "Connect",
  origin: "https://dapp.example",
  network: { chainId: 1, name: "", rpcUrls: [] },
  account: "0x",
  locked: false,
} as const

export const makeScriptedStandardWallet = ({
  accounts,
  chains,
  features = () => ({}),
  name = "Standard Wallet",
}: ScriptedStandardOptions): ScriptedStandardWallet => {
  const person = makeScriptedApprover()
  const listeners = new Set<(change: unknown) => void>()
  let offered = accounts
  let shared: readonly StandardAccount[] = []

  const tell = (change: unknown) => {
    for (const listener of listeners) listener(change)
  }
  const share = (given: readonly StandardAccount[]) => {
    if (given.length > 0) offered = given
    shared = given
    tell({ accounts: given })
  }
  const asked = async <A>(answer: () => A | Promise<A>): Promise<A> => {
    if ((await Effect.runPromise(person.approve(question))) === "decline")
      throw new Error("User rejected the request.")
    return answer()
  }
  const connect = (): Promise<{ readonly accounts: readonly StandardAccount[] }> =>
    asked(() => {
      share(offered)
      return { accounts: shared }
    })

  const all: Readonly<Record<string, unknown>> = {
    "standard:connect": {
      version: "1.0.0",
      connect: async (input?: { readonly silent?: boolean }) =>
        input?.silent === true ? { accounts: shared } : connect(),
    },
    "standard:disconnect": { version: "1.0.0", disconnect: async () => share([]) },
    "standard:events": {
      version: "1.0.0",
      on: (event: string, listener: (change: unknown) => void) => {
        if (event === "change") listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
    },
    ...features(asked),
  }

  return {
    person,
    listeners: () => listeners.size,
    share,
    tell,
    // Like real wallets: a class instance whose getters return a new object each time.
    wallet: {
      version: "1.0.0",
      name,
      icon: "data:image/svg+xml,<svg/>",
      chains,
      get features() {
        return { ...all }
      },
      get accounts() {
        return shared
      },
    },
  }
}
