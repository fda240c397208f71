import { configDefaults, defineConfig } from "vitest/config"
import { longestFirst, tags } from "./scripts/tiers.ts"

/** They wait: for clients of WalletConnect, for processes, for what must not come. */
const waiting = /cli\/src\/(story\/|phone|frame)|relay\/|phone\//

export default defineConfig({
  resolve: { conditions: ["@wmodal/source"] },
  ssr: { resolve: { conditions: ["@wmodal/source"] } },
  test: {
    include: ["{libs,apps}/*/src/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
    // They need a program that few machines have, and are there only where it is named.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env["WMODAL_BITCOIND"] === undefined ? ["**/*.bitcoind.test.ts"] : []),
    ],
    environment: "node",
    tags,
    // WalletConnect's client: one core for each that asks for one, and no telemetry.
    env: { IS_VITEST: "true", DISABLE_GLOBAL_CORE: "true" },
    // No module of ours keeps state, and to load them anew for each file takes three times as long as the tests.
    isolate: false,
    setupFiles: ["scripts/unit.setup.mjs"],
    // One more than the cores of a small machine: processes and sockets are waited for now and then.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(waiting) },
    // Time is virtual: what takes this long hangs, also on a machine that is busy with something else.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
  },
})
