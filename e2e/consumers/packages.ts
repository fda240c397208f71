import { createHash } from "node:crypto"
import { mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { runCommand } from "./exec.ts"

/** The folders of all published packages, in the order of their dependencies. */
const packageFolders = [
  "libs/protocol",
  "libs/frame-rpc",
  "libs/siwx",
  "libs/api",
  "libs/chains",
  "libs/core",
  "libs/dev-wallet",
  "libs/walletconnect",
  "apps/modal-web",
  "libs/adapters",
  "libs/wagmi",
  "apps/codemod",
  "apps/mock-server",
  "apps/cli",
]

interface Manifest {
  readonly name: string
  readonly version: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, unknown>>
  readonly engines?: { readonly node?: string }
}

interface PackedFile {
  /** Path in the package, such as `dist/index.js`. */
  readonly path: string
  readonly bytes: number
}

/** One tarball, equal to that of `npm publish`. */
export interface PackedPackage {
  /** As published: without scripts, development dependencies and sources. */
  readonly manifest: Manifest
  readonly file: string
  readonly path: string
  readonly files: readonly PackedFile[]
  /** SRI hash, as npm verifies it. */
  readonly integrity: string
}

/** Packs every package into `into`. @throws CommandFailed when one fails. */
export const packAll = async (root: string, into: string): Promise<readonly PackedPackage[]> => {
  await mkdir(into, { recursive: true })
  const packed: PackedPackage[] = []
  // Sequential: packing replaces the manifest temporarily.
  for (const folder of packageFolders) packed.push(await packPackage(join(root, folder), into))
  return packed
}

const packPackage = async (folder: string, into: string): Promise<PackedPackage> => {
  const { stdout } = await runCommand("npm", ["pack", "--json", "--pack-destination", into], { cwd: folder })
  // Output of lifecycle scripts precedes the JSON.
  const [about] = JSON.parse(stdout.slice(stdout.indexOf("[\n")))
  const path = join(into, about.filename)
  const { stdout: manifest } = await runCommand("tar", ["-xzOf", path, "package/package.json"], { cwd: into })
  return {
    manifest: JSON.parse(manifest),
    file: about.filename,
    path,
    files: about.files.map((file: { path: string; size: number }) => ({ path: file.path, bytes: file.size })),
    integrity: `sha512-${createHash("sha512")
      .update(await readFile(path))
      .digest("base64")}`,
  }
}
