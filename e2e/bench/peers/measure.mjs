#!/usr/bin/env node
import { mkdirSync, writeFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { checkAccessibility } from "./lib/accessibility.mjs"
import { ensureBuilt, ensureInstalled, getInstallFacts, listPeers, loadApp, root } from "./lib/apps.mjs"
import { launchChromium, openBrowser } from "./lib/browser.mjs"
import { measureOpening } from "./lib/opening.mjs"
import { measureReturn } from "./lib/returningVisitor.mjs"
import { readDist, serveDist, serveOutside } from "./lib/servers.mjs"
import { getMedian, summarize } from "./lib/summary.mjs"
import { makeTables } from "./lib/tables.mjs"

/** `node measure.mjs [peer | path/to/a/folder ...] [options]`. The README describes the options. */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "7" },
    ref: { type: "string" },
    out: { type: "string", default: join(root, "results/latest.json") },
    shots: { type: "string", default: join(root, "results/shots") },
    net: { type: "string" },
    cpu: { type: "string", default: "1" },
    build: { type: "boolean", default: false },
    first: { type: "boolean", default: false },
    returning: { type: "boolean", default: false },
    eip6963: { type: "boolean", default: false },
    "no-a11y": { type: "boolean", default: false },
  },
})
const runs = Number(options.runs)
const cpu = Number(options.cpu)
const shots = resolve(options.shots)
mkdirSync(shots, { recursive: true })
const apps = (names.length > 0 ? names : listPeers()).map(loadApp)
const outside = await serveOutside()
const getMessage = (error) => String(error.message).split("\n")[0]

/** Runs a measurement in a fresh browser. */
async function inBrowser(app, changes, measure) {
  const { net, eip6963: wallet } = options
  const browser = await openBrowser(app, { outsidePort: outside.port, net, cpu, wallet, ...changes })
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}

for (const app of apps) {
  ensureInstalled(app)
  await ensureBuilt(app, options.build)
  app.files = readDist(app.dist)
  Object.assign(app, await serveDist(app.files))
  app.samples = []
  app.failures = []
}

const started = new Date().toISOString()
const loads = []

async function takeSample(app, run) {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const sample = await inBrowser(app, {}, (browser) => measureOpening(browser, app, options))
      if (run === 0) return
      app.samples.push(sample)
      loads.push(loadavg()[0])
      return
    } catch (error) {
      app.failures.push(`run ${run}: ${getMessage(error)}`)
      console.error(`[fail] ${app.name} run ${run}: ${getMessage(error)}`)
    }
  }
}

// Round robin: the noise of the machine falls on every peer alike. The first round warms and is dropped.
for (let run = 0; run <= runs; run++) {
  for (const app of apps) await takeSample(app, run)
  console.error(`[round ${run}/${runs}] load ${loadavg()[0].toFixed(2)}`)
}

const chromium = await launchChromium(outside.port)
const result = {
  started,
  ended: null,
  machine: {
    cpus: cpus().length,
    cpu: cpus()[0].model,
    node: process.version,
    chromium: chromium.version(),
    loadMedian: getMedian(loads),
    loadMax: Math.max(0, ...loads),
  },
  options: { runs, net: options.net ?? "localhost", cpu, first: options.first, eip6963: options.eip6963 },
  peers: {},
}
await chromium.close()

for (const app of apps) {
  const peer = { label: app.label, failures: app.failures }
  if (app.samples.length > 0) Object.assign(peer, summarize(app, app.samples))
  peer.install = getInstallFacts(app)
  if (options.returning)
    peer.returning = await inBrowser(app, { wallet: true }, (browser) => measureReturn(browser, app, runs))
  if (!options["no-a11y"]) {
    const changes = { net: undefined, cpu: 1 }
    peer.a11y = await inBrowser(app, changes, (browser) => checkAccessibility(browser, app, shots)).catch(
      (error) => ({ error: getMessage(error) }),
    )
  }
  result.peers[app.name] = peer
  app.server.close()
  app.server.closeAllConnections()
}
result.ended = new Date().toISOString()
outside.close()

const file = resolve(options.out)
const tables = makeTables(result, options.ref ?? apps[0].name)
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
writeFileSync(`${file.replace(/\.json$/, "")}.md`, tables)
console.log(tables)
