/**
 * Measures the gzipped bytes that a page loads with well-known packages for what our chains do; `npm run size` prints
 * the bytes of our chains on first use.
 */
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { build } from "vite"

/** Packages that the host app provides, excluded here as in `npm run size`. */
const react = /^react(-dom)?(\/|$)/

const gzip = (text) => gzipSync(text, { level: 9 }).length
const bytes = (count) => `${String(count).padStart(8)} bytes gzip`

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
