/** Changes of a page's `package.json`. */
export interface NeededPackages {
  readonly wagmi: boolean
  readonly walletConnect: boolean
  /** Chains of viem that this library has no network for. */
  readonly viem: boolean
  /** Reports that a file of the page imports this package. */
  readonly isImported: (name: string) => boolean
  /** Packages that only what is gone has imported, such as wallets of an adapter. */
  readonly unused: readonly string[]
}

const version = "^0.1.0"

/** Reports that a range such as `^2.14.16` begins below a version. */
const isBelow = (range: string | undefined, major: number, minor: number): boolean => {
  const [, ...found] = /(\d+)\.(\d+)/.exec(range ?? "") ?? []
  return found.length > 0 && Number(found[0]) * 1000 + Number(found[1]) < major * 1000 + minor
}

/** Replaces AppKit's packages by ours, in the file's own form. */
export const migratePackageJson = (text: string, needed: NeededPackages): string => {
  const manifest = JSON.parse(text)
  const dependencies: Record<string, string> = { ...manifest.dependencies }
  const devDependencies = { ...manifest.devDependencies }
  for (const group of [dependencies, devDependencies])
    for (const name of Object.keys(group))
      if (/^@reown\/appkit(?:-|$)/.test(name) || needed.unused.includes(name)) delete group[name]
  dependencies["@wmodal/modal-web"] = version
  if (needed.walletConnect) dependencies["@wmodal/walletconnect"] = version
  if (needed.viem) dependencies["viem"] ??= "2.x"
  if (needed.wagmi) {
    dependencies["@wmodal/wagmi"] = version
    dependencies["wagmi"] ??= "^2.19.5"
    // The connector needs these versions, or newer ones.
    if (isBelow(dependencies["wagmi"], 2, 19)) dependencies["wagmi"] = "^2.19.5"
    if (isBelow(dependencies["@wagmi/core"], 2, 22)) dependencies["@wagmi/core"] = "^2.22.1"
    // AppKit alone needed them next to wagmi's own.
    for (const name of ["@wagmi/connectors", "@wagmi/core"])
      if (!needed.isImported(name)) delete dependencies[name]
  }
  const sorted = Object.fromEntries(Object.entries(dependencies).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const [, indent = "  "] = /^\{\r?\n([ \t]+)/.exec(text) ?? []
  const changed = { ...manifest, dependencies: sorted, ...(manifest.devDependencies && { devDependencies }) }
  return `${JSON.stringify(changed, null, indent)}\n`
}
