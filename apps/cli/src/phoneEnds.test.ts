import { once } from "node:events"
import { describe, expect, it } from "vitest"
import { machineWithPhone } from "./testing/phone.ts"
import { promptly, running } from "./testing/running.ts"

describe("a command that asks a phone", { timeout: 60_000 }, () => {
  it("ends when it is done: nothing is left that would keep its process", async () => {
    const { endpoints, home, phone } = await machineWithPhone()
    await phone.policy("approve")
    const run = running(home, ["connect", "--wallet", "walletconnect", "--endpoints", endpoints])
    const [link] = await once(run.child.stderr, "data")
    await phone.pair(`${link}`.trim())
    await once(run.child.stdout, "data")
    const connected = await run.ended(performance.now())
    expect(connected.code).toBe(0)
    expect(connected.ms).toBeLessThan(promptly)

    const signing = running(home, ["sign", "message", "hello", "--yes"])
    await once(signing.child.stdout, "data")
    const signed = await signing.ended(performance.now())
    expect(signed.code).toBe(0)
    expect(signed.ms).toBeLessThan(promptly)
  })

  it("ends when it is interrupted: while nobody has scanned, and while the phone is asked", async () => {
    const { connected, endpoints, home, phone } = await machineWithPhone()
    const connecting = running(home, ["connect", "--wallet", "walletconnect", "--endpoints", endpoints])
    await once(connecting.child.stderr, "data")
    connecting.child.kill("SIGINT")
    const unscanned = await connecting.ended(performance.now())
    expect(unscanned.code).toBe(130)
    expect(unscanned.ms).toBeLessThan(promptly)

    await connected()
    await phone.policy("ask")
    const signing = running(home, ["sign", "message", "hello", "--yes", "--json"])
    await phone.until(({ questions }) => questions.length === 1)
    signing.child.kill("SIGINT")
    const left = await signing.ended(performance.now())
    expect(left.code).toBe(130)
    expect(left.ms).toBeLessThan(promptly)
    expect(JSON.parse(await signing.stderr)).toMatchObject({ code: "interrupted" })
  })

  it("says what may still leave from the phone, and does not ask for the same again once it has", async () => {
    const { connected, home, phone, refusal } = await machineWithPhone()
    await connected()
    await phone.policy("ask")
    const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    const words = ["send", "0.5", "ETH", payee, "--yes", "--confirm", payee]
    const sending = running(home, words)
    await phone.until(({ questions }) => questions.length === 1)
    sending.child.kill("SIGINT")
    expect((await sending.ended(performance.now())).code).toBe(130)
    expect(JSON.parse(await sending.stderr)).toMatchObject({
      message: expect.stringMatching(/^Interrupted, but your phone may still send it: \w+$/),
      hint: expect.stringMatching(/^wmodal watch \w+$/),
      retryable: false,
    })
    await phone.answer(true)
    expect(await refusal(words)).toMatchObject({ exit: 6, hint: expect.stringContaining("--confirm 0x") })
  })
})
