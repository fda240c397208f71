import { resolve } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin, type UserConfig } from "vite"
import { floorBrowsers } from "./scripts/floor.mjs"
import { ownKeys } from "./scripts/ownKeys.mjs"

// Vite keeps the environment's own value, and JSX of a different one needs React's development build.
process.env["NODE_ENV"] = "production"

const here = (path: string) => resolve(import.meta.dirname, path)

/** Only React and its dependencies: a page that has these bytes already does not count them twice. */
const reactGroup = {
  name: "react",
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  priority: 2,
}

const shared: UserConfig = {
  plugins: [react()],
  resolve: { conditions: ["@wmodal/source", "module", "browser", "production"] },
  publicDir: false,
  base: "./",
}

const build = {
  target: "es2022",
  cssTarget: floorBrowsers,
  modulePreload: false,
  /** The licences of the packages whose code is in the files. They require their text to go along. */
  license: { fileName: "licenses.json" },
  assetsInlineLimit: 0,
} satisfies UserConfig["build"]

/** What reads the last visit: in the browser, and on a server. */
const readers = /\/src\/(?:page\/firstState|ssr)\.ts$/

/**
 * Gives each reader of the last visit its own copies of what later chunks need, too: a shared file would load after the
 * engine on every page.
 */
const ownCopies: Plugin = {
  name: "own-copies",
  enforce: "pre",
  resolveId: (id, importer = "") => {
    const [, copy] = /\/toInitialState\.ts\?(\w+)$/.exec(importer) ?? []
    if (id === "@wmodal/protocol" && copy !== undefined) return `\0protocol?${copy}`
    const [name] = /(?:rememberedState|toInitialState|initialState)\.ts$/.exec(id) ?? []
    return name !== undefined && readers.test(importer)
      ? `${here(`src/page/${name}`)}?${importer.endsWith("/ssr.ts") ? "server" : "first"}`
      : undefined
  },
  // The files of protocol that they need.
  load: (id) => {
    const [, copy] = /^\0protocol\?(\w+)$/.exec(id) ?? []
    const paths = ["Address", "Caip"].map((name) => here(`../../libs/protocol/src/${name}.ts`))
    return copy && paths.map((path) => `export * from ${JSON.stringify(`${path}?${copy}`)}`).join("\n")
  },
}

/** Replaces modules of effect by small ones, which say why: scripts/{formatter,equal,hash}.mjs. */
const smallParts: Plugin = {
  name: "small-parts",
  enforce: "pre",
  resolveId: (id, importer) => {
    if (
      !/effect[\\/]dist[\\/](internal[\\/](core|effect|option|result)|Context|Inspectable)\.js$/.test(
        importer ?? "",
      )
    )
      return
    const name = /\/(Formatter|Equal|Hash)\.js$/.exec(id)?.[1]
    return name && here(`scripts/${name.toLowerCase()}.mjs`)
  },
}

/**
 * Gives bitcoinjs-lib the `bech32` of `@scure/base`, as its own is a CommonJS package, which would put the bundler's
 * helpers into the first load; and the clients of Solana's programs the kit that we have.
 */
const oneCopy: Plugin = {
  name: "one-copy",
  enforce: "pre",
  resolveId(id, importer = "", options) {
    const resolve = (name: string, from: string) =>
      this.resolve(name, here(from), { ...options, skipSelf: true })
    if (id === "bech32" && /[\\/]node_modules[\\/]bitcoinjs-lib[\\/]/.test(importer))
      return resolve("@scure/base", "../../libs/chains/src/index.ts")
    // What they share, next to an older kit at the root.
    if (id.startsWith("@solana/") && /[\\/]program-client-core[\\/]/.test(importer))
      return resolve(id, "../../node_modules/@solana/kit/package.json")
    return
  },
}

/** `scripts/build.mjs` adds the groups of `scripts/chunkGroups.mjs`. */
const ownOptimization = {
  optimization: { inlineConst: { mode: "all", pass: 3 } },
  treeshake: { propertyReadSideEffects: false },
  preserveEntrySignatures: "allow-extension",
} as const

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
  plugins: [react(), ownCopies, smallParts, oneCopy, ownKeys],
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
      entry: {
        wmodal: here("src/cdn.ts"),
        auto: here("src/auto.ts"),
        networks: here("src/networks.ts"),
        siwx: here("src/siwx.ts"),
      },
      formats: ["es"],
    },
    rolldownOptions: {
      ...ownOptimization,
      output: {
        codeSplitting: {
          groups: [reactGroup],
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

/**
 * Build for bundlers: everything but React, in few chunks. A host's bundler would split our packages, effect and their
 * dependencies into many small files, and would keep more of them.
 */
const lib: UserConfig = {
  ...shared,
  plugins: [react(), ownCopies, smallParts, oneCopy, ownKeys],
  build: {
    ...build,
    outDir: here("dist/lib"),
    emptyOutDir: true,
    minify: false,
    cssMinify: "lightningcss",
    lib: {
      entry: {
        index: here("src/index.ts"),
        react: here("src/react.tsx"),
        elements: here("src/elements.ts"),
        siwx: here("src/siwx.ts"),
        ssr: here("src/ssr.ts"),
      },
      formats: ["es"],
    },
    rolldownOptions: {
      external: /^(react|react-dom)(\/|$)/,
      ...ownOptimization,
      output: {
        // Only on the client-only module: it loads our other client code, and the rest also runs on a server.
        banner: ({ name }) => (name === "react" ? '"use client";' : ""),
        codeSplitting: {
          groups: [
            { name: "react-18.2-or-newer-is-needed", test: /[\\/]react(Root|Version)\.ts$/, priority: 2 },
          ],
          includeDependenciesRecursively: false,
        },
        // Without hashes: a host's bundler adds its own to each name, and its pages list all names.
        chunkFileNames: "chunks/[name].js",
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
