import type { DirectoryWallet } from "@wmodal/api"
import { type Connector, printableLine } from "@wmodal/chains"
import type { Options } from "../options/Options.ts"
import type { RememberedWallet } from "../storage/Memory.ts"
import type { ConnectorGroup, WalletRow } from "./Connectors.ts"

/** Everything that decides which rows there are. */
export interface RowFacts {
  /** In the order found. */
  readonly connectors: readonly Connector[]
  /** Newest first. */
  readonly recent: readonly RememberedWallet[]
  readonly featured: readonly DirectoryWallet[]
  readonly recommended: readonly DirectoryWallet[]
  /** Names and rdns that the directory gave for excluded ids. */
  readonly excluded: readonly string[]
  readonly options: Pick<Options, "connectorOrder" | "excludedWallets" | "featuredWallets" | "customWallets">
  readonly mobile: boolean
  /** The address of a directory image, `null` without a directory. */
  readonly imageUrl: (imageId: string) => string | null
}

/** A row and what else it may be known by: rdns, directory id, name. */
export interface NamedRow extends WalletRow {
  readonly aliases: readonly string[]
}

/** The form in which names, ids and rdns are compared. */
const nameOf = (name: string) => {
  const lower = name.trim().toLowerCase()
  return lower === "trust wallet" ? "trust" : lower
}

const secure = (...urls: readonly (string | null | undefined)[]) =>
  urls.find((url) => url != null && URL.parse(url)?.protocol === "https:") ?? null

const present = (values: readonly (string | null | undefined)[]) =>
  values.filter((value) => value != null && value !== "") as readonly string[]

/** Whether the host wants a wallet of any of these names, ids or rdns never to be shown. */
export const exclusion = ({
  options,
  excluded,
}: Pick<RowFacts, "excluded"> & { readonly options: Pick<Options, "excludedWallets"> }) => {
  const unwanted = new Set([...options.excludedWallets, ...excluded].map(nameOf))
  return (aliases: readonly (string | null | undefined)[]): boolean =>
    aliases.some((alias) => alias != null && unwanted.has(nameOf(alias)))
}

/** None of an excluded wallet, and no injected one that is nothing by itself. */
const shownConnectors = (facts: RowFacts) => {
  const excludes = exclusion(facts)
  return facts.connectors.filter(
    ({ name, rdns, explorerId, type }) =>
      !excludes([name, rdns, explorerId]) &&
      (type !== "INJECTED" || facts.mobile || name !== "Browser Wallet"),
  )
}

const groupOf = (connectors: readonly [Connector, ...Connector[]]): ConnectorGroup | null => {
  if (new Set(connectors.map((connector) => connector.namespace)).size > 1) return "multiChain"
  switch (connectors[0].type) {
    case "ANNOUNCED":
      return "announced"
    case "INJECTED":
      return "injected"
    case "EXTERNAL":
      return "external"
    case "MULTI_CHAIN":
      return "multiChain"
    case "WALLET_CONNECT":
    case "AUTH":
      return null
  }
}

/** One row for a wallet that speaks several chains; of one chain, an announced wallet stands for its injected twin. */
const mergeByName = (connectors: readonly Connector[]): readonly (readonly [Connector, ...Connector[]])[] => {
  const merged: [Connector, ...Connector[]][] = []
  const announcedFirst = connectors.toSorted(
    (a, b) => Number(a.type === "INJECTED") - Number(b.type === "INJECTED"),
  )
  for (const connector of announcedFirst) {
    const twins = merged.filter(([first]) => nameOf(first.name) === nameOf(connector.name))
    const open = twins.find((row) => row.every((one) => one.namespace !== connector.namespace))
    if (open !== undefined) open.push(connector)
    else if (twins.length === 0 || connector.type !== "INJECTED") merged.push([connector])
  }
  return merged
}

const installedRow = (
  connectors: readonly [Connector, ...Connector[]],
  recent: readonly RememberedWallet[],
): NamedRow | null => {
  const [first] = connectors
  const group = groupOf(connectors)
  if (group === null) return null
  const isRecent = recent.some((wallet) => connectors.some((connector) => connector.id === wallet.id))
  return {
    key: `${first.namespace}/${first.id}`,
    group: isRecent ? "recent" : group,
    name: first.name,
    icon: connectors.find((connector) => connector.icon !== null)?.icon ?? null,
    installed: true,
    recent: isRecent,
    connectors: connectors.map(({ id, namespace }) => ({ id, namespace })),
    getUrl: null,
    entry: null,
    aliases: present([
      first.id,
      nameOf(first.name),
      ...connectors.flatMap(({ rdns, explorerId }) => [rdns, explorerId]),
    ]),
  }
}

