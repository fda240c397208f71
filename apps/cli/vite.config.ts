import { builtinModules } from "node:module"
import { defineConfig } from "vite"
import manifest from "./package.json" with { type: "json" }

// Vite keeps an existing NODE_ENV. With another value, JSX would require React's development build.
process.env["NODE_ENV"] = "production"

// One entry file, and a chunk for each part that loads on demand.
export default defineConfig({
  define: { __WMODAL_VERSION__: JSON.stringify(manifest.version), "process.env.NODE_ENV": '"production"' },
  resolve: { conditions: ["@wmodal/source", "node", "import", "default"] },
  ssr: {
    noExternal: true,
    // Native: the Solana engine of the mock server, a dependency of that package.
    external: [...builtinModules, "litesvm"],
    resolve: { conditions: ["@wmodal/source", "node", "import", "default"] },
  },
  build: {
    ssr: "src/wmodal.ts",
    outDir: "dist",
    target: "node22",
    // The licences of the packages whose code is in the files: they require their text to go along.
    license: { fileName: "licenses.json" },
    // tsc writes its declarations here, too.
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: "wmodal.js", chunkFileNames: "chunks/[name].js" },
    },
  },
})
