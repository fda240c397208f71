#!/usr/bin/env node
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "./lib/apps.mjs"

/** Packs the packages as they are built, and installs them into the pages with our modal. */
const repository = join(root, "../../..")
const tarballs = join(root, "apps/ours/tgz")
const packed = [
  ...["protocol", "frame-rpc", "api", "chains", "core", "walletconnect"].map((name) => `libs/${name}`),
  "apps/modal-web",
]

function npm(words, cwd) {
  const { status } = spawnSync("npm", words, { cwd, stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0) throw new Error(`npm ${words.join(" ")} failed in ${cwd}`)
}

rmSync(tarballs, { recursive: true, force: true })
mkdirSync(tarballs, { recursive: true })
for (const folder of packed)
  npm(["pack", "--silent", "--pack-destination", tarballs], join(repository, folder))
for (const name of ["ours", "ours-intent", "ours-evm"]) {
  const app = join(root, "apps", name)
  for (const old of ["node_modules", "dist", "package-lock.json"])
    rmSync(join(app, old), { recursive: true, force: true })
  // ours-intent is built from the folder of ours.
  if (name !== "ours-intent") npm(["install", "--ignore-scripts", "--no-audit", "--no-fund"], app)
}
