import type { DevProvider } from "../DevProvider.ts"
import { unsupportedMethodError } from "../ProviderError.ts"
import { answerAs, endOr, type Profiled } from "./answerAs.ts"
import { makeProfileEvents } from "./profileEvents.ts"
import { toProfileStep } from "./toProfileStep.ts"

/** A dev wallet's face that answers like a real wallet. */
export interface ProfiledProvider {
  readonly provider: DevProvider
  /** Removes or updates the extension: the provider stays on the page without its wallet. */
  readonly remove: () => void
}

/** Makes a dev wallet's EIP-1193 provider answer like the profile's wallet: codes, texts, shapes and events. */
export const answerProviderAs = (inner: DevProvider, profiled: Profiled): ProfiledProvider => {
  const { isLocked, profile } = profiled
  const { quirks = {} } = profile
  const events = makeProfileEvents(profile)
  let isGone = false
  let known: unknown = []

  const toForm = (chainId: unknown): unknown =>
    typeof chainId === "string" && quirks.chainId === "decimal" ? `${Number(chainId)}` : chainId
  const toCase = (accounts: unknown): unknown =>
    quirks.lowercase && Array.isArray(accounts) ? accounts.map((one) => `${one}`.toLowerCase()) : accounts

  inner.on("chainChanged", (chainId) => events.emit("chainChanged", toForm(chainId)))
  inner.on("accountsChanged", (accounts) => {
    if (isGone) return
    if (!Array.isArray(accounts) || accounts.length > 0)
      return events.emit("accountsChanged", toCase(accounts))
    if (isLocked() && quirks.sharesLocked) return
    const told = (isLocked() ? quirks.onLock : quirks.onLeave) ?? [["accountsChanged", []]]
    for (const [event, value] of told) events.emit(event, value)
  })

  const answer = async (request: {
    readonly method: string
    readonly params?: unknown
  }): Promise<unknown> => {
    const { method } = request
    const step = toProfileStep(method)
    const ask = () => answerAs(profiled, step, () => inner.request(request))
    if (isGone) return endOr(profiled, step, quirks.gone ?? "waits", ask)
    if (quirks.without?.includes(method)) throw unsupportedMethodError(method)
    switch (method) {
      case "eth_requestAccounts":
        known = toCase(await ask())
        return known
      case "eth_accounts":
        if (isLocked() && quirks.sharesLocked) return known
        return toCase(
          await endOr(profiled, step, (isLocked() ? quirks.silentLocked : null) ?? quirks.silent, ask),
        )
      case "eth_chainId":
        return toForm(await ask())
      case "wallet_revokePermissions":
        return endOr(profiled, step, quirks.leaving, ask)
      default:
        return ask()
    }
  }

  return {
    provider: {
      request: (request) => events.during(() => answer(request)),
      on: events.on,
      removeListener: events.off,
    },
    remove: () => {
      isGone = true
      for (const [event, value] of quirks.onGone ?? []) events.emit(event, value)
    },
  }
}
