import { once } from "node:events"
import { describe, expect, it } from "vitest"
import { promptExitMs, runProcess } from "./testing/runProcess.ts"
import { makeMachineWithSite } from "./testing/site.ts"

const email = "vera@example.com"

describe("process of an embedded wallet command", { tags: ["full"], timeout: 60_000 }, () => {
  it("ends when the command is done, without a frame that keeps the process alive", async () => {
    const { codeFor, endpoints, home, openLink } = await makeMachineWithSite()
    const frame = ["connect", "--wallet", "frame", "--email", email, "--otp-file", "-"]
    const connecting = runProcess(home, [...frame, "--endpoints", endpoints])
    expect(`${(await once(connecting.child.stderr, "data"))[0]}`).toMatch(/^This device is new\./)
    const sent = once(connecting.child.stderr, "data")
    await openLink(email)
    expect(`${(await sent)[0]}`).toBe(`A code was sent to ${email}.\n`)
    const code = await codeFor(email)
    // Stdin stays open: the command must end regardless.
    connecting.child.stdin.write(`${code}\n`)
    await once(connecting.child.stdout, "data")
    const connected = await connecting.ended(performance.now())
    expect(connected).toMatchObject({ code: 0 })
    expect(connected.ms).toBeLessThan(promptExitMs)

    const signing = runProcess(home, ["sign", "message", "hello", "--yes"])
    await once(signing.child.stdout, "data")
    const signed = await signing.ended(performance.now())
    expect(signed).toMatchObject({ code: 0 })
    expect(signed.ms).toBeLessThan(promptExitMs)
  })

  it("ends when the process is interrupted before the code arrives", async () => {
    const { endpoints, home, refusal } = await makeMachineWithSite()
    const words = ["connect", "--wallet", "frame", "--email", email, "--otp-file", `${home}/code`]
    const connecting = runProcess(home, [...words, "--endpoints", endpoints])
    await once(connecting.child.stderr, "data")
    connecting.child.kill("SIGINT")
    const left = await connecting.ended(performance.now())
    expect(left.code).toBe(130)
    expect(left.ms).toBeLessThan(promptExitMs)
    expect(await refusal(["accounts"])).toMatchObject({ exit: 10 })
  })
})
