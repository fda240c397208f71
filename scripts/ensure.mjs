import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

// Runs on the installed Node, before npm installs packages: no dependency, no syntax newer than Node 16's.

export const root = fileURLToPath(new URL("..", import.meta.url))
const marker = join(root, "node_modules/.wmodal-installed")
const ownNode = join(root, "node_modules/.bin/node")

/** The machines for which the lock file contains a Node: `optionalDependencies` of the root. */
const bringsNode = process.platform === "linux" && ["x64", "arm64"].includes(process.arch)

/** Exits with a message that names the remedy. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Returns the packages of a lock file by path, `null` without a lock file. */
const packagesIn = (path) =>
  existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), "utf8")).packages : null

/**
 * Returns whether a manual `npm ci` has installed the packages of the lock file: npm writes its record when it is
 * done. Optional packages of other machines are absent.
 */
export const isInstalled = (wanted, installed) =>
  wanted != null &&
  installed != null &&
  Object.entries(installed).every(([path, { integrity }]) => wanted[path]?.integrity === integrity) &&
  Object.entries(wanted).every(
    ([path, { optional }]) => path === "" || optional === true || path in installed,
  )

function ensureInstalled() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex")
  if (existsSync(marker) && readFileSync(marker, "utf8") === lock) return
  if (!isInstalled(packagesIn("package-lock.json"), packagesIn("node_modules/.package-lock.json"))) install()
  const packaged = join(root, `node_modules/node-linux-${process.arch}/bin/node`)
  // npm 10 and older omit the link: two optional packages have a `node`, and one of them is not installed.
  if (bringsNode && existsSync(packaged) && !existsSync(ownNode)) symlinkSync(packaged, ownNode)
  writeFileSync(marker, lock)
}

function install() {
  process.stderr.write("Installing packages (npm ci) ...\n")
  const done = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  })
  if (done.status !== 0) giveUp("npm ci failed. See the output above.")
}

/** A copy of `requiredNode` in libs/api, which is not importable before the installation. */
export const requiredNode = "22.19"

const isAtLeast = (version, required) => {
  const [major, minor] = version.split(".").map(Number)
  const [requiredMajor, requiredMinor] = required.split(".").map(Number)
  return major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)
}

export const isNewEnough = (version) => isAtLeast(version, requiredNode)

/**
 * Returns whether npm on this Node installs every package of the lock file: `engines` of the root. On another Node it
 * silently omits the optional packages that need a newer one, such as the bundler's native part.
 */
export const canInstall = (version) =>
  isAtLeast(version, "22.12") || (version.startsWith("20.") && isAtLeast(version, "20.19"))

const needsNode = () =>
  giveUp(
    `wmodal needs Node ${requiredNode} or newer on this machine, and this is Node ${process.versions.node}.`,
  )

/**
 * Installs missing packages and continues under a sufficient Node: the one from the lock file if it has a build for
 * this machine, else the current one. Does not return in the first case.
 */
export async function ensureReady() {
  const isOld = !isNewEnough(process.versions.node)
  if (isOld && !(bringsNode && canInstall(process.versions.node))) needsNode()
  ensureInstalled()
  // Child processes run on that Node as well, even when npm did not start this script.
  process.env.PATH = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`
  if (!isOld) return
  const again = spawn(ownNode, process.argv.slice(1), { stdio: "inherit" })
  // It is missing when optional packages are omitted, and does not start with another C library.
  again.on("error", needsNode)
  // Signals are for the child, which has cleanup to do.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => again.kill(signal))
  process.exit(await new Promise((resolve) => again.on("close", (code) => resolve(code ?? 130))))
}

const installedChromium = () =>
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
    existsSync(path),
  )

const apt = (...words) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
    const child = spawn("apt-get", words, { stdio: ["ignore", "ignore", "inherit"], env })
    child.on("error", reject)
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`apt-get exited with code ${code}.`)),
    )
  })

/**
 * Finds the browser for the end-to-end tests: `WMODAL_CHROMIUM`, a usual path, or Debian's, which it installs if
 * permitted. Exits with a message when there is none.
 * @returns its path
 */
export async function ensureChromium() {
  const named = process.env.WMODAL_CHROMIUM
  if (named !== undefined) {
    if (!existsSync(named)) giveUp(`WMODAL_CHROMIUM names ${named}, which does not exist.`)
    return named
  }
  if (installedChromium() === undefined && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stderr.write("Installing Debian's chromium (apt-get) ...\n")
    try {
      await apt("update", "-qq")
      await apt("install", "-y", "-qq", "--no-install-recommends", "chromium")
    } catch {
      giveUp("apt-get could not install chromium. Install a Chromium and point WMODAL_CHROMIUM at it.")
    }
  }
  return (
    installedChromium() ??
    giveUp(
      "The end-to-end tests need a Chromium: install Debian's `chromium`, or point WMODAL_CHROMIUM at one.",
    )
  )
}

/** The further browser engines of the wide tier: their Debian packages, and what those install. */
const engines = [
  { name: "Firefox", packages: ["firefox-esr"], files: ["/usr/bin/firefox-esr"] },
  {
    name: "WebKitGTK",
    packages: ["webkit2gtk-driver", "xvfb", "openbox"],
    files: ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb", "/usr/bin/openbox"],
  },
]

/**
 * Installs the browsers of the wide tier that are missing, if permitted. Exits with a message that names them if it
 * cannot.
 */
export async function ensureEngines() {
  await ensureChromium()
  const isMissing = ({ files }) => !files.every((path) => existsSync(path))
  const missing = engines.filter(isMissing).flatMap(({ packages }) => packages)
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stderr.write(`Installing Debian's ${missing.join(", ")} (apt-get) ...\n`)
    try {
      await apt("update", "-qq")
      await apt("install", "-y", "-qq", "--no-install-recommends", ...missing)
    } catch {
      giveUp(`apt-get could not install ${missing.join(", ")}. The wide tier needs them.`)
    }
  }
  const left = engines.filter(isMissing)
  if (left.length === 0) return
  const words = left.map(({ name, packages }) => `${name} (Debian's ${packages.join(" and ")})`)
  giveUp(`The wide tier needs ${words.join(" and ")}.`)
}
