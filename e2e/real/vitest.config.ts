import { defineConfig } from "vitest/config"
import endToEnd from "../vitest.config.ts"

/** The modal with wallets of others, as published: a part of `npm run test:wide`. */
export default defineConfig({
  ...endToEnd,
  test: { ...endToEnd.test, include: ["real/*.spec.ts"] },
})
