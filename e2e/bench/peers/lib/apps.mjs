import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"

export const root = dirname(import.meta.dirname)
const folder = join(root, "apps")
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"))

export const listPeers = () =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "peer.json")))
    .toSorted()

/** A name is a folder of `apps`; a path with a slash leads to any folder with a `peer.json`. */
export function loadApp(nameOrPath) {
  const dir = nameOrPath.includes("/") ? resolve(nameOrPath) : join(folder, nameOrPath)
  const file = join(dir, "peer.json")
  if (!existsSync(file)) throw new Error(`No peer.json in ${dir}. Peers: ${listPeers().join(", ")}`)
  const config = readJson(file)
  const source = join(dir, config.source ?? ".")
  return {
    name: basename(dir),
    dir,
    label: config.label ?? basename(dir),
    opener: config.opener ?? "#opener button",
    dialog: config.dialog ?? "[role=dialog]",
    wallet: config.wallet,
    close: config.close,
    connect: config.connect ?? null,
    dist: join(dir, config.dist ?? "dist"),
    source,
    modules: join(source, config.nodeModules ?? "node_modules"),
    define: config.define ?? {},
    build: config.build ?? null,
  }
}

export function ensureInstalled({ name, modules, source }) {
  if (existsSync(join(modules, ".package-lock.json")) || !existsSync(join(source, "package.json"))) return
  const command = existsSync(join(source, "package-lock.json")) ? "ci" : "install"
  console.error(`[install] ${name}: npm ${command}`)
  const words = [command, "--ignore-scripts", "--no-audit", "--no-fund"]
  const { status, stderr } = spawnSync("npm", words, { cwd: source, encoding: "utf8" })
  if (status !== 0) throw new Error(`npm ${command} failed in ${source}\n${stderr.slice(-2000)}`)
}

export async function ensureBuilt(app, force) {
  if (!force && existsSync(join(app.dist, "index.html"))) return
  console.error(`[build] ${app.name}`)
  if (app.build) {
    execFileSync("bash", ["-c", app.build], { cwd: app.dir, stdio: ["ignore", "ignore", "inherit"] })
    return
  }
  const { build } = await import("vite")
  const define = Object.fromEntries(
    Object.entries(app.define).map(([name, value]) => [name, JSON.stringify(value)]),
  )
  await build({
    root: app.source,
    configFile: join(root, "vite.config.mjs"),
    mode: "production",
    define,
    build: { outDir: app.dist },
  })
}

/** Counts what npm installed, and weighs it on disk. */
export function getInstallFacts({ modules, source }) {
  const lock = join(modules, ".package-lock.json")
  if (!existsSync(lock)) return null
  const { packages } = readJson(lock)
  const installed = Object.entries(packages)
    .filter(([path, { link, dev }]) => !link && !dev && existsSync(join(source, path)))
    .map(([path, entry]) => ({ ...entry, name: entry.name ?? path.replace(/^.*node_modules\//, "") }))
  const weigh = (...flags) =>
    Number(execFileSync("du", ["-s", ...flags, modules], { encoding: "utf8" }).split("\t")[0])
  const { dependencies = {} } = readJson(join(source, "package.json"))
  const shown = ["viem", "ox", "@walletconnect/universal-provider", ...Object.keys(dependencies)]
  return {
    folders: installed.length,
    packages: new Set(installed.map(({ name, version }) => `${name}@${version}`)).size,
    names: new Set(installed.map(({ name }) => name)).size,
    installScripts: installed.filter(({ hasInstallScript }) => hasInstallScript).length,
    bytesApparent: weigh("--apparent-size", "-B1"),
    bytesDisk: weigh("-B1"),
    versions: Object.fromEntries(
      shown.flatMap((name) => {
        const version = packages[`node_modules/${name}`]?.version
        return version === undefined ? [] : [[name, version]]
      }),
    ),
  }
}
