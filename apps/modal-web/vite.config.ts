import { resolve } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig, type UserConfig } from "vite"

// Vite keeps the environment's own value, and JSX of a different one needs React's development build.
process.env["NODE_ENV"] = "production"

const here = (path: string) => resolve(import.meta.dirname, path)

/** Only React and its dependencies: a page that has these bytes already does not count them twice. */
const reactGroup = {
  name: "react",
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  priority: 2,
}

/** Modules of lazy chunks. The first chunks must not need any of them. */
const lazyModules =
  /core[\\/]src[\\/](flows|activeWallet|ledger|holdings|collectibles|activity|recipients|accounts|send|signing|swap|requests|links|wallets|problems[\\/](presentProblem|engineMessages)\.|clients[\\/]makeClients|pairing[\\/]openPairing|signIn[\\/](?!makeSignIn\.|getConnectMethods))|chains[\\/]src[\\/](text[\\/](?!printable\.)|contract[\\/]ChainActions)|protocol[\\/]src[\\/](rpcErrorCodes|parseCaip|Amount|Decimal|Quantity|NumericInput|CaipAsset|ChainAddress|CoinType|Base58|Segwit|\w+(Address|Uri)\.|transport[\\/](?!Fetch|NetworkError))/

/**
 * Modules of this package in the first chunk: the frame and the first view. All others load later: see `src/chunks.ts`.
 */
const firstView =
  /modal-web[\\/]src[\\/](engine|routes|chunks|page[\\/]WModal|shell[\\/](?!sheetDrag|shake)\w+|binding[\\/](EngineContext|parseAccount|connectionStates|parseDevice|environment|publish|useValue)|messages[\\/](Catalogue|Translate|format|languages)|ui[\\/](Badge|Button|Icon|IconButton|ListItem|Notice|RemoteImage|Skeleton|ui)|views[\\/](Alert|NotLoaded|connect[\\/](Connect|ConnectingTitle|restoreProblem)|account[\\/]AccountTitle|network[\\/]SwitchTitle))\./

const eager =
  /[\\/]node_modules[\\/](effect|zod)[\\/]|libs[\\/]core[\\/]src[\\/](?!storage[\\/]session)|libs[\\/]protocol[\\/]src[\\/](?!networks|Address\.)|libs[\\/]chains[\\/]src[\\/](text|contract|wallet[\\/](icon|lazyConnector|pageEvents)\.|evm[\\/](EvmConnectorInfo|Eip1193Provider)\.|walletconnect[\\/]WalletConnect\.)/

/** Modules that the engine's chunk always needs, as one file, which compresses better than five. */
const engineGroup = {
  name: "engine",
  test: (id: string) => firstView.test(id) || (eager.test(id) && !lazyModules.test(id)),
  priority: 1,
}

const shared: UserConfig = {
  plugins: [react()],
  resolve: { conditions: ["@wmodal/source", "module", "browser", "production"] },
  publicDir: false,
  base: "./",
}

const build = {
  target: "es2024",
  /** The oldest browsers that support `light-dark()`. */
  cssTarget: ["chrome123", "firefox120", "safari17.5"],
  modulePreload: false,
  assetsInlineLimit: 0,
} satisfies UserConfig["build"]

/** Builds the pages: the demo, a page with only a button, and every view in every state. */
const pages = (root: string, outDir: string, names: readonly string[]): UserConfig => ({
  ...shared,
  root: here(root),
  build: {
    ...build,
    outDir: here(outDir),
    emptyOutDir: true,
    rolldownOptions: {
      input: Object.fromEntries(names.map((name) => [name, here(`${root}/${name}.html`)])),
      output: { codeSplitting: { groups: [reactGroup] } },
    },
  },
})

/** Script-tag build: `wmodal.js` and its chunks, ready for any static server. */
const cdn: UserConfig = {
  ...shared,
  resolve: {
    ...shared.resolve,
    // WalletConnect's dependency requires tslib as CommonJS: its other form would put helpers into the first load.
    alias: [{ find: /^tslib$/, replacement: "tslib/tslib.js" }],
  },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    ...build,
    outDir: here("dist/cdn"),
    manifest: true,
    emptyOutDir: true,
    lib: {
      entry: { wmodal: here("src/cdn.ts"), auto: here("src/auto.ts"), networks: here("src/networks.ts") },
      formats: ["es"],
    },
    rolldownOptions: {
      optimization: { inlineConst: { mode: "all", pass: 3 } },
      treeshake: { propertyReadSideEffects: false },
      preserveEntrySignatures: "allow-extension",
      output: {
        codeSplitting: {
          groups: [reactGroup, engineGroup],
          includeDependenciesRecursively: false,
        },
        minify: true,
        // No further build tree-shakes this output.
        comments: { annotation: false, jsdoc: false },
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
}

/** Build for bundlers: only our code, with every dependency left to the host's bundle. */
const lib: UserConfig = {
  ...shared,
  build: {
    ...build,
    outDir: here("dist/lib"),
    emptyOutDir: true,
    minify: false,
    lib: {
      entry: { index: here("src/index.ts"), react: here("src/react.tsx"), ssr: here("src/ssr.ts") },
      formats: ["es"],
    },
    rolldownOptions: {
      external: /^(?!\.|\/|[A-Z]:|\0)/,
      output: {
        // Only on the client-only module: it loads our other client code, and the rest also runs on a server.
        banner: ({ name }) => (name === "react" ? '"use client";' : ""),
        codeSplitting: { groups: [{ name: "react-18.2-or-newer-is-needed", test: /[\\/]reactRoot\.ts$/ }] },
      },
    },
  },
}

const builds: Readonly<Record<string, UserConfig>> = {
  cdn,
  lib,
  demo: pages("demo", "dist/demo", ["index", "bare", "react"]),
  gallery: pages("gallery", "dist/gallery", ["index", "frame"]),
}

export default defineConfig(({ mode }) => builds[mode] ?? cdn)
