import { type Connector, sanitizeLine, toBaseName } from "@wmodal/chains"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import type { Namespace } from "@wmodal/protocol"
import { parseUrl } from "@wmodal/protocol"
import type { ConnectorGroup, CustomWallet, Options } from "../options/Options.ts"
import type { RememberedWallet } from "../storage/PersistedState.ts"
import { normalizeName } from "./connectorMatch.ts"
import { hasCommonAlias, isRow, type NamedRow, type Place } from "./Place.ts"
import type { WalletEntry } from "./WalletEntry.ts"

/** The input that decides the rows. */
export interface RowFacts {
  /** In discovery order. */
  readonly connectors: readonly Connector[]
  /** Newest first. */
  readonly recent: readonly RememberedWallet[]
  /** In display order. */
  readonly featured: readonly WalletEntry[]
  readonly recommended: readonly WalletEntry[]
  /** The directory's entries of recent wallets. */
  readonly used: readonly WalletEntry[]
  /** Names and rdns that the directory gave for excluded ids. */
  readonly excluded: readonly string[]
  readonly options: Pick<Options, "connectorOrder" | "excludedWallets" | "featuredWallets" | "customWallets">
  readonly mobile: boolean
  /**
   * The namespaces that a remote wallet can connect, in order of preference; empty without a relay, and while a
   * remote wallet is connected.
   */
  readonly remoteNamespaces: readonly Namespace[]
  /** True until the first search for wallets on this device is complete. */
  readonly looking: boolean
  /** True until the directory has answered. */
  readonly awaited: boolean
}

const pickSecureUrl = (...urls: readonly (string | null | undefined)[]) =>
  urls.find((url) => url != null && parseUrl(url)?.protocol === "https:") ?? null

/** Drops empty values, and maps MetaMask's id on phones to its usual id. Source: the AppKit 1.7.2 wire. */
const dropEmpty = (values: readonly (string | null | undefined)[]) =>
  values.flatMap((value) => (value ? [value.replace(/^io\.metamask\.mobile$/, "io.metamask")] : []))

/** Makes a test for names, ids and rdns of wallets that the host excludes. */
export const makeExclusionTest = ({
  options,
  excluded,
}: Pick<RowFacts, "excluded"> & { readonly options: Pick<Options, "excludedWallets"> }) => {
  const unwanted = new Set([...options.excludedWallets, ...excluded].map(normalizeName))
  return (aliases: readonly (string | null | undefined)[]): boolean =>
    aliases.some((alias) => alias != null && unwanted.has(normalizeName(alias)))
}

/**
 * Returns the connectors without excluded ones, those that reach no wallet of this device, and injected ones without a
 * name: on desktop, and in a wallet's own browser that announces itself, too.
 */
const listShownConnectors = (facts: RowFacts) => {
  const excludes = makeExclusionTest(facts)
  const isAnnounced = (namespace: Namespace) =>
    facts.connectors.some((one) => one.type === "ANNOUNCED" && one.namespace === namespace)
  return facts.connectors.filter(
    ({ name, namespace, rdns, explorerId, type }) =>
      type !== "AUTH" &&
      type !== "WALLET_CONNECT" &&
      !excludes([name, rdns, explorerId]) &&
      (type !== "INJECTED" || name !== "Browser Wallet" || (facts.mobile && !isAnnounced(namespace))),
  )
}

const getGroup = (connectors: readonly [Connector, ...Connector[]]): ConnectorGroup => {
  if (connectors.every(({ type }) => type === "EXTERNAL")) return "external"
  const [{ type }, another] = connectors
  return another
    ? "multiChain"
    : type === "ANNOUNCED"
      ? "announced"
      : type === "INJECTED"
        ? "injected"
        : "multiChain"
}

/**
 * Makes one row for a wallet with several chains; within a chain, an announced wallet replaces its injected
 * duplicate. Where a chain has two alike wallets, none of them joins a row of another chain: it may be the other one's.
 */
