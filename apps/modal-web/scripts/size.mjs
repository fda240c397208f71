import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { openPage, toChunkName, withImports } from "./hostPage.mjs"

/**
 * Measures, in gzip without React, what pages load from the published files: two pages that a bundler builds, and the
 * script-tag page. Exits 1 when a page exceeds a limit of `size.json`, when a feature grew by more than 3 %, or when
 * code loads before it is needed. `--write` records the features' bytes.
 */
const root = fileURLToPath(new URL("..", import.meta.url))
const cdn = `${root}dist/cdn/`
for (const file of [
  "dist/lib/index.js",
  "dist/cdn/.vite/manifest.json",
  "../../libs/walletconnect/dist/index.js",
])
  if (!existsSync(root + file)) {
    console.error(`${file} is missing: run npm run build first.`)
    process.exit(1)
  }
const recordFile = `${root}size.json`
const record = JSON.parse(readFileSync(recordFile, "utf8"))
const maxGrowth = 0.03

const failures = []
const check = (ok, failure) => {
  if (!ok) failures.push(failure)
}
const row = (title, bytes, note = "") =>
  console.log(`${title.padEnd(44)}${String(bytes).padStart(8)}  ${note}`)

const react = `
  import { createElement } from "react"
  import { createRoot } from "react-dom/client"
  const render = (view) => createRoot(document.body).render(view)
`
const pageWith = (chains, networks, rest = "", imports = "") => `${react}${imports}
  import { createWModal, ${[...chains, ...networks].join(", ")} } from "@wmodal/modal-web"
  import { ConnectButton, WModalProvider } from "@wmodal/modal-web/react"
  const modal = createWModal({
    projectId: "p", preload: "intent", networks: [${networks.join(", ")}],
    chains: [${chains.map((chain) => `${chain}()`).join(", ")}], ${rest}
  })
  render(createElement(WModalProvider, { modal }, createElement(ConnectButton)))
`
const chains = ["evm", "solana", "bitcoin"]
const endpoints = `{
  directory: "https://d.example", blockchain: "https://b.example", relay: "wss://r.example", secureSite: "https://s.example",
}`
const reactPage = await openPage(`${react}render(createElement("p"))`)
const evmPage = await openPage(pageWith(["evm"], ["mainnet"]))
const siwxPage = await openPage(
  pageWith(
    ["evm"],
    ["mainnet"],
    'siwx: siwxServer({ url: "/auth" })',
    'import { siwxServer } from "@wmodal/modal-web/siwx"',
  ),
)
const fullPage = await openPage(
  pageWith(
    chains,
    ["mainnet", "solanaMainnet", "bitcoinMainnet"],
    `endpoints: ${endpoints}, walletConnect: walletConnect()`,
    'import { walletConnect } from "@wmodal/walletconnect"',
  ),
)

/** Returns the script-tag page in the shape of a bundled one. */
const openScriptTag = () => {
  const manifest = JSON.parse(readFileSync(`${cdn}.vite/manifest.json`, "utf8"))
  const files = new Map()
  for (const { file, name, imports = [] } of Object.values(manifest)) {
    if (!file.endsWith(".js")) continue
    const code = readFileSync(cdn + file, "utf8")
    const bytes = gzipSync(code, { level: 9 }).length
    const names = imports.map((key) => manifest[key].file)
    files.set(file, { fileName: file, name, code, bytes, imports: names, isReact: name === "react" })
  }
  const find = (wanted) => [...files.values()].filter(({ name }) => name === wanted)
  return { files, find, page: "wmodal.js" }
}
const scriptTag = openScriptTag()

/** Returns the files that these of our chunks need, with their static imports. */
const need = (page, names) =>
  withImports(
    page.files,
    names.flatMap((name) => {
      const found = page.find(name)
      if (found.length === 0) throw new Error(`No chunk ${name} in the build: correct scripts/size.mjs.`)
      return found.map(({ fileName }) => fileName)
    }),
  )
const join = (...sets) => new Set(sets.flatMap((set) => [...set]))
const less = (set, ...others) => [...set].filter((name) => !others.some((other) => other.has(name)))
const weigh = (page, names) =>
  [...names].reduce((sum, name) => sum + (page.files.get(name).isReact ? 0 : page.files.get(name).bytes), 0)
const reactBytes = weigh(reactPage, withImports(reactPage.files, [reactPage.page]))

/**
 * Measures what a page loads until Connect is interactive, and the files that a click loads, which include the list of
 * wallets, and compares both with the limits.
 */
