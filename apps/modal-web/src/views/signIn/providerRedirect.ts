import type { Popup, SocialProvider } from "@wmodal/core"

type Provider = Exclude<SocialProvider, "farcaster">

/** In this tab: whose page the person has been taken to. */
const pendingKey = "@wmodal/social"
const parameter = "result_uri"

/** Where else the address stands whose `state` comes back. Source: the AppKit 1.7.2 wire. */
const wrapped = { host: "auth.magic.link", parameter: "provider_authorization_url" }

/**
 * `url` with the address to come back to behind its `state`, as the secure site reads it. Pure.
 * Source: the AppKit 1.7.2 wire.
 */
export const returnUrl = (url: string, here: string): string => {
  const there = new URL(url)
  const inner = there.host === wrapped.host ? there.searchParams.get(wrapped.parameter) : null
  if (inner !== null) there.searchParams.set(wrapped.parameter, returnUrl(inner, here))
  else
    there.searchParams.set("state", `${there.searchParams.get("state") ?? ""}--${encodeURIComponent(here)}`)
  return there.href
}

/** Where a browser lets a page keep nothing, nobody is known to have left. */
const withStorage = <A>(use: (storage: Storage) => A): A | null => {
  try {
    return use(sessionStorage)
  } catch {
    return null
  }
}

/** Inside Telegram no window opens beside: the page itself goes to the provider, and is begun anew with what came of it. */
export const redirectTo = (provider: Provider): Popup => ({
  go: (url) => {
    withStorage((storage) => storage.setItem(pendingKey, provider))
    window.open(returnUrl(url, location.href), "_top")
  },
  isClosed: () => false,
  close: () => {},
  listen: () => () => {},
})

export interface ReturnedLogin {
  readonly provider: Provider
  /** A window that has said already what it had to say. */
  readonly popup: Popup
}

/**
 * What this page was come back to with; `null` where nobody was taken away from it in this tab. It lets somebody in: it is
 * taken out of the address in any case, and given once.
 * @param origin of the secure site: what is anybody else's is the page's own affair
 */
export const consumeReturn = (providers: readonly SocialProvider[], origin: string): ReturnedLogin | null => {
  const here = new URL(location.href)
  const resultUri = here.searchParams.get(parameter)
  if (resultUri === null || URL.parse(resultUri)?.origin !== origin) return null
  here.searchParams.delete(parameter)
  history.replaceState(history.state, "", here)
  const pending = withStorage((storage) => storage.getItem(pendingKey))
  withStorage((storage) => storage.removeItem(pendingKey))
  const provider = providers.find((one) => one === pending)
  if (provider === undefined || provider === "farcaster") return null
  return {
    provider,
    popup: {
      go: () => {},
      isClosed: () => false,
      close: () => {},
      listen: (listener) => {
        listener({ data: { resultUri }, origin })
        return () => {}
      },
    },
  }
}
