import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { LinePrompt } from "../prompts/Prompts.ts"
import { confirmHost } from "./sendServerPayment.ts"

const host = "pay.example:8443"

const ask = async (
  typed: string | null,
  flags = { confirm: [] as readonly string[], yes: false },
  asks = true,
) => {
  const asked: LinePrompt[] = []
  const prompts = {
    line: (prompt: LinePrompt) =>
      Effect.sync(() => {
        asked.push(prompt)
        return typed
      }),
  }
  const result = await Effect.runPromise(
    Effect.result(confirmHost({ prompts, terminal: { asks } }, flags, host)),
  )
  return { asked, result }
}

describe("confirmHost", () => {
  it("has the user type the host, and nothing else", async () => {
    const { asked, result } = await ask(host)
    expect(result._tag).toBe("Success")
    const [prompt] = asked
    expect(prompt?.label).toBe(
      `The server ${host} chooses the transaction of this link, and gets your address. Type ${host} to ask it:`,
    )
    for (const text of [host, ` ${host.toUpperCase()} `]) expect(prompt?.refusal(text)).toBe(null)
    for (const text of ["", "yes", "pay.example", "evil.example:8443"])
      expect(prompt?.refusal(text)).toBe("That does not match.")
  })

  it("ends when the user declines", async () => {
    expect((await ask(null)).result).toMatchObject({
      _tag: "Failure",
      failure: { reason: { _tag: "Declined" } },
    })
  })

  it("does not prompt for a host that --confirm names, nor in a script", async () => {
    const named = await ask(null, { confirm: [host], yes: false })
    expect([named.result._tag, named.asked]).toEqual(["Success", []])
    for (const [yes, asks] of [
      [true, true],
      [false, false],
    ] as const) {
      const { asked, result } = await ask(host, { confirm: ["pay.example"], yes }, asks)
      expect(asked).toEqual([])
      expect(result).toMatchObject({
        failure: { reason: { _tag: "Guard", hint: `To ask it: --confirm ${host}` } },
      })
    }
  })
})
