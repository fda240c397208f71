import { build } from "vite"

/** Builds one self-contained classic script: a web page loads it by a tag, a test runner adds it to any page. */
const root = `${import.meta.dirname}/..`

await build({
  configFile: false,
  root,
  logLevel: "warn",
  resolve: { conditions: ["@wmodal/source", "module", "browser", "production"] },
  build: {
    target: "es2024",
    outDir: `${root}/dist/script`,
    lib: {
      entry: `${root}/src/script.ts`,
      formats: ["iife"],
      name: "wmodalDevWallet",
      fileName: () => "devWallet.js",
    },
  },
})
