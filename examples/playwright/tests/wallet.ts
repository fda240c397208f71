import { fileURLToPath } from "node:url"
import { test as base } from "@playwright/test"
import { type MockServer, startMockServer } from "@wmodal/mock-server"

/** A test with a mock server: one per worker, with a separate world per test. */
export const test = base.extend<{ world: string }, { server: MockServer }>({
  server: [
    async ({}, use) => {
      const server = await startMockServer({ port: 0 })
      await use(server)
      await server.close()
    },
    { scope: "worker" },
  ],
  world: async ({ server }, use, { testId }) => use(server.worldUrl(testId)),
  // Every page has the dev wallet, like an installed one.
  page: async ({ page }, use) => {
    await page.addInitScript({ path: fileURLToPath(import.meta.resolve("@wmodal/dev-wallet/script")) })
    await use(page)
  },
})
