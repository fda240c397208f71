import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: { conditions: ["@wmodal/source"] },
  ssr: { resolve: { conditions: ["@wmodal/source"] } },
  test: {
    include: ["{libs,apps}/*/src/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
    environment: "node",
    setupFiles: ["scripts/property.setup.mjs"],
    restoreMocks: true,
  },
})
