import { describe, expect } from "vitest"
import { firstAccount } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("somebody sits at the terminal", () => {
  story("a request is reviewed in a box and approved", async ({ shell }) => {
    const session = shell.sit(["connect", "--wallet", "dev"])
    await session.shows("Connect the dev wallet")
    await session.shows("Approve")
    expect(session.screen().replaceAll(/[\s│]/g, "")).toContain(firstAccount)
    session.type("y")
    expect(await session.ended).toBe(0)
    expect((await shell.run(["accounts"])).stdout).toBe(`eip155:1:${firstAccount}\n`)
  })

  story("is taught the one line that does the same", async ({ shell }) => {
    const node = "eip155:10=http://127.0.0.1:9/a"
    const session = shell.sit(["connect", "--wallet", "dev", "--rpc", node])
    await session.shows("Approve")
    session.type("y")
    expect(await session.ended).toBe(0)
    // The screen breaks a long line where it ends.
    const unbroken = (text: string) => text.replaceAll(/\s/g, "")
    expect(unbroken(session.screen())).toContain(
      unbroken(`wmodal connect --wallet dev --network eip155:1 --rpc ${node} --yes`),
    )
  })

  story("Enter alone approves nothing: decline is exit 4", async ({ shell }) => {
    const session = shell.sit(["connect", "--wallet", "dev"])
    await session.shows("› Decline")
    // There and back: from here on each key arrives as it is typed.
    session.type("\t")
    await session.shows("› Approve")
    session.type("\t")
    await session.shows("› Decline")
    session.type("\r")
    expect(await session.ended).toBe(4)
    expect((await shell.run(["accounts"])).code).toBe(10)
  })

  story("a signature is declined with n", async ({ shell }) => {
    await shell.run(["connect", "--wallet", "dev", "--yes"])
    const session = shell.sit(["sign", "message", "transfer everything"])
    await session.shows("transfer everything")
    session.type("n")
    expect(await session.ended).toBe(4)
    expect(session.screen()).not.toMatch(/0x[0-9a-f]{130}/)
  })

  story("Ctrl-C ends it with 130 and leaves the terminal as it was", async ({ shell }) => {
    const session = shell.sit(["connect", "--wallet", "dev"])
    await session.shows("Approve")
    session.type("\u0003")
    expect(await session.ended).toBe(130)
    const bytes = session.bytes()
    // The cursor was hidden: shown again is the last word on it.
    expect(bytes.lastIndexOf("\u001b[?25h")).toBeGreaterThanOrEqual(bytes.lastIndexOf("\u001b[?25l"))
  })
})
