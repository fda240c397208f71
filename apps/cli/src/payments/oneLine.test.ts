import { beforeAll, describe, expect, it, vi } from "vitest"
import type { SendFlags, SharedOptions } from "../plan/CommandPlan.ts"
import { parse } from "../plan/parse.ts"
import { firstTime, makeEtherReview, payee } from "../testing/payments.ts"
import { equivalentCommand } from "./equivalentCommand.ts"

beforeAll(() => {
  vi.stubGlobal("__WMODAL_VERSION__", "1.2.3")
})

const key = { account: null, keyFile: null, keystore: null, passwordFile: null }
const waiting = { confirmations: 1, seconds: 300 }
const flags: SendFlags = {
  key,
  yes: false,
  dryRun: false,
  signOnly: false,
  waiting,
  maxUsd: null,
  confirm: [],
}
const shared: SharedOptions = {
  format: "auto",
  debug: false,
  projectId: null,
  endpoints: null,
  relay: null,
  network: "eip155:1",
  rpc: [],
}
const payment = { amount: "0.5", token: "ETH", to: payee }

const parseCommand = (text: string) => parse(text.split(" ").slice(1))

describe("equivalentCommand", () => {
  it.each([
    [flags, shared],
    [{ ...flags, waiting: { confirmations: 0, seconds: 20 }, maxUsd: "99.50" }, shared],
    [{ ...flags, waiting: { confirmations: 3, seconds: 300 } }, shared],
    [{ ...flags, signOnly: true, key: { ...key, account: 2 } }, shared],
    [{ ...flags, key: { ...key, keyFile: "-", passwordFile: "pass" } }, shared],
    [
      flags,
      {
        ...shared,
        projectId: "demo",
        endpoints: "mock.json",
        rpc: [{ network: "eip155:1", url: "http://127.0.0.1:8545" }],
      },
    ],
  ] as const satisfies readonly (readonly [SendFlags, SharedOptions])[])(
    "parses back to the same plan: %#",
    (typed, world) => {
      expect(
        parseCommand(equivalentCommand(payment, makeEtherReview(), { flags: typed, shared: world })),
      ).toEqual({
        _tag: "Run",
        plan: { _tag: "Send", payment, flags: { ...typed, yes: true } },
        shared: world,
      })
    },
  )

  it("names the recipient when it had a warning and the worth when all was sent", () => {
    const text = equivalentCommand({ ...payment, amount: "max" }, makeEtherReview({ stops: [firstTime] }), {
      flags,
      shared,
    })
    expect(parseCommand(text)).toMatchObject({
      plan: { payment: { amount: "max" }, flags: { confirm: [payee], maxUsd: "1250" } },
    })
  })

  it("names the amount when all was sent and its worth is unknown", () => {
    const text = equivalentCommand({ ...payment, amount: "max" }, makeEtherReview({ fiat: null }), {
      flags,
      shared,
    })
    expect(parseCommand(text)).toMatchObject({
      plan: { payment: { amount: "0.5" }, flags: { maxUsd: null } },
    })
  })

  it("quotes shell characters of the typed token", () => {
    const text = equivalentCommand({ ...payment, token: "a; rm 'x'" }, makeEtherReview(), { flags, shared })
    expect(text).toContain(`0.5 'a; rm '\\''x'\\''' ${payee}`)
  })
})
