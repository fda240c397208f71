import { defineConfig } from "vitest/config"
import engines from "../vitest.config.ts"

/** The host pages in every engine: a part of `npm run test:wide`. */
export default defineConfig({
  ...engines,
  root: import.meta.dirname,
  test: { ...engines.test, exclude: [] },
})
