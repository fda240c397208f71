import { decodeCookies, decodeRemembered, type RememberedAccount } from "./rememberedState.ts"
import { cookieName, storageKey } from "./storageNames.ts"
import type { WModalState } from "./WModal.ts"

/** Seconds: the longest lifetime that browsers allow for a cookie. */
const maxAgeSeconds = 400 * 24 * 60 * 60

const encode = ({ caipAddress, wallet }: RememberedAccount) =>
  `${caipAddress}/${encodeURIComponent(wallet.connectorId)}/${encodeURIComponent(wallet.name)}`

type RememberableState = Pick<WModalState, "network" | "connections">

/**
 * Encodes a state for the next visit; `null` when no wallet is connected or being restored. Chains that this page does
 * not have stay as in `before`. Entries that do not fit or would not decode again are left out.
 */
export const encodeRemembered = (
  { network, connections }: RememberableState,
  before: ReturnType<typeof decodeRemembered>,
): string | null => {
  if (network === null) return null
  const { caipNetworkId, chainNamespace } = network.network
  const own = Object.values(connections).flatMap(({ account, wallet }) =>
    account !== null && wallet !== null ? [{ caipAddress: account.caipAddress, wallet }] : [],
  )
  const others = (before?.accounts ?? []).filter(
    ({ caipAddress }) =>
      !Object.keys(connections).some((namespace) => caipAddress.startsWith(`${namespace}:`)),
  )
  const isInUse = ({ caipAddress }: RememberedAccount) => caipAddress.startsWith(`${chainNamespace}:`)
  const accounts = [...own.filter(isInUse), ...own.filter((account) => !isInUse(account)), ...others]
  const start = `1|${caipNetworkId}`
  const text = accounts.reduce((kept, account) => {
    const next = `${kept}|${encode(account)}`
    return decodeRemembered(next) === null ? kept : next
  }, start)
  return text === start ? null : text
}

/**
 * Keeps the connected accounts for the next visit's first frame, in a cookie that a server sees or in this origin's
 * storage.
 */
export const rememberState = (state: RememberableState, cookie: boolean): void => {
  // Without storage the next visit starts without an account.
  try {
    if (state.network === null) return
    if (cookie) {
      const text = encodeRemembered(state, decodeCookies(document.cookie))
      const secure = location.protocol === "https:" ? "; Secure" : ""
      // oxlint-disable-next-line no-document-cookie -- the Cookie Store API is not in every browser, and is asynchronous
      document.cookie = `${cookieName}=${text ?? ""}; Path=/; SameSite=Lax; Max-Age=${text === null ? 0 : maxAgeSeconds}${secure}`
    } else {
      const text = encodeRemembered(state, decodeRemembered(localStorage.getItem(storageKey)))
      if (text === null) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, text)
    }
  } catch {}
}
