import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { bundleHost, modulesOf } from "./hostBundle.mjs"

/**
 * Measures the gzipped script-tag build: what a page loads before the modal is used, and what is loaded until Connect
 * is interactive, without the chunk that holds only react, react-dom and scheduler.
 * Exits 1 when the build exceeds `size.json`, when WalletConnect, the embedded wallet or zod loads before it is needed,
 * or when a page that passes one chain gets code of another.
 */
const room = fileURLToPath(new URL("..", import.meta.url))
const folder = `${room}dist/cdn/`
const budget = JSON.parse(await readFile(`${room}size.json`, "utf8"))
const manifest = JSON.parse(await readFile(`${folder}.vite/manifest.json`, "utf8"))

const entryOf = (source) => {
  const found = Object.entries(manifest).find(([, chunk]) => chunk.src === source || chunk.name === source)
  if (found === undefined) throw new Error(`No chunk for ${source} in the build: run npm run build first.`)
  return found[0]
}

/** Returns the keys of a chunk and of all its static imports. */
const graph = (key, seen = new Set()) => {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key].imports ?? []) graph(next, seen)
  return seen
}

const weigh = async (keys) => {
  const files = [...new Set([...keys].map((key) => manifest[key].file))]
  return Promise.all(
    files.map(async (file) => ({
      file,
      bytes: gzipSync(await readFile(folder + file), { level: 9 }).length,
    })),
  )
}

const print = (title, parts, limit) => {
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const verdict = limit === null ? "" : total <= limit ? `, within ${limit}` : `, OVER ${limit}`
  console.log(`${title}: ${total} bytes gzip${verdict}`)
  for (const { file, bytes } of parts) console.log(`  ${String(bytes).padStart(6)}  ${file}`)
  return limit === null || total <= limit
}

const page = graph(entryOf(budget.page))
const interactive = new Set(page)
for (const source of budget.interactive) for (const key of graph(entryOf(source))) interactive.add(key)
const isReact = ({ file }) => /^react-[^/]*\.js$/.test(file)

const parts = await weigh(interactive)
const fits = [
  print("Before intent", await weigh(page), budget.limits.page),
  print(
    "Until Connect is interactive, without react",
    parts.filter((part) => !isReact(part)),
    budget.limits.interactive,
  ),
]
for (const { file, bytes } of parts.filter(isReact)) console.log(`  (${bytes}  ${file})`)

/** Returns true for a chunk with text that only WalletConnect's client contains. */
const says = async (key) =>
  (await readFile(folder + manifest[key].file, "utf8")).includes("wc_sessionPropose")
const remoteWallets = [
  "../../libs/chains/src/walletconnect/runWalletConnect.ts",
  "../../libs/walletconnect/src/openRelayClient.ts",
]
const pickedLater = [...new Set(remoteWallets.flatMap((part) => [...graph(entryOf(part))]))].filter(
  (key) => !interactive.has(key),
)
if (!(await Promise.all(pickedLater.map(says))).includes(true))
  throw new Error("No chunk has WalletConnect's client: nothing is known of when it loads.")
const isLate = !(await Promise.all([...interactive].map(says))).includes(true)
print("WalletConnect, once a person picks it", await weigh(pickedLater), null)
console.log(
  isLate ? "Before that: nothing of WalletConnect" : "WalletConnect is loaded before anybody picks it",
)

/** Texts that only the bridge to the embedded wallet's frame and its element contain. */
const frameSays = ["@w3m-app/", "allow-same-origin"]
const textOf = (key) => readFile(folder + manifest[key].file, "utf8")
const frameParts = ["src/binding/frameHost.ts", "../../libs/chains/src/frame/runEmbeddedWallet.ts"]
const framedLater = new Set(frameParts.flatMap((part) => [...graph(entryOf(part))]))
const laterTexts = await Promise.all([...framedLater].filter((key) => !interactive.has(key)).map(textOf))
for (const words of frameSays) {
  if (!laterTexts.some((text) => text.includes(words)))
    throw new Error(`No chunk says ${words}: nothing is known of when the embedded wallet loads.`)
}
const earlyTexts = await Promise.all([...interactive].map(textOf))
const isFrameLate = !earlyTexts.some((text) => frameSays.some((words) => text.includes(words)))
print(
  "The embedded wallet, once a person signs in",
  await weigh([...framedLater].filter((key) => !interactive.has(key))),
  null,
)
console.log(
  isFrameLate
    ? "Before that: nothing of the embedded wallet"
    : "The embedded wallet is loaded before anybody signs in",
)
/** A text that only zod contains. */
const zodSays = "$ZodType"
if (![...earlyTexts, ...laterTexts].some((text) => text.includes(zodSays)))
  throw new Error(`No chunk says ${zodSays}: nothing is known of when zod loads.`)
const isZodLate = !earlyTexts.some((text) => text.includes(zodSays))
console.log(
  isZodLate
    ? "Until Connect is interactive: nothing of zod"
    : "zod is loaded until Connect is interactive: decode by valibot there",
)
print(
  "Signing in, on Connect",
  await weigh(
    [...graph(entryOf("src/views/signIn/signInMethods.ts"))].filter((key) => !interactive.has(key)),
  ),
  null,
)

const chains = ["solana", "bitcoin"]
// Packages that belong to no chain are external, which makes the build faster.
const quickly = { minify: false, external: /^(react|react-dom|effect|valibot|zod|virtua)(\/|$)/ }
const alone = await bundleHost(["evm"], quickly)
const together = await bundleHost(["evm", ...chains], quickly)
const pure = chains.map((chain) => {
  const strange = modulesOf(chain, alone)
  // The check proves something only if it finds the chain's modules in a page that has the chain.
  const isSeen = modulesOf(chain, together).length > 0
  console.log(
    !isSeen
      ? `A page with ${chain}(): nothing of it was found, so nothing is known`
      : strange.length > 0
        ? `A page with evm() alone has ${strange.length} modules of ${chain}: ${strange.join(", ")}`
        : `A page with evm() alone: nothing of ${chain}`,
  )
  return isSeen && strange.length === 0
})
if (![...fits, ...pure, isLate, isFrameLate, isZodLate].every(Boolean)) process.exitCode = 1
