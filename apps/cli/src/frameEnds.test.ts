import { once } from "node:events"
import { describe, expect, it } from "vitest"
import { promptly, running } from "./testing/running.ts"
import { machineWithSite } from "./testing/site.ts"

const email = "vera@example.com"

describe("a command that asks the embedded wallet", { timeout: 60_000 }, () => {
  it("ends when it is done: no frame is left that would keep its process", async () => {
    const { codeFor, endpoints, home } = await machineWithSite()
    const frame = ["connect", "--wallet", "frame", "--email", email, "--otp-file", "-"]
    const connecting = running(home, [...frame, "--endpoints", endpoints])
    expect(`${(await once(connecting.child.stderr, "data"))[0]}`).toBe(`A code was sent to ${email}.\n`)
    const code = await codeFor(email)
    // What is open still, nobody waits for.
    connecting.child.stdin.write(`${code}\n`)
    await once(connecting.child.stdout, "data")
    const connected = await connecting.ended(performance.now())
    expect(connected).toMatchObject({ code: 0 })
    expect(connected.ms).toBeLessThan(promptly)

    const signing = running(home, ["sign", "message", "hello", "--yes"])
    await once(signing.child.stdout, "data")
    const signed = await signing.ended(performance.now())
    expect(signed).toMatchObject({ code: 0 })
    expect(signed.ms).toBeLessThan(promptly)
  })

  it("ends when it is interrupted, while the code is waited for", async () => {
    const { endpoints, home, refusal } = await machineWithSite()
    const words = ["connect", "--wallet", "frame", "--email", email, "--otp-file", `${home}/code`]
    const connecting = running(home, [...words, "--endpoints", endpoints])
    await once(connecting.child.stderr, "data")
    connecting.child.kill("SIGINT")
    const left = await connecting.ended(performance.now())
    expect(left.code).toBe(130)
    expect(left.ms).toBeLessThan(promptly)
    expect(await refusal(["accounts"])).toMatchObject({ exit: 10 })
  })
})