const mergeByName = (connectors: readonly Connector[]): readonly (readonly [Connector, ...Connector[]])[] => {
  const merged: [Connector, ...Connector[]][] = []
  const announcedFirst = connectors.toSorted(
    (a, b) => Number(a.type === "INJECTED") - Number(b.type === "INJECTED"),
  )
  const baseOf = ({ name }: Connector) => toBaseName(normalizeName(name))
  const once = new Set<string>()
  const twice = new Set<string>()
  for (const connector of announcedFirst) {
    if (connector.type === "INJECTED") continue
    const base = baseOf(connector)
    const key = `${connector.namespace}/${base}`
    if (once.has(key)) twice.add(base)
    once.add(key)
  }
  for (const connector of announcedFirst) {
    const twins = merged.filter(([first]) => normalizeName(first.name) === normalizeName(connector.name))
    const open = twice.has(baseOf(connector))
      ? undefined
      : twins.find((row) => row.every((one) => one.namespace !== connector.namespace))
    if (open !== undefined) open.push(connector)
    else if (twins.length === 0 || connector.type !== "INJECTED") merged.push([connector])
  }
  return merged
}

const makeInstalledRow = (
  connectors: readonly [Connector, ...Connector[]],
  recent: readonly RememberedWallet[],
): NamedRow => {
  const [first] = connectors
  const isRecent = recent.some((wallet) => connectors.some((connector) => connector.id === wallet.id))
  return {
    key: `${first.namespace}/${first.id}`,
    group: isRecent ? "recent" : getGroup(connectors),
    name: first.name,
    icon: connectors.find((connector) => connector.icon !== null)?.icon ?? null,
    installed: true,
    recent: isRecent,
    connectors: connectors.map(({ id, namespace }) => ({ id, namespace })),
    getUrl: null,
    entry: null,
    aliases: dropEmpty([
      first.id,
      normalizeName(first.name),
      ...connectors.flatMap(({ rdns, explorerId }) => [rdns, explorerId]),
    ]),
  }
}

const noLinks = { mobile: null, desktop: null, webapp: null }

/** Makes an entry of a wallet of which only this is known. */
const toWalletEntry = ({ id, name, icon }: Pick<WalletEntry, "id" | "name" | "icon">): WalletEntry => ({
  id,
  name: sanitizeLine(name, 64),
  icon,
  rdns: null,
  certified: false,
  links: noLinks,
  stores: { appStore: null, playStore: null, chromeStore: null, homepage: null },
})

const toCustomEntry = (wallet: CustomWallet): WalletEntry => ({
  ...toWalletEntry({ ...wallet, icon: wallet.imageUrl ?? null }),
  links: {
    mobile: wallet.mobileLink ?? null,
    desktop: wallet.desktopLink ?? null,
    webapp: wallet.webappLink ?? null,
  },
  stores: {
    appStore: pickSecureUrl(wallet.appStore),
    playStore: pickSecureUrl(wallet.playStore),
    chromeStore: null,
    homepage: pickSecureUrl(wallet.homepage),
  },
})

const makeAbsentRow = (group: ConnectorGroup, entry: WalletEntry, mobile: boolean): NamedRow => {
  const { id, name, icon, rdns } = entry
  const { appStore, playStore, chromeStore, homepage } = entry.stores
  return {
    key: `${group}/${id}`,
    group,
    name,
    icon,
    installed: false,
    recent: group === "recent",
    connectors: [],
    getUrl: mobile ? (homepage ?? appStore ?? playStore) : (chromeStore ?? homepage),
    entry,
    aliases: dropEmpty([id, normalizeName(name), rdns]),
  }
}

/** Makes the row of the WalletConnect code, for any wallet. */
const makeScanRow = (namespaces: readonly Namespace[]): NamedRow => ({
  key: walletConnectId,
  group: "walletConnect",
  name: "WalletConnect",
  icon: null,
  installed: false,
  recent: false,
  connectors: namespaces.map((namespace) => ({ id: walletConnectId, namespace })),
  getUrl: null,
  entry: null,
  aliases: [],
})