const measure = (title, page, parts, ownReact) => {
  const before = withImports(page.files, [page.page])
  const interactive = join(before, need(page, parts))
  for (const [stage, set, max] of [
    ["before intent", before, record.limits[title].page],
    ["until Connect is interactive", interactive, record.limits[title].interactive],
  ]) {
    const bytes = weigh(page, set) - ownReact
    row(`${title}: ${stage}`, bytes, bytes > max ? `OVER ${max}` : `within ${max}`)
    check(bytes <= max, `${title}, ${stage}: ${bytes} bytes, the limit is ${max}.`)
  }
  const loaded = [...interactive].filter((name) => name !== page.page && !page.files.get(name).isReact)
  for (const name of loaded) row(`    ${name}`, page.files.get(name).bytes)
  const { files: maxFiles } = record.limits[title]
  const onClick = less(join(interactive, need(page, ["directory"])), before)
  row(
    `${title}: files on the click`,
    onClick.length,
    onClick.length > maxFiles ? `OVER ${maxFiles}` : `within ${maxFiles}`,
  )
  check(
    onClick.length <= maxFiles,
    `${title}: ${onClick.length} files on the click, the limit is ${maxFiles}: ${onClick.join(", ")}.`,
  )
  return interactive
}
const { limits } = record
const early = [
  [evmPage, measure("EVM", evmPage, ["engine"], reactBytes)],
  [fullPage, measure("Three chains and a relay", fullPage, ["engine", "standard"], reactBytes)],
  [scriptTag, measure("Script tag, EVM", scriptTag, ["engine"], 0)],
]
const interactive = early[1][1]

/** The client of WalletConnect, which a page passes in. */
const relayClient = /walletconnect[\\/]dist[\\/]openRelayClient\.js$/
const opening = join(interactive, need(fullPage, ["directory"]))
const connecting = join(opening, need(fullPage, ["connect"]))
const account = join(connecting, need(fullPage, ["clients", "account"]))
const connectors = Object.fromEntries(chains.map((chain) => [chain, need(fullPage, [`${chain}-shared`])]))
/** Chunks of each feature, and what is loaded before its first use. */
const features = {
  "wallets of the directory": [opening, interactive],
  connecting: [connecting, opening],
  ...Object.fromEntries(chains.map((chain) => [`${chain}: connect`, [connectors[chain], connecting]])),
  ...Object.fromEntries(
    chains.map((chain) => [
      `${chain}: actions`,
      [need(fullPage, [`${chain}-actions`]), join(account, connectors[chain])],
    ]),
  ),
  WalletConnect: [
    need(fullPage, ["walletconnect", relayClient, ...chains.map((chain) => `${chain}-session`)]),
    connecting,
  ],
  "sign-in methods on Connect": [need(fullPage, ["sign-in-methods"]), interactive],
  "sign-in and embedded wallet": [
    need(fullPage, ["sign-in"]),
    join(connecting, need(fullPage, ["sign-in-methods"])),
  ],
  "list of wallets": [need(fullPage, ["lists"]), connecting],
  account: [account, connecting],
  "send, swap, review": [need(fullPage, ["wallet", "payments"]), account],
}
console.log("\nOn first use, in the page with three chains and a relay")
const measured = {}
for (const [name, [set, before]] of Object.entries(features)) {
  const added = less(set, before)
  const bytes = weigh(fullPage, added)
  const recorded = record.features[name]
  measured[name] = bytes
  row(
    name,
    bytes,
    `${recorded === undefined ? "not recorded" : `recorded ${recorded}`}, ${added.length} files`,
  )
  check(
    process.argv.includes("--write") || bytes <= (recorded ?? 0) * (1 + maxGrowth),
    `${name}: ${bytes} bytes, recorded ${recorded ?? "none"}. If intended: npm run size -- --write`,
  )
}
if (process.argv.includes("--write"))
  writeFileSync(recordFile, `${JSON.stringify({ limits, features: measured }, null, 2)}\n`)

/** Sign-in with a signature on a server of the page's: all that it adds to a page, until the user is signed in. */
const siwxBytes = () => {
  const connected = need(siwxPage, ["account", "wallet", "payments", "evm-shared"])
  const before = (page) => weigh(page, withImports(page.files, [page.page]))
  const added = less(need(siwxPage, ["siwx", "siwx-views", "siwx-server"]), connected)
  return weigh(siwxPage, added) + before(siwxPage) - before(evmPage)
}
const maxSiwxBytes = limits["Sign-in with a signature"]
row("Sign-in with a signature", siwxBytes(), `limit ${maxSiwxBytes}`)
check(
  siwxBytes() <= maxSiwxBytes,
  `Sign-in with a signature: ${siwxBytes()} bytes, the limit is ${maxSiwxBytes}.`,
)

/** What a page that calls one hook gets for it: hooks that it does not call are left out. */
const hookPage = (call) =>
  openPage(`${react}
    import { createWModal, evm, mainnet } from "@wmodal/modal-web"
    import { WModalProvider${call && `, ${call}`} } from "@wmodal/modal-web/react"
    const modal = createWModal({ chains: [evm()], networks: [mainnet] })
    const View = () => createElement("p", null, ${call === "" ? '""' : `JSON.stringify(${call}())`})
    render(createElement(WModalProvider, { modal }, createElement(View)))
  `)
const weighPage = (page) => weigh(page, withImports(page.files, [page.page]))
const maxHookBytes = 1000
const hookBytes = weighPage(await hookPage("useWModalAccount")) - weighPage(await hookPage(""))
row("useWModalAccount alone", hookBytes, `limit ${maxHookBytes}`)
check(hookBytes <= maxHookBytes, `useWModalAccount: ${hookBytes} bytes, the limit is ${maxHookBytes}.`)

