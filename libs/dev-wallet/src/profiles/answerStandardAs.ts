import type { StandardAccount, StandardWallet } from "@wmodal/chains/standard"
import { answerAs, endOr, type Profiled } from "./answerAs.ts"
import { makeProfileEvents } from "./profileEvents.ts"
import type { ProfileStep } from "./WalletProfile.ts"

/** A dev wallet of the Wallet Standard that answers like a real wallet. */
export interface ProfiledStandardWallet {
  readonly wallet: StandardWallet
  /** Removes or updates the extension: the wallet stays on the page. */
  readonly remove: () => void
}

type Method = (...inputs: readonly unknown[]) => unknown

const readMethod = (feature: unknown, name: string): Method | null => {
  const found: unknown = typeof feature === "object" && feature !== null ? Reflect.get(feature, name) : null
  return typeof found === "function" ? (...inputs) => Reflect.apply(found, feature, inputs) : null
}

const toStep = (name: string): ProfileStep => {
  if (name.includes("Send")) return "send"
  return name === "connect" || name === "disconnect" ? "connect" : "sign"
}

/** Makes a dev wallet of the Wallet Standard answer like the profile's wallet. @param inner listed under this profile's chains */
export const answerStandardAs = (inner: StandardWallet, profiled: Profiled): ProfiledStandardWallet => {
  const { isLocked, profile } = profiled
  const { quirks = {} } = profile
  const events = makeProfileEvents(profile)
  let isGone = false
  /** The page's account objects by address: the dev wallet knows an account by its address. */
  const toShared = (accounts: readonly StandardAccount[]): readonly StandardAccount[] =>
    quirks.bareAccounts ? accounts.map((one) => ({ ...one, chains: [] })) : accounts

  readMethod(inner.features["standard:events"], "on")?.("change", (change: unknown) => {
    const accounts: unknown =
      typeof change === "object" && change !== null ? Reflect.get(change, "accounts") : null
    if (isGone || !Array.isArray(accounts)) return
    if (accounts.length > 0) return events.emit("change", { accounts: toShared(inner.accounts) })
    const told = (isLocked() ? quirks.onLock : quirks.onLeave) ?? [["change", { accounts: [] }]]
    for (const [event, value] of told) events.emit(event, value)
  })

  const connected = (answer: unknown): unknown => {
    if (quirks.accountsApart) return { accounts: [] }
    const accounts: unknown =
      typeof answer === "object" && answer !== null ? Reflect.get(answer, "accounts") : null
    return Array.isArray(accounts) ? { accounts: toShared(accounts) } : answer
  }
  const sent = (answer: unknown): unknown =>
    quirks.hashMember === undefined || !Array.isArray(answer)
      ? answer
      : answer.map(({ txId, ...rest }) => ({ ...rest, [quirks.hashMember ?? ""]: txId }))

  const answer = async (name: string, method: Method, inputs: readonly unknown[]): Promise<unknown> => {
    const step = toStep(name)
    const ask = () => answerAs(profiled, step, async () => method(...inputs))
    if (isGone) return endOr(profiled, step, quirks.gone ?? "waits", ask)
    if (name === "disconnect") return endOr(profiled, step, quirks.leaving, ask)
    if (name !== "connect") return sent(await ask())
    const [input] = inputs
    const isSilent = typeof input === "object" && input !== null && Reflect.get(input, "silent") === true
    if (!isSilent) return connected(await ask())
    return connected(
      await endOr(profiled, step, (isLocked() ? quirks.silentLocked : null) ?? quirks.silent, ask),
    )
  }

  /** Replaces a feature's method: `signMessage` of `solana:signMessage`. */
  const wrap = (feature: string, value: unknown): unknown => {
    const name = feature.slice(feature.indexOf(":") + 1)
    if (feature.endsWith(":events"))
      return {
        version: "1.0.0",
        on: (event: string, listener: (value: unknown) => void) => {
          events.on(event, listener)
          return () => events.off(event, listener)
        },
      }
    const method = readMethod(value, name)
    return method === null || typeof value !== "object"
      ? value
      : {
          ...value,
          [name]: (...inputs: readonly unknown[]) => events.during(() => answer(name, method, inputs)),
        }
  }

  return {
    wallet: {
      version: inner.version,
      name: profile.name,
      icon: inner.icon,
      chains: inner.chains,
      get accounts() {
        return toShared(inner.accounts)
      },
      get features() {
        return Object.fromEntries(
          Object.entries(inner.features)
            .filter(([feature]) => quirks.without?.includes(feature) !== true)
            .map(([feature, value]) => [feature, wrap(feature, value)]),
        )
      },
    },
    remove: () => {
      isGone = true
      for (const [event, value] of quirks.onGone ?? []) events.emit(event, value)
    },
  }
}
