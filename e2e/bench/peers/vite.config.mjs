// One build configuration for every peer: production, default minifier of Vite, default target, no sourcemaps.
import { defineConfig } from "vite"

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  define: { global: "globalThis", "process.env.NODE_ENV": '"production"', "process.env.NODE_DEBUG": '""' },
  resolve: { dedupe: ["react", "react-dom"] },
  logLevel: "warn",
  build: { sourcemap: false, reportCompressedSize: false, chunkSizeWarningLimit: 100000, emptyOutDir: true },
})
