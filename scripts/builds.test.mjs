import { fileURLToPath } from "node:url"
import { resolveConfig } from "vite"
import { afterEach, describe, expect, it, vi } from "vitest"

const root = (folder) => fileURLToPath(new URL(`../${folder}`, import.meta.url))

afterEach(() => {
  vi.unstubAllEnvs()
})

describe("build output", () => {
  it.each(["apps/cli", "apps/modal-web"])(
    "contains the production build in any environment: %s",
    async (folder) => {
      vi.stubEnv("NODE_ENV", "test")
      expect((await resolveConfig({ root: root(folder), logLevel: "silent" }, "build")).isProduction).toBe(
        true,
      )
    },
  )
})
