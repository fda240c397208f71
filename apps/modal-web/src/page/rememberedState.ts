import type { WalletInfo } from "@wmodal/core"
import type { CaipAddress, CaipNetworkId } from "@wmodal/protocol"
import { cookieName } from "./storageNames.ts"

/** The account of one namespace, as the last visit left it. */
export interface RememberedAccount {
  readonly caipAddress: CaipAddress
  readonly wallet: Pick<WalletInfo, "connectorId" | "name">
}

/** What the first frame of a returning visitor shows, as plain JSON. Nothing of it is secret, and nothing of it is proven. */
export interface WModalInitialState {
  /** The network in use. */
  readonly network: CaipNetworkId
  /** At least one; that of the network's chain first. */
  readonly accounts: readonly RememberedAccount[]
}

const network = "(?:eip155|solana|bip122|polkadot):[-\\w]{1,32}"
/** An id or a name that a wallet chose for itself, percent-encoded. */
const label = "/[^/|;]{1,192}"
const pattern = new RegExp(`^1\\|(${network})((?:\\|${network}:\\w{1,90}${label}${label}){1,4})$`)

/**
 * Decodes `1|<CAIP-2>|<CAIP-10>/<connector id>/<wallet name>|…`, at most 2.2 kB. Returns `null` for any other text: one
 * part that is wrong makes the whole untrustworthy.
 */
export const decodeRemembered = (text: string | null | undefined): WModalInitialState | null => {
  try {
    const [, network, accounts] = pattern.exec(text ?? "") ?? []
    // Neither control characters nor what turns the direction of a text.
    return accounts && !/\p{C}/u.test(decodeURIComponent(accounts))
      ? {
          network: network as CaipNetworkId,
          accounts: accounts
            .slice(1)
            .split("|")
            .map((account): RememberedAccount => {
              const [caipAddress, connectorId = "", name = ""] = account.split("/").map(decodeURIComponent)
              return { caipAddress: caipAddress as CaipAddress, wallet: { connectorId, name } }
            }),
        }
      : null
  } catch {
    return null
  }
}

/** Reads it from a `Cookie` header, or from `document.cookie`. */
export const decodeCookies = (cookies: string | null | undefined): WModalInitialState | null =>
  decodeRemembered(new RegExp(`(?:^|; *)${cookieName}=([^;]*)`).exec(cookies ?? "")?.[1])
