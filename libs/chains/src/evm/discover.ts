import { Effect, Queue, Stream } from "effect"
import type { DiscoveryEnvironment } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { detailOf, listen } from "../wallet/pageEvents.ts"
import { announcementFrom } from "./announcement.ts"
import { type Eip1193Provider, isEip1193Provider } from "./Eip1193Provider.ts"
import { lateConnector } from "./lateConnector.ts"

/** More than this no person has installed: a page that announces without end must not fill the memory. */
const mostWallets = 100

/** Finds wallets on a page: those that announce themselves (EIP-6963), and what is injected as `ethereum`. */
export const discover = (
  { warn, window }: DiscoveryEnvironment,
  known: readonly Connector[],
): Stream.Stream<readonly Connector[]> =>
  window === null
    ? Stream.succeed(known)
    : Stream.callback<readonly Connector[]>((queue) =>
        Effect.gen(function* () {
          const finds = makeFinds(known, warn)
          let answering = true
          const publish = () => {
            if (!answering) Queue.offerUnsafe(queue, finds.connectors())
          }
          yield* listen(window, "eip6963:announceProvider", (event) => {
            if (finds.announced(detailOf(event))) publish()
          })
          // Fired by wallets that inject late.
          yield* listen(window, "ethereum#initialized", () => {
            if (finds.injected(injectedIn(window))) publish()
          })
          // Wallets answer before `dispatchEvent` returns, so that the first list has them all.
          window.dispatchEvent(new Event("eip6963:requestProvider"))
          finds.injected(injectedIn(window))
          answering = false
          publish()
        }),
      )

/** The connectors found so far. What comes later is appended, never moved. */
const makeFinds = (known: readonly Connector[], warn: DiscoveryEnvironment["warn"]) => {
  const connectors: Connector[] = [...known]
  const taken = new Set(["injected", ...known.map(({ id }) => id)])
  const names = new Set(known.map(({ name }) => name))
  const uuids = new Map<string, Eip1193Provider>()
  const said = new Set<string>()

  const drop = (text: string) => {
    if (!said.has(text) && said.size < mostWallets) {
      said.add(text)
      warn?.(text)
    }
    return false
  }

  return {
    connectors: (): readonly Connector[] => [...connectors],
    /** @returns whether there is one more. */
    announced: (detail: unknown): boolean => {
      const found = announcementFrom(detail)
      if (found === null)
        return drop("A wallet announced itself in a way that cannot be read; it is left out.")
      const { icon, name, provider, rdns, uuid } = found
      // Wallets announce themselves again whenever anybody asks.
      if (uuids.get(uuid) === provider) return false
      const id = rdns ?? name
      if (uuids.has(uuid) || taken.has(id) || names.has(name)) {
        return drop(`The wallet "${name}" announced itself twice; the first announcement counts.`)
      }
      if (uuids.size >= mostWallets) return drop(`More than ${mostWallets} wallets announced themselves.`)
      uuids.set(uuid, provider)
      taken.add(id)
      names.add(name)
      connectors.push(lateConnector(provider, { id, name, type: "ANNOUNCED", icon, rdns }))
      return true
    },
    /** @returns whether there is one more. */
    injected: (provider: unknown): boolean => {
      if (!isEip1193Provider(provider) || connectors.some(({ type }) => type === "INJECTED")) return false
      connectors.push(lateConnector(provider, { id: "injected", name: "Browser Wallet", type: "INJECTED" }))
      return true
    },
  }
}

const injectedIn = (window: NonNullable<DiscoveryEnvironment["window"]>): unknown => {
  try {
    return window.ethereum
  } catch {
    return undefined
  }
}
