import { Decoder, Feed, parseNamedImage } from "@wmodal/protocol"
import { Effect } from "effect"
import type { DiscoveryEnvironment, UseConnectors } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { sanitizeLine } from "../text/printable.ts"
import { listen, readEventDetail } from "../wallet/pageEvents.ts"
import { takeFreeName, toBaseName } from "../wallet/takeFreeName.ts"
import { type Eip1193Provider, isEip1193Provider } from "./Eip1193Provider.ts"
import type { EvmConnectorInfo } from "./EvmConnectorInfo.ts"
import { lazyEvmConnector } from "./lazyEvmConnector.ts"
import { isLost } from "./lostProviders.ts"

/** A wallet that announced itself, made safe to show. Source: EIP-6963. */
export interface AnnouncedWallet {
  readonly uuid: string
  readonly name: string
  readonly icon: string | null
  readonly rdns: string | null
  readonly provider: Eip1193Provider
}

const decodeDetail = Decoder.object({
  info: Decoder.object({
    uuid: Decoder.check(Decoder.text, ({ length }) => length > 0 && length <= 128, "1 to 128 characters"),
    name: Decoder.text,
    icon: Decoder.optional((icon: unknown) => icon),
    rdns: Decoder.optional((rdns: unknown) => rdns),
  }),
  provider: Decoder.guard(isEip1193Provider, "not an EIP-1193 provider"),
})

/**
 * Decodes an announcement. @param detail the event's. @returns `null` if it is not an announcement; never throws, even
 * if reading it does.
 */
export const decodeAnnouncement = (
  detail: unknown,
  parseImage: NonNullable<DiscoveryEnvironment["parseImage"]> = parseImageData,
): AnnouncedWallet | null => {
  try {
    const decoded = decodeDetail(detail)
    if (decoded instanceof Decoder.Issue) return null
    const { info, provider } = decoded
    const name = sanitizeLine(info.name, 64)
    return name === ""
      ? null
      : { uuid: info.uuid, name, icon: parseImage(info.icon), rdns: decodeRdns(info.rdns), provider }
  } catch {
    return null
  }
}

const parseImageData = (url: unknown) => parseNamedImage(url, [])

const decodeRdns = (rdns: unknown): string | null =>
  typeof rdns === "string" && /^[\w-]+(\.[\w-]+)*$/.test(rdns) && rdns.length <= 253 ? rdns : null

/** The maximum number of wallets. It bounds the memory if a page announces wallets without end. */
const maxWallets = 100

/** Discovers the wallets of a web page: those that announce themselves (EIP-6963), and the injected `ethereum`. */
export const discoverEvm = (
  { window, ...environment }: DiscoveryEnvironment,
  known: readonly Connector[],
  use: UseConnectors,
): Effect.Effect<void> =>
  window === null
    ? Effect.asVoid(use(known))
    : Feed.runWithListener<readonly Connector[]>(
        (emit) =>
          Effect.gen(function* () {
            const finds = makeDiscoveredWallets(known, environment)
            let answering = true
            const publish = () => {
              if (!answering) emit(finds.connectors())
            }
            yield* listen(window, "eip6963:announceProvider", (event) => {
              if (finds.announced(readEventDetail(event), answering)) publish()
            })
            // Fired by wallets that inject late.
            yield* listen(window, "ethereum#initialized", () => {
              if (finds.injected(getInjectedProvider(window))) publish()
            })
            // Wallets announce themselves before `dispatchEvent` returns, so that the first list is complete.
            window.dispatchEvent(new Event("eip6963:requestProvider"))
            finds.injected(getInjectedProvider(window))
            answering = false
            publish()
          }),
        use,
      )

