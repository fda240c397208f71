import { dirname, relative, resolve } from "node:path"

/**
 * The folders of the engine (`libs/core/src`), from top to bottom: each may import those below it, types too. Files of
 * the root put the engine together, and no folder may import them, except the two that are listed here.
 */
const order = [
  // Everything that a connected wallet can do, put together.
  "flows",
  // Which view follows which event.
  "views",
  // Wallets of other devices and the embedded one, which may connect and sign in with one step.
  "pairing",
  "signIn",
  // What one flow does. What it asks a wallet for goes through `operation`, which records it in `ledger`.
  "siwx",
  "swap",
  "funding",
  "names",
  "ownNetworks",
  "sessions",
  "approvals",
  "collectibles",
  "onramp",
  "receive",
  "activity",
  "send",
  "recipients",
  "requests",
  "signing",
  "holdings",
  "activeWallet",
  "operation",
  "ledger",
  "accounts",
  // What all flows use: the engine's services as one type, the shown account, its chain.
  "services",
  // Until a wallet is connected.
  "links",
  "analytics",
  "clients",
  "account",
  "networks",
  "connection",
  "router",
  "wallets",
  "connectors",
  "notices",
  // What everything uses.
  "effects",
  "problems",
  "EngineEvent.ts",
  "Platform.ts",
  // Options that few hosts pass, and their changes: they load on demand.
  "rareOptions",
  "storage",
  "options",
]

/** The files with imports of a higher folder, and why. */
const exceptions = new Map([
  // Loads the flows with the first use, so that neither the page's first script nor the engine does.
  ["clients/makeClients.ts", ["flows", "services"]],
  // The connection machine moves the shown network, and asks for sign-ins of one step. It loads with the first attempt.
  ["connection/openConnection.ts", ["networks", "siwx"]],
])

const source = /^(.*(?:^|\/)libs\/core\/src)\/(.*)$/
const isTest = /\.test\.[a-z]+$|^testing\//

/** Returns why a file of the engine may not import another one; `null` if it may. */
const refuse = (file, specifier) => {
  const [, root, path] = source.exec(file.replaceAll("\\", "/")) ?? []
  if (path === undefined || !path.includes("/") || isTest.test(path) || !specifier.startsWith("."))
    return null
  const [from] = path.split("/")
  const [to] = relative(root, resolve(dirname(file), specifier))
    .replaceAll("\\", "/")
    .split("/")
  if (from === to || exceptions.get(path)?.includes(to)) return null
  const [above, below] = [order.indexOf(from), order.indexOf(to)]
  if (above === -1)
    return `"${from}" has no place in the order of folders: add it to scripts/lint/folders.mjs`
  if (below > above) return null
  return `"${from}" may not import "${to}", which is above it: see scripts/lint/folders.mjs`
}

/** Imports of the engine run in one direction, so that it can be read from top to bottom. */
export const folders = {
  create(context) {
    const check = ({ source }) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return
      const message = refuse(context.filename, source.value)
      if (message !== null) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}