/** Texts that only this code contains, which must not load until Connect is interactive. */
const lateTexts = {
  "WalletConnect's client": ["wc_sessionPropose"],
  "the embedded wallet's bridge": ["@w3m-app/", "allow-same-origin"],
  zod: ["$ZodType"],
}
for (const [name, texts] of Object.entries(lateTexts))
  for (const text of texts) {
    const says = (page, file) => page.files.get(file).code.includes(text)
    for (const [page, set] of early) {
      const isEarly = [...set].some((file) => says(page, file))
      check(!isEarly, `${name} ("${text}") loads before Connect is interactive.`)
    }
    // The check proves something only if the text is in later code.
    for (const page of [fullPage, scriptTag])
      check(
        [...page.files.keys()].some((file) => says(page, file)),
        `No chunk has "${text}": it is not known when ${name} loads.`,
      )
  }

/** The folders of each package in the published files. Two mean a second copy: npm nests one version in several packages. */
const folders = new Map()
for (const file of readdirSync(`${root}dist/lib/chunks`))
  for (const [, folder, name] of readFileSync(`${root}dist/lib/chunks/${file}`, "utf8").matchAll(
    /^\/\/ (\S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+))\//gm,
  ))
    folders.set(name, (folders.get(name) ?? new Set()).add(folder))
check(folders.size > 0, "No file names the packages that it has: the check of copies finds nothing.")
for (const [name, { size }] of folders)
  check(size === 1, `${name} is in the published files ${size} times: see oneCopy in vite.config.ts.`)

/** Vite's function around `import()`, which lateParts.mjs keeps out of these files. */
const preloading = "vite:preloadError"
const preloads = (page, names) => [...names].filter((name) => page.files.get(name).code.includes(preloading))
for (const [page, set] of early)
  check(preloads(page, set).length === 0, "Vite's function around import() loads early: see lateParts.mjs.")
check(preloads(fullPage, fullPage.files.keys()).length > 0, `No file has "${preloading}".`)

/** Texts of code that no chunk may need, because all of it would be in the first: one module is in one chunk. */
const unwantedTexts = {
  "effect's clock and durations, 2 kB. Use Clock of libs/protocol": "sleepMillis",
}
for (const [name, text] of Object.entries(unwantedTexts))
  for (const { fileName, code } of scriptTag.files.values())
    check(!code.includes(text), `${fileName} has ${name}.`)

/**
 * Node's `Buffer`, which a browser does not have: bitcoinjs-lib's bytes need it without the condition "browser". Only
 * WalletConnect's client names it, in code that this modal does not call.
 */
for (const { files } of [fullPage, scriptTag]) {
  const naming = [...files.values()].filter(({ code }) => /\bBuffer\b/.test(code))
  const others = naming.filter(({ name }) => name !== "openRelayClient")
  check(others.length === 0, `${others.map(({ fileName }) => fileName).join(", ")}: Buffer is named.`)
  check(naming.length > others.length, "No file names Buffer: the check of it finds nothing.")
}

/**
 * Chunks that only Solana, Bitcoin and Polkadot need. The embedded wallet imports the encodings of its Solana accounts itself,
 * where a page has any.
 */
const isForeign = (name) => /^(standard|solana-(?!formats)|bitcoin-|polkadot)/.test(name ?? "")
const foreign = [...evmPage.chunkNames].filter(isForeign)
check(foreign.length === 0, `A page with evm() alone has ${foreign.join(", ")}.`)
check([...fullPage.chunkNames].some(isForeign), "No page has chunks of Solana or Bitcoin.")

/** Returns the chain of a chunk that only one chain needs: by its name, or because only this chain's chunks import it. */
const toChain = (id) => {
  const chain = /^(evm|solana|bitcoin|polkadot)-/.exec(toChunkName(id) ?? "")?.[1]
  if (chain !== undefined || toChunkName(id) === null) return chain
  const { importers, dynamicImporters } = fullPage.infos.get(id)
  const names = [...importers, ...dynamicImporters].map(toChunkName)
  return chains.find((own) => names.length > 0 && names.every((name) => name?.startsWith(`${own}-`)))
}
let ownImports = 0
for (const [id, { importedIds }] of fullPage.infos)
  for (const imported of importedIds) {
    const chain = /^(evm|solana|bitcoin|polkadot)-/.exec(toChunkName(imported) ?? "")?.[1]
    if (chain === undefined) continue
    if (toChain(id) === chain) ownImports += 1
    else check(false, `${toChunkName(id) ?? id} imports ${toChunkName(imported)}, which only ${chain} needs.`)
  }
check(ownImports > 0, "No chunk imports one of its own chain: the check of imports finds nothing.")

console.log(
  failures.length === 0
    ? "\nWithin the limits, and nothing of a late feature or of another chain is loaded early."
    : `\n${failures.join("\n")}`,
)
if (failures.length > 0) process.exitCode = 1
