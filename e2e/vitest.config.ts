import { defineConfig } from "vitest/config"

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ["@wmodal/source"] },
  ssr: { resolve: { conditions: ["@wmodal/source"] } },
  test: {
    include: ["src/**/*.spec.ts"],
    environment: "node",
    // Files share a worker's browser and mock server; each test has its own origin and world.
    isolate: false,
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: 0,
  },
})
