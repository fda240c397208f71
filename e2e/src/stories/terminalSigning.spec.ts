import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { firstAccount } from "../harness/modal.ts"
import { mockUsdCoin } from "../harness/sendViews.ts"
import { story } from "../harness/story.ts"
import type { CommandOutcome, Shell } from "../harness/terminal.ts"

const exchange = "0x9D193c4Ed4B97Ac3e7D41c4ed62A3eEF998c9f17"
const thief = "0x9e74901858F11a3410CA201D0b2D7C3c9aF927fF"

const reportSchema = z.object({ message: z.string(), hint: z.nullable(z.string()) })

const parseDocument = ({ code, stderr, stdout }: CommandOutcome): unknown => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}
const parseReport = ({ stderr }: CommandOutcome) => reportSchema.parse(JSON.parse(stderr))

const connectShell = async (shell: Shell) => {
  expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
}

/** Joins lines that the screen wraps. */
const joinLines = (text: string) => text.replaceAll(/\s/g, "")

describe("unlimited permit", () => {
  const permit = (value: string, verifyingContract = mockUsdCoin) =>
    JSON.stringify({
      types: {
        EIP712Domain: [
          { name: "name", type: "string" },
          { name: "version", type: "string" },
          { name: "chainId", type: "uint256" },
          { name: "verifyingContract", type: "address" },
        ],
        Permit: [
          { name: "owner", type: "address" },
          { name: "spender", type: "address" },
          { name: "value", type: "uint256" },
          { name: "nonce", type: "uint256" },
          { name: "deadline", type: "uint256" },
        ],
      },
      primaryType: "Permit",
      domain: { name: "Mock USD Coin", version: "1", chainId: 1, verifyingContract },
      message: { owner: firstAccount, spender: thief, value, nonce: "0", deadline: "99999999999" },
    })
  const all = permit(String(2n ** 256n - 1n))
  const signing = ["sign", "typed-data", "--yes", "--json"]

  story("requires the confirmation of the spender", async ({ shell }) => {
    await connectShell(shell)
    const stopped = await shell.run(signing, all)
    expect([stopped.code, stopped.stdout]).toEqual([6, ""])
    const { hint, message } = parseReport(stopped)
    expect(message).toContain("Unlimited approval of your mUSDC")
    expect(hint).toContain(`--confirm ${thief}`)
    expect((await shell.run([...signing, "--confirm", exchange], all)).code).toBe(6)
    expect(parseDocument(await shell.run([...signing, "--confirm", thief], all))).toMatchObject({
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      explanation: {
        intent: expect.any(String),
        digest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        dangers: [{ type: "UnlimitedApproval", confirm: thief }],
      },
    })
    // Counted items have no names.
    expect((await shell.run(signing, permit("5000000"))).code).toBe(0)
  })

  story(
    "requires the confirmation of a verifying contract that is not on the network",
    { tags: "full" },
    async ({ shell }) => {
      await connectShell(shell)
      const nowhere = permit("5000000", firstAccount)
      const stopped = await shell.run(signing, nowhere)
      expect([stopped.code, stopped.stdout]).toEqual([6, ""])
      expect(parseReport(stopped).message).toContain("verifying contract is not on this network")
      expect(parseReport(stopped).hint).toContain(`--confirm ${firstAccount}`)
      expect((await shell.run([...signing, "--confirm", mockUsdCoin], nowhere)).code).toBe(6)
      expect(parseDocument(await shell.run([...signing, "--confirm", firstAccount], nowhere))).toMatchObject({
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      })
    },
  )

  story(
    "explains the permit at a prompt, which requires typed characters",
    { tags: "full" },
    async ({ shell }) => {
      await connectShell(shell)
      const file = join(shell.state, "permit.json")
      await writeFile(file, all)
      const session = shell.sit(["sign", "typed-data", file])
      await session.shows("Type the last 6 characters of the spender")
      expect(session.screen()).toContain("0x 9e74 9018 58F1 1a34 10CA 201D 0b2D 7C3c 9aF9 27fF")
      session.type("\u001b")
      expect(await session.ended).toBe(4)
      expect(session.screen()).not.toMatch(/0x[0-9a-f]{130}/)
      const again = shell.sit(["sign", "typed-data", file])
      await again.shows("Type the last 6 characters of the spender")
      again.type("f927fF\r")
      await again.shows("› Decline")
      again.type("y")
      expect(await again.ended).toBe(0)
      expect(again.screen()).toContain("Signed")
      expect(joinLines(again.screen())).toContain(`--confirm${thief}--yes`)
    },
  )
})
