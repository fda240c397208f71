import type { StandardAccount, StandardWallet } from "@wmodal/chains/standard"
import { Effect } from "effect"
import { makeScriptedApprover, type ScriptedApprover } from "../makeScriptedApprover.ts"

/** A Wallet Standard wallet whose person and whose features a test decides on. */
export interface ScriptedStandardWallet {
  readonly wallet: StandardWallet
  readonly person: ScriptedApprover
  /** How many listeners stand on it. */
  readonly listeners: () => number
  /** Shares these in place of what it shared, and says so. */
  readonly share: (accounts: readonly StandardAccount[]) => void
  /** Says that something has changed. */
  readonly tell: (change: unknown) => void
}

export interface ScriptedStandardOptions {
  readonly name?: string
  readonly chains: readonly string[]
  /** What the person shares when asked. */
  readonly accounts: readonly StandardAccount[]
  /** Features beside `standard:…`, or in their place. `asked` waits for the person. */
  readonly features?: (
    asked: <A>(answer: () => A | Promise<A>) => Promise<A>,
  ) => Readonly<Record<string, unknown>>
}

/** What the person is asked is the same each time: only whether is looked at. */
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
    // As real ones: an object of a class, whose members are getters that give a new object each time.
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
