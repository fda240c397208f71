import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: { conditions: ["@wmodal/source"] },
  ssr: { resolve: { conditions: ["@wmodal/source"] } },
  test: {
    include: ["{libs,apps}/*/src/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
    environment: "node",
    // WalletConnect's client: one core for each that asks for one, and no telemetry.
    env: { IS_VITEST: "true", DISABLE_GLOBAL_CORE: "true" },
    // No module of ours keeps state, and to load them anew for each file takes three times as long as the tests.
    isolate: false,
    setupFiles: ["scripts/property.setup.mjs"],
    // One more than the cores of a small machine: processes and sockets are waited for now and then.
    maxWorkers: 3,
    // Time is virtual: what takes this long hangs, also on a machine that is busy with something else.
    testTimeout: 30_000,
    restoreMocks: true,
  },
})
