/**
 * Measures the gzipped bytes that a page loads for each chain at each first use: listing wallets, connecting, sending.
 * Chunks that an earlier use or the modal itself has loaded count once. Compares them with bundles of well-known
 * packages for the same purpose.
 */
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { build } from "vite"
import { bundleHost } from "../scripts/hostBundle.mjs"

/** Packages that the host app provides, excluded on both sides. */
const react = /^react(-dom)?(\/|$)/

const gzip = (text) => gzipSync(text, { level: 9 }).length
const bytes = (count) => `${String(count).padStart(8)} bytes gzip`

const chains = ["evm", "solana", "bitcoin"]
/** First chunks of each use: each is a dynamic import of the chain's own code. */
const uses = [
  ["list wallets", /\/module\.(js|ts)$/],
  ["connect", /Connector\.(js|ts)$/],
  ["send", /\/(actions|walletCalls|signedFrom)\.(js|ts)$/],
]

const chunks = await bundleHost(chains, { minify: true, external: react })
const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))

/** Returns a chunk and all its static imports. */
const withImports = (chunk, seen = new Set()) => {
  if (chunk === undefined || seen.has(chunk)) return seen
  seen.add(chunk)
  for (const name of chunk.imports) withImports(byName.get(name), seen)
  return seen
}

const isChains = (id) => /\/chains\/dist\/(evm|solana|bitcoin|standard)\//.test(id ?? "")

/** Chunks that the modal loads for every chain: the page, the engine, the views and the flows. */
const common = new Set()
for (const chunk of chunks)
  if (!isChains(chunk.facadeModuleId) && (chunk.isEntry || chunk.isDynamicEntry)) withImports(chunk, common)

for (const chain of chains) {
  const loaded = new Set(common)
  console.log(`${chain}:`)
  for (const [use, begins] of uses) {
    const first = chunks.filter((chunk) => {
      const id = chunk.facadeModuleId ?? ""
      return id.includes(`/chains/dist/${chain}/`) && begins.test(id)
    })
    if (first.length === 0) throw new Error(`${chain}: nothing is loaded to ${use}: what is to be measured?`)
    const added = new Set(first.flatMap((chunk) => [...withImports(chunk)]).filter((one) => !loaded.has(one)))
    for (const chunk of added) loaded.add(chunk)
    console.log(`  ${use.padEnd(14)} ${bytes([...added].reduce((sum, { code }) => sum + gzip(code), 0))}`)
  }
}

/** Well-known packages for the same purpose, with the code that a page writes to use them. */
const known = [
  {
    name: "Solana: @solana/web3.js 1, wallet-adapter-base, wallet-standard-wallet-adapter-base",
    packages: [
      "@solana/web3.js@1",
      "@solana/wallet-adapter-base",
      "@solana/wallet-standard-wallet-adapter-base",
    ],
    page: `import { Connection, PublicKey, SystemProgram, Transaction } from "@solana/web3.js"
           import { isWalletAdapterCompatibleStandardWallet } from "@solana/wallet-adapter-base"
           import { StandardWalletAdapter } from "@solana/wallet-standard-wallet-adapter-base"
           globalThis.page = [Connection, PublicKey, SystemProgram, Transaction, isWalletAdapterCompatibleStandardWallet, StandardWalletAdapter]`,
  },
  {
    name: "Bitcoin: sats-connect",
    packages: ["sats-connect"],
    page: `import { getProviders, request } from "sats-connect"
           globalThis.page = [getProviders, request]`,
  },
  {
    name: "Solana: @reown/appkit-adapter-solana 1.7.2",
    packages: ["@reown/appkit-adapter-solana@1.7.2"],
    page: `import { SolanaAdapter } from "@reown/appkit-adapter-solana"
           globalThis.page = new SolanaAdapter()`,
  },
  {
    name: "Bitcoin: @reown/appkit-adapter-bitcoin 1.7.2",
    packages: ["@reown/appkit-adapter-bitcoin@1.7.2"],
    page: `import { BitcoinAdapter } from "@reown/appkit-adapter-bitcoin"
           globalThis.page = new BitcoinAdapter()`,
  },
]

const run = promisify(execFile)

/** Returns the initial and the total bytes of a page with these packages. React is excluded, as above. */
const weigh = async ({ packages, page }) => {
  const folder = await mkdtemp(join(tmpdir(), "wmodal-weight-"))
  try {
    await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }')
    const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional", "--loglevel=error"]
    await run("npm", ["install", ...quiet, ...packages], { cwd: folder, maxBuffer: 2 ** 26 })
    await mkdir(join(folder, "page"))
    await writeFile(join(folder, "page/index.js"), page)
    const built = await build({
      configFile: false,
      root: folder,
      logLevel: "silent",
      define: { "process.env.NODE_ENV": '"production"' },
      build: {
        write: false,
        modulePreload: false,
        target: "es2024",
        rolldownOptions: {
          input: join(folder, "page/index.js"),
          external: react,
          onwarn: () => {},
        },
      },
    })
    const output = [built].flat().flatMap((one) => one.output)
    const scripts = new Map(output.filter(({ type }) => type === "chunk").map((one) => [one.fileName, one]))
    const first = new Set()
    const take = (chunk) => {
      if (chunk === undefined || first.has(chunk)) return
      first.add(chunk)
      for (const name of chunk.imports) take(scripts.get(name))
    }
    for (const chunk of scripts.values()) if (chunk.isEntry) take(chunk)
    const sum = (some) => [...some].reduce((total, { code }) => total + gzip(code), 0)
    return { first: sum(first), all: sum(scripts.values()) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

console.log("known packages for the same, as a page that uses them loads them:")
for (const one of known) {
  const { first, all } = await weigh(one)
  console.log(`  ${one.name}`)
  console.log(`    at once        ${bytes(first)}`)
  console.log(`    with all that comes later ${bytes(all)}`)
}
