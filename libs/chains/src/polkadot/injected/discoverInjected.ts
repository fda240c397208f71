import { Feed } from "@wmodal/protocol"
import { Effect } from "effect"
import type { DiscoveryEnvironment, UseConnectors } from "../../contract/Chain.ts"
import type { Connector } from "../../contract/Connector.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { type ConnectorDescription, lazyConnector } from "../../wallet/lazyConnector.ts"
import { listen } from "../../wallet/pageEvents.ts"
import { readMember } from "../../wallet/readMember.ts"
import { takeFreeName } from "../../wallet/takeFreeName.ts"

/** The maximum number of wallets, so that an endless list does not exhaust the memory. */
const maxWallets = 100

/** The names of wallets that inject themselves under another one. */
const names: ReadonlyMap<string, string> = new Map([
  ["enkrypt", "Enkrypt"],
  ["fearless-wallet", "Fearless Wallet"],
  ["polkagate", "PolkaGate"],
  ["polkadot-js", "Polkadot.js"],
  ["subwallet-js", "SubWallet"],
  ["talisman", "Talisman"],
])

/**
 * Discovers the wallets in the page's `injectedWeb3`. They send no event, so the list is read at once and again when the
 * page's scripts have run and when it has loaded. Source: `@polkadot/extension-inject`.
 */
export const discoverInjected = (
  { warn, window }: DiscoveryEnvironment,
  known: readonly Connector[],
  use: UseConnectors,
): Effect.Effect<void> =>
  window === null
    ? Effect.asVoid(use(known))
    : Feed.runWithListener<readonly Connector[]>(
        (emit) =>
          Effect.gen(function* () {
            const connectors: Connector[] = [...known]
            const seen = new Set<string>()
            const taken = new Set<string>()
            const read = (): boolean => {
              const before = connectors.length
              const all = readMember(window, "injectedWeb3")
              for (const key of listKeys(all)) {
                const entry = readMember(all, key)
                const name = sanitizeLine(names.get(key) ?? key, 64)
                if (seen.has(key) || seen.size >= maxWallets) continue
                seen.add(key)
                if (typeof entry !== "object" || entry === null || name === "") {
                  warn?.("Ignored an entry of injectedWeb3 that is not a wallet.")
                  continue
                }
                if (known.some((one) => one.id === name || one.name === name)) continue
                connectors.push(injectedConnector(entry, takeFreeName(taken, name, key), getPageName(window)))
              }
              return connectors.length > before
            }
            read()
            emit([...connectors])
            for (const type of ["DOMContentLoaded", "load"])
              yield* listen(window, type, () => {
                if (read()) emit([...connectors])
              })
          }),
        use,
      )

const listKeys = (value: unknown): readonly string[] => {
  try {
    return typeof value === "object" && value !== null ? Object.keys(value).slice(0, maxWallets) : []
  } catch {
    return []
  }
}

/** Returns the host of the page, which wallets show as its name. */
const getPageName = (window: EventTarget): string => {
  const host = readMember(readMember(window, "location"), "host")
  return typeof host === "string" && host !== "" ? host : "This site"
}

const injectedConnector = (entry: object, name: string, page: string): Connector => {
  const description: ConnectorDescription = {
    id: name,
    name,
    type: "ANNOUNCED",
    namespace: "polkadot",
    icon: null,
    rdns: null,
    explorerId: null,
  }
  return lazyConnector(description, async () => {
    const { makeInjectedConnector } = await import("./makeInjectedConnector.ts")
    return makeInjectedConnector(entry, description, page)
  })
}
