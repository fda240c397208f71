import type { Popup, SocialProvider } from "@wmodal/core"
import { parseUrl } from "@wmodal/protocol"
import { handOver, takeParameter, takeReturnId } from "./popupReturn.ts"

type Provider = Exclude<SocialProvider, "farcaster">

/** The storage key, in this tab, of the provider to which the user was redirected. */
const pendingKey = "@wmodal/social"
/** The storage key, in this tab, of the fragment of the address, if it is a route. */
const routeKey = `${pendingKey}/route`
const parameter = "result_uri"

/** The nested address whose `state` comes back. Source: the AppKit 1.7.2 wire. */
const wrapped = { host: "auth.magic.link", parameter: "provider_authorization_url" }

/**
 * Returns `url` with the return address appended to its `state`, as the secure site reads it: without the fragment,
 * which no server has to know. Pure. Source: the AppKit 1.7.2 wire.
 */
export const returnUrl = (url: string, address: string): string => {
  const there = new URL(url)
  const [here = ""] = address.split("#")
  const inner = there.host === wrapped.host ? there.searchParams.get(wrapped.parameter) : null
  if (inner !== null) there.searchParams.set(wrapped.parameter, returnUrl(inner, here))
  else
    there.searchParams.set("state", `${there.searchParams.get("state") ?? ""}--${encodeURIComponent(here)}`)
  return there.href
}

/** Without storage, no redirect is known to have begun. */
const withStorage = <A>(use: (storage: Storage) => A): A | null => {
  try {
    return use(sessionStorage)
  } catch {
    return null
  }
}

const takeStored = (key: string) =>
  withStorage((storage) => {
    const value = storage.getItem(key)
    storage.removeItem(key)
    return value
  })

/** Redirects the page itself, because Telegram opens no popup. The page is loaded again with the result. */
export const redirectTo = (provider: Provider): Popup => ({
  go: (url) => {
    withStorage((storage) => storage.setItem(pendingKey, provider))
    const { hash } = new URL(location.href)
    // Other fragments may be secrets, such as an access token.
    if (/^#!?\//.test(hash)) withStorage((storage) => storage.setItem(routeKey, hash))
    window.open(returnUrl(url, location.href), "_top")
  },
  isClosed: () => false,
  close: () => {},
  listen: () => () => {},
})

export interface ReturnedLogin {
  readonly provider: Provider
  /** A popup that has already sent its message. */
  readonly popup: Popup
}

/**
 * Returns the redirect's result; `null` when no redirect began in this tab, and when it is handed over to the tab that
 * waits for it. It is a credential: it is removed from the address in any case, and returned once.
 * @param origin of the secure site: results of any other origin belong to the page
 */
export const consumeReturn = (providers: readonly SocialProvider[], origin: string): ReturnedLogin | null => {
  const here = new URL(location.href)
  const resultUri = here.searchParams.get(parameter)
  if (resultUri === null || parseUrl(resultUri)?.origin !== origin) return null
  takeParameter(here, parameter)
  const returnId = takeReturnId(here)
  history.replaceState(history.state, "", here)
  if (returnId !== null) {
    handOver(returnId, resultUri)
    return null
  }
  const pending = takeStored(pendingKey)
  const route = takeStored(routeKey)
  // Tells the page's router, too.
  if (route !== null && here.hash === "") location.replace(route)
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
