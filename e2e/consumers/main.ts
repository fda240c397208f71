/**
 * Tests the packages as users get them: packed, checked, and installed outside the workspace by every example, which
 * is type-checked, built, served and used in Chromium. Arguments select parts: names of examples, or `tarballs`.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkReload, launchChromium, PageError, playExample, playPhone, weighPage } from "./browser.ts"
import { type Consumer, type ConsumerEnvironment, consumers } from "./consumers.ts"
import { endAll, runCommand, startServer } from "./exec.ts"
import { checkMovedPages } from "./movedPages.ts"
import { checkNode20 } from "./node20.ts"
import { type PackedPackage, packAll } from "./packages.ts"
import { checkReaderPages } from "./readerPages.ts"
import { type Registry, startRegistry } from "./registry.ts"
import { makeReport, type ReportRow } from "./report.ts"
import { checkTarballs } from "./tarballs.ts"
import { readTree } from "./tree.ts"
import { checkNode18, checkReact17, unsupported } from "./unsupported.ts"

const root = join(import.meta.dirname, "../..")
const chromium = process.env["WMODAL_CHROMIUM"] ?? "/usr/bin/chromium"
const partNames = [
  "tarballs",
  ...consumers.map(({ name }) => name),
  "appkit",
  "docs",
  "node-20",
  ...unsupported,
]
const requestedParts = process.argv.slice(2)
const unknownParts = requestedParts.filter((name) => !partNames.includes(name))
if (unknownParts.length > 0) {
  console.error(`There is no part ${unknownParts.join(", ")}. Use: ${partNames.join(", ")}`)
  process.exit(2)
}
const isWanted = (part: string) => requestedParts.length === 0 || requestedParts.includes(part)

const installArguments = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
const report = makeReport()
const { check } = report

/** Copies the example to a folder without access to the workspace. */
const copyExample = async (
  name: string,
  folder: string,
  packed: readonly PackedPackage[],
  registry: Registry,
): Promise<string> => {
  await cp(join(root, "examples", name), folder, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|dist|\.next)$/.test(path),
  })
  // The registry above serves only the scope's packages; npm's cache serves all others.
  const terminal = packed.find(({ manifest }) => manifest.name === "wmodal")
  const manifest = await readFile(join(folder, "package.json"), "utf8")
  await writeFile(
    join(folder, "package.json"),
    manifest.replace(/"wmodal": "[^"]+"/, `"wmodal": "file:${terminal?.path}"`),
  )
  await writeFile(join(folder, ".npmrc"), registry.npmrc)
  return folder
}

const checkTree = async (folder: string, { mayHaveDuplicates, maxPackages }: Consumer, row: ReportRow) => {
  const tree = await readTree(folder)
  row.packages = tree.packages
  row.duplicates = [
    ...tree.duplicates,
    ...tree.walletConnectDuplicates.map((one) => `${one} (WalletConnect)`),
  ]
  const problems = [
    ...(maxPackages !== undefined && tree.packages > maxPackages
      ? [`${tree.packages} packages were installed; at most ${maxPackages} may be.`]
      : []),
    ...(mayHaveDuplicates === true ? [] : tree.duplicates).map((one) => `Installed more than once: ${one}`),
    ...tree.installScripts.map((one) => `${one} has an install script.`),
  ]
  if (problems.length > 0) throw new Error(problems.join("\n"))
}

/** Builds and serves a page, and passes its address to `use`. */
const servePage = async <A>(
  folder: string,
  { mockVariable, startArguments }: NonNullable<Consumer["page"]>,
  { mock }: ConsumerEnvironment,
  use: (url: string) => Promise<A>,
): Promise<A> => {
  const options = { cwd: folder, env: { [mockVariable]: mock } }
  await runCommand("npm", ["run", "build"], options)
  const server = await startServer(
    "npm",
    ["start", "--", ...startArguments],
    /http:\/\/localhost:\d+/,
    options,
  )
  try {
    return await use(server.ready)
  } finally {
    await server.close()
  }
}

/** Removes the test wallet, so that the measured page is that of a host whose visitors have their own. */
const withoutTestWallet = async <A>(folder: string, work: () => Promise<A>): Promise<A> => {
  const dist = join(folder, "node_modules/@wmodal/dev-wallet/dist")
  const [module, script] = [join(dist, "index.js"), join(dist, "script/devWallet.js")]
  const [ownModule, ownScript] = await Promise.all([readFile(module), readFile(script)])
  await writeFile(module, "export const announceDevWallet = () => () => {}\n")
  await writeFile(script, "")
  try {
    return await work()
  } finally {
    await writeFile(module, ownModule)
    await writeFile(script, ownScript)
  }
}

