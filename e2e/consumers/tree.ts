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

/** npm's own record of what it put into `node_modules`, by path. */
const lockSchema = z.object({ packages: z.record(z.string(), LockPackage) })

export interface DependencyTree {
  readonly packages: number
  /** Of which there are several copies that WalletConnect has no part in, such as `viem 2.57.1, 2.60.0`. */
  readonly duplicates: readonly string[]
  /** Of which WalletConnect's client brings copies of its own. */
  readonly walletConnectDuplicates: readonly string[]
  /** Our own packages with an install script. */
  readonly installScripts: readonly string[]
}

/** What must be there once: a second copy is twice the bytes, and may not know the values of the first. */
const singletonPackages = /^(viem|ox|zod|effect|@noble\/.+)$/

const getPackageName = (path: string) =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)

/** Where Node finds a package that is imported from `from`, such as `node_modules/a/node_modules/b`. */
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

/** The paths of everything that the packages `names` need, but for what only WalletConnect's client needs. */
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

/** Reads what npm installed into a folder. */
export const readTree = async (folder: string): Promise<DependencyTree> => {
  // Where nothing was installed, npm writes no record.
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
