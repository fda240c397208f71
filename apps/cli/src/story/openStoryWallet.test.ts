import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseStory } from "@wmodal/mock-server"
import { Fetch } from "@wmodal/protocol"
import { mainnet, sepolia } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import { expect, it } from "vitest"
import { makePrompts } from "../prompts/Prompts.ts"
import type { Settings } from "../settings/Settings.ts"
import { readTerminal } from "../terminal/Terminal.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"
import { openStoryWallet } from "./openStoryWallet.ts"

const story = parseStory(readFileSync(join(import.meta.dirname, "../../../../stories/send-eth.yaml"), "utf8"))

const open = (settings: Partial<Settings>) => {
  const { facts } = makeRecordedFacts()
  const terminal = readTerminal(facts, "auto")
  return Effect.runPromise(
    Effect.scoped(
      Effect.result(
        openStoryWallet({
          story,
          settings: {
            projectId: null,
            endpoints: {},
            swapRouters: {},
            meldUrl: null,
            rpc: [],
            nodes: {},
            networks: [mainnet],
            network: null,
            ...settings,
          },
          phone: null,
          context: { facts, terminal, prompts: makePrompts(terminal, { info: () => {}, state: () => {} }) },
        }),
      ),
    ).pipe(Effect.provideService(Fetch, { send: () => Effect.never })),
  )
}

it("refuses the test mnemonic of a story on a network with real money", async () => {
  const refused = await open({ endpoints: { blockchain: "https://rpc.invalid" } })
  expect(Result.isFailure(refused) && refused.failure.reason).toMatchObject({
    _tag: "Guard",
    message: expect.stringContaining("Ethereum (eip155:1) holds real money"),
    hint: expect.stringContaining("--mock"),
  })
})

it("opens the wallet of a story on test networks and on a mock server of this machine", async () => {
  expect(Result.isSuccess(await open({ networks: [sepolia] }))).toBe(true)
  expect(Result.isSuccess(await open({ endpoints: { blockchain: "http://127.0.0.1:4174/w/x" } }))).toBe(true)
})
