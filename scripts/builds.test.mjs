import { fileURLToPath } from "node:url"
import { resolveConfig } from "vite"
import { afterEach, describe, expect, it, vi } from "vitest"

const root = (folder) => fileURLToPath(new URL(`../${folder}`, import.meta.url))

afterEach(() => {
  vi.unstubAllEnvs()
})

describe("a build", () => {
  it.each(["apps/cli", "apps/modal-web"])("of %s is for production in any environment", async (folder) => {
    vi.stubEnv("NODE_ENV", "test")
    expect((await resolveConfig({ root: root(folder), logLevel: "silent" }, "build")).isProduction).toBe(true)
  })
})