/** Returns the places of the Connect view, in display order. Pure. */
export const buildPlaces = (facts: RowFacts): readonly Place[] => {
  const { options, mobile, awaited } = facts
  const excludes = makeExclusionTest(facts)
  // A wallet that was reached by the code and has no name is the row of the code.
  const recent = facts.recent.filter(({ id }) => id !== walletConnectId)
  const installed = mergeByName(listShownConnectors(facts)).map((connectors) =>
    makeInstalledRow(connectors, recent),
  )
  const scanned = !mobile && facts.remoteNamespaces.length > 0 && !excludes([walletConnectId])
  const rows: NamedRow[] = [...(scanned ? [makeScanRow(facts.remoteNamespaces)] : []), ...installed]
  /**
   * Adds each wallet once, and none without a name: the first row keeps its place, and gains the later one's data.
   */
  const add = (row: NamedRow) => {
    if (row.name === "" || excludes(row.aliases)) return
    const at = rows.findIndex(hasCommonAlias(row))
    const there = rows[at]
    if (there === undefined) rows.push(row)
    else if (there.entry === null) rows[at] = { ...there, entry: row.entry }
  }

  const custom = options.customWallets.map(toCustomEntry)
  const known = [...custom, ...facts.featured, ...facts.recommended, ...facts.used]
  for (const wallet of recent)
    add(makeAbsentRow("recent", known.find(({ id }) => id === wallet.id) ?? toWalletEntry(wallet), mobile))
  for (const wallet of custom) add(makeAbsentRow("custom", wallet, mobile))
  for (const wallet of facts.featured) add(makeAbsentRow("featured", wallet, mobile))

  const offered = facts.recommended.map((wallet) => makeAbsentRow("recommended", wallet, mobile))
  const room = countFreeRows(rows, options)
  const here = offered.filter((row) => rows.some(hasCommonAlias(row)))
  for (const row of [...here, ...offered.filter((row) => !here.includes(row)).slice(0, room)]) add(row)

  const places: Place[] = [...rows]
  const isNew = (id: string) => !excludes([id]) && !rows.some(({ aliases }) => aliases.includes(id))
  const keepFree = (group: ConnectorGroup) => places.push({ key: null, group })
  if (awaited) {
    for (const id of options.featuredWallets) if (isNew(id)) keepFree("featured")
    for (let free = room; free > 0; free -= 1) keepFree("recommended")
  }
  const isEmbedder = (place: Place) =>
    isRow(place) &&
    place.connectors.some(({ id }) => facts.connectors.some((one) => one.id === id && one.isEmbedder))
  return sortPlaces(places, { ...facts, recent }).toSorted(
    (a, b) => Number(isEmbedder(b)) - Number(isEmbedder(a)),
  )
}

/** Returns the number of recommended wallets that fit after these rows. */
const countFreeRows = (rows: readonly NamedRow[], options: RowFacts["options"]) => {
  if (options.featuredWallets.length > 0 || options.customWallets.length > 0) return 0
  const before = rows.filter(({ group }) => group !== "external" && group !== "walletConnect").length
  return Math.max(0, 2 - before)
}

/** Sorts places by group. Those after wallets that are still searched for are only kept free. */
const sortPlaces = (places: readonly Place[], { options, recent, looking }: RowFacts): readonly Place[] => {
  const groups = [...new Set(options.connectorOrder)].flatMap((slot): readonly ConnectorGroup[] =>
    slot === "injected" ? ["multiChain", "announced", "injected"] : [slot],
  )
  const age = (row: NamedRow) => recent.findIndex((wallet) => row.aliases.includes(wallet.id))
  let later = false
  return groups.flatMap((group): readonly Place[] => {
    const members = places.filter((place) => place.group === group)
    if (later) return members.map(() => ({ key: null, group }))
    later = looking && (group === "injected" || group === "external")
    return group === "recent" ? members.filter(isRow).toSorted((a, b) => age(a) - age(b)) : members
  })
}
