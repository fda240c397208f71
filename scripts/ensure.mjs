import { execFileSync, spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

// Runs on a bare Node 20, before anything is installed: no dependency, no syntax newer than that.

export const root = fileURLToPath(new URL("..", import.meta.url))
const marker = join(root, "node_modules/.wmodal-installed")
const ownNode = join(root, "node_modules/.bin/node")

/** Ends with a sentence that says what to do. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function ensureInstalled() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex")
  if (existsSync(marker) && readFileSync(marker, "utf8") === lock) return
  process.stderr.write("Installing packages (npm ci) ...\n")
  const done = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  })
  if (done.status !== 0) giveUp("npm ci failed: see the lines above.")
  writeFileSync(marker, lock)
}

function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number)
  return major > 22 || (major === 22 && minor >= 19)
}

/**
 * Installs what is missing and goes on under a Node that is new enough: the one from the lock file
 * where it has a build for this machine, else the one that runs this. Does not return in the first case.
 */
export async function ensureReady() {
  ensureInstalled()
  // Whatever is started from here runs on that Node too, also where npm did not start this.
  process.env.PATH = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`
  if (isNewEnough(process.versions.node)) return
  if (!existsSync(ownNode))
    giveUp(`wmodal needs Node 22.19 or newer on this machine; this is ${process.version}.`)
  const again = spawn(ownNode, process.argv.slice(1), { stdio: "inherit" })
  // A signal is the child's to answer: it has things to end.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => again.kill(signal))
  process.exit(await new Promise((resolve) => again.on("close", (code) => resolve(code ?? 130))))
}

const installedChromium = () =>
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
    existsSync(path),
  )

/** The browser for the end-to-end tests: `WMODAL_CHROMIUM`, else one on the path, else Debian's. */
export function ensureChromium() {
  const named = process.env.WMODAL_CHROMIUM
  if (named !== undefined) {
    if (!existsSync(named)) giveUp(`WMODAL_CHROMIUM names ${named}, which is not there.`)
    return named
  }
  if (installedChromium() === undefined && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stderr.write("Installing Debian's chromium (apt-get) ...\n")
    try {
      execFileSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"] })
      execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      })
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
