import { Effect, Queue, Stream } from "effect"
import type { DiscoveryEnvironment } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { listen, readEventDetail } from "../wallet/pageEvents.ts"
import { readMember } from "../wallet/walletErrors.ts"
import { decodeWallet, type RegisteredWallet } from "./RegisteredWallet.ts"

/** More than this no person has installed: a page that registers without end must not fill the memory. */
const maxWallets = 100

/**
 * Finds the wallets on a page that register themselves, now or later, and of them those that `connectorOf` makes a
 * connector of: `null` for one of other chains alone. Source: wallet-standard 1.1.
 */
export const discoverStandard = (
  { warn, window }: DiscoveryEnvironment,
  known: readonly Connector[],
  connectorOf: (found: RegisteredWallet) => Connector | null,
): Stream.Stream<readonly Connector[]> =>
  window === null
    ? Stream.succeed(known)
    : Stream.callback<readonly Connector[]>((queue) =>
        Effect.gen(function* () {
          const finds = makeDiscoveredWallets(known, connectorOf, warn)
          let listening = true
          let answering = true
          yield* Effect.addFinalizer(() =>
            Effect.sync(() => {
              // Wallets keep what they were given, for ever.
              listening = false
            }),
          )
          const register = (...wallets: readonly unknown[]) => {
            if (listening && finds.registered(wallets) && !answering)
              Queue.offerUnsafe(queue, finds.connectors())
            // What a wallet calls to take itself back. A row that somebody looks at stays: asked, it says that it is gone.
            return () => {}
          }
          const meet = (wallet: unknown) => {
            try {
              if (typeof wallet === "function") wallet(Object.freeze({ register }))
            } catch {
              // A wallet that cannot introduce itself is not there.
            }
          }
          yield* listen(window, "wallet-standard:register-wallet", (event) => meet(readEventDetail(event)))
          // Wallets answer before `dispatchEvent` returns, so that the first list has them all.
          window.dispatchEvent(
            new CustomEvent("wallet-standard:app-ready", { detail: Object.freeze({ register }) }),
          )
          answering = false
          Queue.offerUnsafe(queue, finds.connectors())
        }),
      )

/** The connectors found so far. What comes later is appended, never moved. */
const makeDiscoveredWallets = (
  known: readonly Connector[],
  connectorOf: (found: RegisteredWallet) => Connector | null,
  warn: DiscoveryEnvironment["warn"],
) => {
  const connectors: Connector[] = [...known]
  const taken = new Set(known.flatMap(({ id, name }) => [id, name]))
  /** Wallets register themselves again whenever anybody asks. */
  const seen = new WeakSet<object>()
  const said = new Set<string>()

  const drop = (text: string) => {
    if (!said.has(text) && said.size < maxWallets) {
      said.add(text)
      warn?.(text)
    }
    return false
  }

  const add = (value: unknown): boolean => {
    if (typeof value === "object" && value !== null) {
      if (seen.has(value)) return false
      seen.add(value)
    }
    const found = decodeWallet(value)
    if (found === null)
      return drop("A wallet registered itself in a way that cannot be read; it is left out.")
    const connector = connectorOf(found)
    if (connector === null) return false
    if (taken.has(connector.id) || taken.has(connector.name))
      return drop(`The wallet "${connector.name}" registered itself twice; the first registration counts.`)
    if (connectors.length - known.length >= maxWallets)
      return drop(`More than ${maxWallets} wallets registered themselves.`)
    taken.add(connector.id).add(connector.name)
    connectors.push(connector)
    return true
  }

  return {
    connectors: (): readonly Connector[] => [...connectors],
    /** @returns whether there are more. */
    registered: (wallets: readonly unknown[]): boolean => wallets.slice(0, maxWallets).map(add).some(Boolean),
  }
}

/** Whether a wallet has one of these features. */
export const hasFeature = ({ wallet }: RegisteredWallet, ...features: readonly string[]): boolean => {
  const all = readMember(wallet, "features")
  return features.some((feature) => readMember(all, feature) !== undefined)
}
