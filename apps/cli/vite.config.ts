import { builtinModules } from "node:module"
import { defineConfig } from "vite"
import manifest from "./package.json" with { type: "json" }

// Vite leaves an environment's own value, and JSX of another one needs React's development build.
process.env["NODE_ENV"] = "production"

// One file to start from and a chunk for each thing that is loaded only when used.
export default defineConfig({
  define: { __WMODAL_VERSION__: JSON.stringify(manifest.version), "process.env.NODE_ENV": '"production"' },
  resolve: { conditions: ["@wmodal/source", "node", "import", "default"] },
  ssr: {
    noExternal: true,
    // Native: the mock server's Solana, which that package brings along.
    external: [...builtinModules, "litesvm"],
    resolve: { conditions: ["@wmodal/source", "node", "import", "default"] },
  },
  build: {
    ssr: "src/wmodal.ts",
    outDir: "dist",
    target: "node22",
    // tsc puts its declarations here too.
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: "wmodal.js", chunkFileNames: "chunks/[name].js" },
    },
  },
})