/** The connectors found so far. Later ones are appended, and existing ones keep their index. */
const makeDiscoveredWallets = (
  known: readonly Connector[],
  { warn, parseImage }: Omit<DiscoveryEnvironment, "window">,
) => {
  const connectors: Connector[] = [...known]
  const own = new Set(known.flatMap(({ id, name }) => [id, name]))
  const ids = new Set(["injected", ...own])
  /** The names as they were announced, by id. */
  const names = new Map<string, string>()
  const uuids = new Set<string>()
  /** Some wallets announce one provider under a new uuid each time. */
  const providers = new WeakSet<Eip1193Provider>()
  const said = new Set<string>()
  const providerOf = new WeakMap<Connector, Eip1193Provider>()

  const make = (provider: Eip1193Provider, info: EvmConnectorInfo) => {
    const connector = lazyEvmConnector(provider, info)
    providerOf.set(connector, provider)
    return connector
  }
  /** Gives the place of a wallet whose provider is lost to its new provider. @returns true if there is such a wallet. */
  const replaceLost = (provider: Eip1193Provider, isSame: (connector: Connector) => boolean): boolean => {
    const at = connectors.findIndex((one) => {
      const held = providerOf.get(one)
      return held !== undefined && held !== provider && isSame(one) && isLost(held)
    })
    const replaced = connectors[at]
    if (replaced === undefined) return false
    const { icon, id, name, rdns, type } = replaced
    connectors[at] = make(provider, { id, name, type, icon, rdns })
    return true
  }

  const isAlike = (one: Connector, other: Connector) => {
    const [name, theirs] = [names.get(one.id), names.get(other.id)]
    if (one === other || name === undefined || theirs === undefined) return false
    return toBaseName(name) === toBaseName(theirs) || (one.rdns !== null && one.rdns === other.rdns)
  }
  /** Marks each of several alike wallets by its rdns in round brackets, so those of its name become square. */
  const mark = () => {
    const taken = new Set<string>()
    for (const [at, one] of connectors.entries()) {
      const announced = names.get(one.id)
      const provider = providerOf.get(one)
      if (announced === undefined || provider === undefined) continue
      const isTwin = connectors.some((other) => isAlike(one, other))
      const plain = isTwin ? announced.replace(/[(\uff08]/g, "[").replace(/[)\uff09]/g, "]") : announced
      const name = takeFreeName(taken, isTwin ? `${plain} (${one.rdns ?? "?"})` : plain)
      if (name === one.name) continue
      const marked = { ...one, name }
      connectors[at] = marked
      providerOf.set(marked, provider)
    }
  }

  const drop = (text: string) => {
    if (!said.has(text) && said.size < maxWallets) {
      said.add(text)
      warn?.(text)
    }
    return false
  }

  return {
    connectors: (): readonly Connector[] => {
      mark()
      return [...connectors]
    },
    /**
     * Adds an announced wallet. @returns true if it is new. Two wallets may have one name, or one rdns: two builds of
     * one wallet, or an extension that was updated. @param first in the first round, in which each announces once: two
     * that are alike in both are two wallets then, and one that announces itself again later.
     */
    announced: (detail: unknown, first: boolean): boolean => {
      const found = decodeAnnouncement(detail, parseImage)
      if (found === null) return drop("Ignored a wallet with an invalid announcement.")
      const { icon, name, provider, rdns, uuid } = found
      // Wallets announce themselves again on every request.
      if (providers.has(provider)) return false
      const isSuccessor = (one: Connector) =>
        one.rdns === rdns && one.type === "ANNOUNCED" && names.get(one.id) === name
      if (!first && replaceLost(provider, isSuccessor)) {
        providers.add(provider)
        return true
      }
      const isKnown = [...names.values()].includes(name) && (rdns === null || ids.has(rdns))
      if (uuids.has(uuid) || own.has(name) || (rdns !== null && own.has(rdns)) || (isKnown && !first)) {
        return drop(`Ignored a second announcement of the wallet "${name}".`)
      }
      if (uuids.size >= maxWallets) return drop(`More than ${maxWallets} wallets announced themselves.`)
      uuids.add(uuid)
      providers.add(provider)
      // A name that looks like an rdns makes no id of a wallet with that rdns.
      const id = takeFreeName(ids, rdns ?? name.replace(/^(?=[\w-]+\.)/, "name:"), rdns && name)
      names.set(id, name)
      connectors.push(make(provider, { id, name, type: "ANNOUNCED", icon, rdns }))
      return true
    },
    /** Adds an injected wallet. @returns true if it is new. */
    injected: (provider: unknown): boolean => {
      if (!isEip1193Provider(provider)) return false
      const isInjected = ({ type }: Connector) => type === "INJECTED"
      if (connectors.some(isInjected)) return replaceLost(provider, isInjected)
      connectors.push(make(provider, { id: "injected", name: "Browser Wallet", type: "INJECTED" }))
      return true
    },
  }
}

const getInjectedProvider = (window: NonNullable<DiscoveryEnvironment["window"]>): unknown => {
  try {
    return window.ethereum
  } catch {
    return undefined
  }
}
