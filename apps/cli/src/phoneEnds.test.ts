import { once } from "node:events"
import { describe, expect, it } from "vitest"
import { makeMachineWithPhone } from "./testing/phone.ts"
import { promptExitMs, runProcess } from "./testing/runProcess.ts"

describe("process of a phone command", { tags: ["full"], timeout: 60_000 }, () => {
  it("ends when the command is done, without a handle that keeps the process alive", async () => {
    const { endpoints, home, phone } = await makeMachineWithPhone()
    await phone.policy("approve")
    const run = runProcess(home, ["connect", "--wallet", "walletconnect", "--endpoints", endpoints])
    const [link] = await once(run.child.stderr, "data")
    await phone.pair(`${link}`.trim())
    await once(run.child.stdout, "data")
    const connected = await run.ended(performance.now())
    expect(connected.code).toBe(0)
    expect(connected.ms).toBeLessThan(promptExitMs)

    const signing = runProcess(home, ["sign", "message", "hello", "--yes"])
    await once(signing.child.stdout, "data")
    const signed = await signing.ended(performance.now())
    expect(signed.code).toBe(0)
    expect(signed.ms).toBeLessThan(promptExitMs)
  })

  it("ends when the process is interrupted before the scan and during a request", async () => {
    const { connected, endpoints, home, phone } = await makeMachineWithPhone()
    const connecting = runProcess(home, ["connect", "--wallet", "walletconnect", "--endpoints", endpoints])
    await once(connecting.child.stderr, "data")
    connecting.child.kill("SIGINT")
    const unscanned = await connecting.ended(performance.now())
    expect(unscanned.code).toBe(130)
    expect(unscanned.ms).toBeLessThan(promptExitMs)

    await connected()
    await phone.policy("ask")
    const signing = runProcess(home, ["sign", "message", "hello", "--yes", "--json"])
    await phone.until(({ questions }) => questions.length === 1)
    signing.child.kill("SIGINT")
    const left = await signing.ended(performance.now())
    expect(left.code).toBe(130)
    expect(left.ms).toBeLessThan(promptExitMs)
    expect(JSON.parse(await signing.stderr)).toMatchObject({ code: "interrupted" })
  })

  it("reports a payment that the phone may still send and rejects its repetition once it was sent", async () => {
    const { connected, home, phone, refusal } = await makeMachineWithPhone()
    await connected()
    await phone.policy("ask")
    const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    const words = ["send", "0.5", "ETH", payee, "--yes", "--confirm", payee]
    const sending = runProcess(home, words)
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