const runConsumer = async (
  consumer: Consumer,
  folder: string,
  world: ConsumerEnvironment,
  row: ReportRow,
) => {
  const { name, page, program } = consumer
  const scripts = JSON.parse(await readFile(join(folder, "package.json"), "utf8")).scripts
  const typed =
    scripts.typecheck === undefined ||
    (await check(`${name}: type-checks`, () => runCommand("npm", ["run", "typecheck"], { cwd: folder }))) !==
      null
  if (!typed) return
  if (program !== undefined) await check(`${name}: runs`, () => program(folder, world))
  if (page === undefined) return
  await check(`${name}: builds, and opens without the test wallet`, () =>
    withoutTestWallet(folder, () =>
      servePage(folder, page, world, async (url) => {
        const context = await browser.visitor()
        Object.assign(row, await weighPage(context, url))
        await context.close()
      }),
    ),
  )
  await check(`${name}: opens the modal, connects and signs`, () =>
    servePage(folder, page, world, async (url) => {
      const context = await browser.visitor()
      const { page: played, problems } = await playExample(context, url)
      if (page.rendersAccount === true) await checkReload(played)
      await context.close()
      if (problems.length > 0) throw new PageError("It worked, but the browser said:", problems, "")
      if (page.hasRelay !== true) return
      const other = await browser.visitor()
      await playPhone(other, url, world.mock)
      await other.close()
    }),
  )
}

const installConsumer = (consumer: Consumer, folder: string, row: ReportRow) =>
  check(`${consumer.name}: installs`, async () => {
    // First the production packages, as npm counts them.
    await runCommand("npm", [...installArguments, "--omit=dev"], { cwd: folder })
    await checkTree(folder, consumer, row)
    await runCommand("npm", installArguments, { cwd: folder })
    row.allPackages = (await readTree(folder)).packages
    return folder
  })

const work = await mkdtemp(join(tmpdir(), "wmodal-consumers-"))
const browser = await launchChromium(chromium)
try {
  const packed = await check("every package packs", () => packAll(root, join(work, "tarballs")))
  if (packed !== null) {
    if (isWanted("tarballs")) await checkTarballs(report, packed, join(work, "tools"))
    console.log("")
    const registry = await startRegistry(packed)
    const prepare = async (consumer: Consumer) => {
      const row = report.add(consumer.name)
      const folder = await copyExample(consumer.name, join(work, consumer.name), packed, registry)
      return { consumer, folder, row, installed: (await installConsumer(consumer, folder, row)) !== null }
    }
    const [terminal, ...others] = consumers
    if (terminal === undefined) throw new Error("There are no consumers.")
    // The installed terminal program serves as their mock server.
    const first = await prepare(terminal)
    const startMock = () =>
      startServer("npx", ["--no-install", "wmodal", "mock", "--port", "0", "--json"], /^\{.*\}$/m, {
        cwd: first.folder,
      })
    const mock = await startMock()
    const mockFile = join(work, "mock.json")
    await writeFile(mockFile, mock.ready)
    const world: ConsumerEnvironment = { mock: JSON.parse(mock.ready).blockchain, mockFile, chromium }
    if (isWanted(terminal.name)) await runConsumer(terminal, first.folder, world, first.row)
    for (const consumer of others.filter(({ name }) => isWanted(name))) {
      const { folder, installed, row } = await prepare(consumer)
      if (installed) await runConsumer(consumer, folder, world, row)
    }
    if (isWanted("appkit"))
      await checkMovedPages(report, {
        root,
        folder: join(work, "appkit"),
        npmrc: registry.npmrc,
        mock: world.mock,
        visitor: browser.visitor,
      })
    await mock.close()
    if (isWanted("docs")) {
      // A world of their own: in the first one, the terminal has already paid whom the reader pays.
      const fresh = await startMock()
      const { blockchain, secureSite } = JSON.parse(fresh.ready)
      await checkReaderPages(report, {
        root,
        folder: join(work, "docs"),
        npmrc: registry.npmrc,
        mock: blockchain,
        secureSite,
        visitor: browser.visitor,
      })
      await fresh.close()
    }
    if (isWanted("node-20"))
      await checkNode20(report, {
        packed,
        npmrc: registry.npmrc,
        folder: join(work, "node-20"),
        copyNext: () => copyExample("next", join(work, "node-20-next"), packed, registry),
      })
    if (isWanted("react-17")) {
      const folder = await copyExample("vite-react-18", join(work, "react-17"), packed, registry)
      await checkReact17(report, folder)
    }
    if (isWanted("node-18")) await checkNode18(report, first.folder, work)
    await registry.close()
  }
} finally {
  await browser.close()
  endAll()
  await rm(work, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = report.finish() ? 0 : 1
