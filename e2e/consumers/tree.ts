import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as z from "zod/mini"

const rangesSchema = z._default(z.record(z.string(), z.string()), {})

const LockPackage = z.object({
  version: z._default(z.string(), "?"),
  dependencies: rangesSchema,
  devDependencies: rangesSchema,
  optionalDependencies: rangesSchema,
  peerDependencies: rangesSchema,
  hasInstallScript: z._default(z.boolean(), false),
})
type LockPackage = z.infer<typeof LockPackage>

/** npm's record of `node_modules`, by path. */
const lockSchema = z.object({ packages: z.record(z.string(), LockPackage) })

export interface DependencyTree {
  readonly packages: number
  /** Packages with several copies apart from WalletConnect's, such as `viem 2.57.1, 2.60.0`. */
  readonly duplicates: readonly string[]
  /** Packages of which WalletConnect's client installs its own copies. */
  readonly walletConnectDuplicates: readonly string[]
  /** Workspace packages with an install script. */
  readonly installScripts: readonly string[]
}

/** Packages that must be unique: a second copy doubles the bytes, and may not recognise values of the first. */
const singletonPackages = /^(viem|ox|zod|valibot|effect|@noble\/.+)$/

const getPackageName = (path: string) =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)

/** Returns the path to which Node resolves a package imported from `from`, such as `node_modules/a/node_modules/b`. */
const resolveFrom = (
  packages: Readonly<Record<string, LockPackage>>,
  from: string,
  name: string,
): string | null => {
  const path = `${from === "" ? "" : `${from}/`}node_modules/${name}`
  if (path in packages) return path
  if (from === "") return null
  const parent = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")))
  return resolveFrom(packages, parent, name)
}

/** Returns the paths of all dependencies of the packages `names`, except those of WalletConnect's client only. */
const withoutWalletConnect = (
  packages: Readonly<Record<string, LockPackage>>,
  names: readonly string[],
): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (from: string, needed: readonly string[]) => {
    for (const name of needed) {
      const path = name.startsWith("@walletconnect/") ? null : resolveFrom(packages, from, name)
      const found = path === null ? undefined : packages[path]
      if (path === null || found === undefined || seen.has(path)) continue
      seen.add(path)
      const { dependencies, optionalDependencies, peerDependencies } = found
      visit(path, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    }
  }
  visit("", names)
  return seen
}

const findDuplicates = (packages: Readonly<Record<string, LockPackage>>, paths: Iterable<string>) =>
  [
    ...Map.groupBy(
      [...paths].filter((path) => singletonPackages.test(getPackageName(path))),
      getPackageName,
    ),
  ]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name} ${found.map((path) => packages[path]?.version).join(", ")}`)

/** Reads the dependency tree that npm installed into a folder. */
export const readTree = async (folder: string): Promise<DependencyTree> => {
  // Without installed packages npm writes no record.
  const record = join(folder, "node_modules/.package-lock.json")
  const { packages } = lockSchema.parse(
    existsSync(record) ? JSON.parse(await readFile(record, "utf8")) : { packages: {} },
  )
  const root = LockPackage.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")))
  const names = Object.keys({ ...root.dependencies, ...root.devDependencies })
  const duplicates = findDuplicates(packages, withoutWalletConnect(packages, names))
  return {
    packages: Object.keys(packages).length,
    duplicates,
    walletConnectDuplicates: findDuplicates(packages, Object.keys(packages)).filter(
      (one) => !duplicates.includes(one),
    ),
    installScripts: Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript && /^(wmodal|@wmodal\/.+)$/.test(getPackageName(path)) ? [getPackageName(path)] : [],
    ),
  }
}
