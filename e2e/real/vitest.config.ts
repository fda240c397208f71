import { defineConfig } from "vitest/config"
import endToEnd from "../vitest.config.ts"

/** The modal with wallets of others, as published: a part of `npm run test:wide`. */
export default defineConfig({
  ...endToEnd,
  // The first test of a file also bundles its page, or deploys what the page asks for.
  test: { ...endToEnd.test, include: ["real/*.spec.ts"], testTimeout: 180_000 },
})
