/** Packs the test wallet as an MV3 extension in `dist/extension`. */
import { copyFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build, type InlineConfig } from "vite"

// Vite leaves an environment's own value.
process.env["NODE_ENV"] = "production"

const root = fileURLToPath(new URL(".", import.meta.url))
const outDir = fileURLToPath(new URL("../dist/extension/", import.meta.url))

const sharedConfig = {
  root,
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  base: "./",
  resolve: { conditions: ["@wmodal/source", "browser", "module", "import", "default"] },
} satisfies InlineConfig

const target = "chrome120"

await build({
  ...sharedConfig,
  build: {
    outDir,
    target,
    emptyOutDir: true,
    // The wallet with its keys of three chains is loaded from disk, so its size does not matter.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { approve: `${root}approve.html`, worker: `${root}src/worker.ts` },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
})

// A content script is a classic script: one file, no imports.
for (const name of ["announce", "bridge"]) {
  await build({
    ...sharedConfig,
    build: {
      outDir,
      target,
      emptyOutDir: false,
      rolldownOptions: {
        input: `${root}src/${name}.ts`,
        output: { format: "iife", entryFileNames: `${name}.js`, codeSplitting: false },
      },
    },
  })
}

await copyFile(`${root}manifest.json`, `${outDir}manifest.json`)
