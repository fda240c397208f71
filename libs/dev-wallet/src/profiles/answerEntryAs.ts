import type { InjectedEntry } from "../standard/makeInjectedEntry.ts"
import { answerAs, endOr, type Profiled } from "./answerAs.ts"
import type { ProfileStep } from "./WalletProfile.ts"

type Enabled = Awaited<ReturnType<InjectedEntry["enable"]>>
type Shared = Awaited<ReturnType<Enabled["accounts"]["get"]>>

/** A dev wallet's entry of `injectedWeb3` that answers like a real wallet. */
export interface ProfiledEntry {
  readonly entry: InjectedEntry
  /** Removes or updates the extension: the entry stays on the page. */
  readonly remove: () => void
}

/** Makes a dev wallet's entry of `injectedWeb3` answer like the profile's wallet. */
export const answerEntryAs = (inner: InjectedEntry, profiled: Profiled): ProfiledEntry => {
  const { isLocked, profile } = profiled
  const { quirks = {} } = profile
  let isGone = false
  let known: { readonly enabled: Enabled; readonly shared: Shared } | null = null

  /** Runs a request; its result is the dev wallet's, or none. */
  const run = async <A>(step: ProfileStep, ask: () => Promise<A>): Promise<A> => {
    const results: A[] = []
    const asking = async () => void results.push(await ask())
    await (isGone ? endOr(profiled, step, quirks.gone ?? "waits", asking) : answerAs(profiled, step, asking))
    const [result] = results
    if (result === undefined) throw new Error("The wallet gave no answer.")
    return result
  }

  return {
    entry: {
      version: inner.version,
      enable: async (origin) => {
        const isHidden = isLocked() && !isGone && quirks.sharesLocked === true
        if (known === null || !isHidden) {
          const enabled = await run("connect", () => inner.enable(origin))
          known = { enabled, shared: await enabled.accounts.get() }
        }
        const { enabled, shared } = known
        const { accounts, signer } = enabled
        const subscribe: Enabled["accounts"]["subscribe"] = (listener) =>
          accounts.subscribe((all) => {
            const isQuiet = isLocked() ? (quirks.sharesLocked ?? quirks.onLock) : quirks.onLeave
            if (!isGone && (all.length > 0 || isQuiet === undefined)) listener(all)
          })
        return {
          accounts: { get: async () => (isHidden ? shared : accounts.get()), subscribe },
          signer: {
            signPayload: (payload) => run("sign", () => signer.signPayload(payload)),
            signRaw: (raw) => run("sign", () => signer.signRaw(raw)),
          },
        }
      },
    },
    remove: () => {
      isGone = true
    },
  }
}
