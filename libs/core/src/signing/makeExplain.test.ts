import { expect, it } from "@effect/vitest"
import type { ChainActions, SimulationResult } from "@wmodal/chains"
import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeExplained, openPageWorld } from "../testing/pageRequests.ts"

const token = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const changed = { token, before: 100_000_000n, after: 98_500_000n }
const trial: SimulationResult = {
  _tag: "Simulated",
  changes: [{ token: null, before: 1n, after: 0n }, changed, { token: "0x01", before: 1n, after: 1n }],
}

const explainWith = (describe: ChainActions["token"]) =>
  Effect.gen(function* () {
    const asked: string[] = []
    const { requests } = yield* openPageWorld(() => Effect.succeed({ ...makeExplained(), trial }), {
      actions: {
        token: (request) => {
          asked.push(request.token)
          return describe(request)
        },
      },
    })
    const explained = yield* requests.explain({ _tag: "Message", message: "hi" })
    return { asked, trial: explained.trial }
  })

it.effect("adds the unit of a changed token outside the account's list, as its contract says", () =>
  Effect.gen(function* () {
    const { asked, trial: shown } = yield* explainWith(() =>
      Effect.succeed({ name: "Mock USD", symbol: "mUSDC", decimals: 6 }),
    )
    expect(asked).toEqual([token])
    expect(shown).toEqual({
      ...trial,
      changes: [trial.changes[0], { ...changed, unit: { symbol: "mUSDC", decimals: 6 } }, trial.changes[2]],
    })
  }).pipe(Effect.scoped),
)

it.effect.each<[string, ChainActions["token"]]>([
  ["it is no token", () => Effect.succeed(null)],
  [
    "the node does not answer",
    () => Effect.fail(new RpcError({ method: "eth_call", host: "node", reason: { _tag: "NoEndpoint" } })),
  ],
  ["its description cannot be read", () => Effect.die(new Error("broken"))],
])("invents no unit when %s", ([, describe]) =>
  Effect.gen(function* () {
    expect((yield* explainWith(describe)).trial).toEqual(trial)
  }).pipe(Effect.scoped),
)
