import { defineConfig } from "vitest/config"

/** The tests in every engine, one after the other: a part of `npm run test:wide`. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["**/*.spec.ts"],
    // A part of its own.
    exclude: ["zoo/**"],
    chaiConfig: { truncateThreshold: 0 },
    environment: "node",
    isolate: false,
    // Presses follow an act within milliseconds: nothing else runs at the same time.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
  },
})
