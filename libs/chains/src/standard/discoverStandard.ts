import { Feed } from "@wmodal/protocol"
import { Effect } from "effect"
import type { DiscoveryEnvironment, UseConnectors } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { listen, readEventDetail } from "../wallet/pageEvents.ts"
import { readMember } from "../wallet/readMember.ts"
import { takeFreeName } from "../wallet/takeFreeName.ts"
import { decodeWallet, type RegisteredWallet } from "./RegisteredWallet.ts"

/** The maximum number of wallets, so that endless registrations do not exhaust the memory. */
const maxWallets = 100

/**
 * Discovers the page's wallets that register now or later, and makes connectors of those for which `connectorOf` does
 * not return `null`, its result for other chains. Source: wallet-standard 1.1.
 */
export const discoverStandard = (
  { warn, window }: DiscoveryEnvironment,
  known: readonly Connector[],
  use: UseConnectors,
  connectorOf: (found: RegisteredWallet) => Connector | null,
): Effect.Effect<void> =>
  window === null
    ? Effect.asVoid(use(known))
    : Feed.runWithListener<readonly Connector[]>(
        (emit) =>
          Effect.gen(function* () {
            const finds = makeDiscoveredWallets(known, connectorOf, warn)
            let listening = true
            let answering = true
            yield* Effect.addFinalizer(() =>
              Effect.sync(() => {
                // Wallets never release the callback that they received.
                listening = false
              }),
            )
            const register = (...wallets: readonly unknown[]) => {
              if (listening && finds.registered(wallets) && !answering) emit(finds.connectors())
              // Wallets call this to unregister. A listed row stays and fails when it is used, until one of its name
              // registers again.
              return () => finds.left(wallets)
            }
            const meet = (wallet: unknown) => {
              try {
                if (typeof wallet === "function") wallet(Object.freeze({ register }))
              } catch {
                // A wallet that throws during registration is ignored.
              }
            }
            yield* listen(window, "wallet-standard:register-wallet", (event) => meet(readEventDetail(event)))
            // Wallets register before `dispatchEvent` returns, so the first list is complete.
            window.dispatchEvent(
              new CustomEvent("wallet-standard:app-ready", { detail: Object.freeze({ register }) }),
            )
            answering = false
            emit(finds.connectors())
          }),
        use,
      )

/** Makes the list of discovered connectors. Later ones are appended, and the order stays. */
const makeDiscoveredWallets = (
  known: readonly Connector[],
  connectorOf: (found: RegisteredWallet) => Connector | null,
  warn: DiscoveryEnvironment["warn"],
) => {
  const connectors: Connector[] = [...known]
  const own = new Set(known.flatMap(({ id, name }) => [id, name]))
  const names = new Set<string>()
  /** Wallets register again on every request. */
  const seen = new WeakSet<object>()
  const said = new Set<string>()
  const walletOf = new WeakMap<Connector, unknown>()
  /** Those that have unregistered: their extension is updated, or disabled. */
  const gone = new Set<unknown>()

  const drop = (text: string) => {
    if (!said.has(text) && said.size < maxWallets) {
      said.add(text)
      warn?.(text)
    }
    return false
  }

  const add = (value: unknown): boolean => {
    if (typeof value === "object" && value !== null) {
      gone.delete(value)
      if (seen.has(value)) return false
      seen.add(value)
    }
    const found = decodeWallet(value)
    if (found === null) return drop("Ignored a wallet with an invalid registration.")
    // The modal itself, for the page's adapters: see `registerWModalWallet`.
    if (hasFeature(found, "wmodal:modal") || connectorOf(found) === null) return false
    if (own.has(found.name)) return drop(`Ignored a second registration of the wallet "${found.name}".`)
    const at = connectors.findIndex((one) => one.name === found.name && gone.has(walletOf.get(one)))
    const successor = at < 0 ? null : connectorOf(found)
    if (successor !== null) {
      gone.delete(walletOf.get(connectors[at] ?? successor))
      walletOf.set(successor, value)
      connectors[at] = successor
      return true
    }
    if (connectors.length - known.length >= maxWallets)
      return drop(`More than ${maxWallets} wallets registered themselves.`)
    // Two builds of one wallet, or an extension that was updated, have one name.
    const connector = connectorOf({ ...found, name: takeFreeName(names, found.name) })
    if (connector === null) return false
    walletOf.set(connector, value)
    connectors.push(connector)
    return true
  }

  return {
    connectors: (): readonly Connector[] => [...connectors],
    left: (wallets: readonly unknown[]): void => {
      for (const wallet of wallets.slice(0, maxWallets)) gone.add(wallet)
    },
    /** @returns `true` if there are new ones */
    registered: (wallets: readonly unknown[]): boolean => wallets.slice(0, maxWallets).map(add).some(Boolean),
  }
}

/** Returns `true` if a wallet has one of these features. */
export const hasFeature = ({ wallet }: RegisteredWallet, ...features: readonly string[]): boolean => {
  const all = readMember(wallet, "features")
  return features.some((feature) => readMember(all, feature) !== undefined)
}