const absentRow = (
  group: ConnectorGroup,
  wallet: {
    readonly id: string
    readonly name: string
    readonly icon: string | null
    readonly rdns?: string | null | undefined
    readonly getUrl: string | null
  },
): NamedRow => {
  const name = printableLine(wallet.name, 64)
  return {
    key: `${group}/${wallet.id}`,
    group,
    name,
    icon: wallet.icon,
    installed: false,
    recent: group === "recent",
    connectors: [],
    getUrl: wallet.getUrl,
    entry: null,
    aliases: present([wallet.id, nameOf(name), wallet.rdns]),
  }
}

const share = (a: NamedRow, b: NamedRow) => a.aliases.some((alias) => b.aliases.includes(alias))

/** The rows of the Connect view, in the order to show. Pure. */
export const walletRows = (facts: RowFacts): readonly NamedRow[] => {
  const { options, mobile, recent } = facts
  const excludes = exclusion(facts)
  const installed = mergeByName(shownConnectors(facts)).flatMap(
    (connectors) => installedRow(connectors, recent) ?? [],
  )
  const rows: NamedRow[] = [...installed]
  /** Each wallet once, and none without a name: who comes first keeps it. */
  const add = (row: NamedRow) => {
    if (row.name !== "" && !excludes(row.aliases) && !rows.some((other) => share(other, row))) rows.push(row)
  }

  const fromDirectory = (group: "featured" | "recommended", wallet: DirectoryWallet) =>
    absentRow(group, {
      id: wallet.id,
      name: wallet.name,
      rdns: wallet.rdns,
      icon: wallet.image_id ? facts.imageUrl(wallet.image_id) : null,
      getUrl: mobile
        ? secure(wallet.homepage, wallet.app_store, wallet.play_store)
        : secure(wallet.chrome_store, wallet.homepage),
    })

  const featured = facts.featured
    .filter((wallet) => options.featuredWallets.includes(wallet.id))
    .toSorted((a, b) => options.featuredWallets.indexOf(a.id) - options.featuredWallets.indexOf(b.id))
  for (const { id, name, homepage, imageUrl } of options.customWallets)
    add(absentRow("custom", { id, name, icon: imageUrl ?? null, getUrl: secure(homepage) }))
  for (const wallet of featured) add(fromDirectory("featured", wallet))
  for (const wallet of recent) add(absentRow("recent", { ...wallet, getUrl: null }))

  if (options.featuredWallets.length === 0 && options.customWallets.length === 0) {
    const before = rows.filter((row) => row.group !== "external").length
    const room = Math.max(0, 2 - before)
    const offered = facts.recommended.map((wallet) => fromDirectory("recommended", wallet))
    for (const row of offered.filter((row) => !rows.some((other) => share(other, row))).slice(0, room))
      add(row)
  }
  return inOrder(rows, facts)
}

const inOrder = (rows: readonly NamedRow[], { options, recent }: RowFacts): readonly NamedRow[] => {
  const groups = [...new Set(options.connectorOrder)].flatMap((slot): readonly ConnectorGroup[] =>
    slot === "injected" ? ["multiChain", "announced", "injected"] : slot === "walletConnect" ? [] : [slot],
  )
  const age = (row: NamedRow) => recent.findIndex((wallet) => row.aliases.includes(wallet.id))
  return groups.flatMap((group) => {
    const members = rows.filter((row) => row.group === group)
    return group === "recent" ? members.toSorted((a, b) => age(a) - age(b)) : members
  })
}

/**
 * Rows that a person may be pointing at keep their key and their place: what they stand for now is taken from
 * `fresh`, one that is no longer there stays as it was, and what is new comes last. Pure.
 */
export const keepPlaces = (shown: readonly NamedRow[], fresh: readonly NamedRow[]): readonly NamedRow[] => {
  const left = new Set(fresh)
  const kept = shown.map((row) => {
    const now =
      [...left].find((other) => other.key === row.key) ?? [...left].find((other) => share(other, row))
    if (now === undefined) return row
    left.delete(now)
    return {
      ...now,
      key: row.key,
      group: row.group,
      getUrl: now.getUrl ?? row.getUrl,
      icon: now.icon ?? row.icon,
    }
  })
  return [...kept, ...left]
}
