import { openStoryWorld } from "@wmodal/mock-server/story"
import { describe, expect } from "vitest"
import { firstAccount } from "../harness/modal.ts"
import { readTerminalCode } from "../harness/readTerminalCode.ts"
import { story } from "../harness/story.ts"

describe("phone wallet from the terminal", () => {
  story(
    "connects by the code, and stays connected between commands",
    { timeout: 60_000 },
    async ({ outside, shell, world }) => {
      const { projectId } = world
      const { phone } = await openStoryWorld({
        control: outside.control,
        projectId,
        networks: ["eip155:1"],
      })
      await phone.setPolicy("approve")
      const connecting = shell.sit(["connect", "--wallet", "walletconnect"], 80)
      await connecting.shows("Scan this with your wallet")
      // A terminal draws line by line.
      await expect.poll(() => readTerminalCode(connecting.picture())).toMatch(/^wc:[0-9a-f]{64}@2\?/)
      await phone.scan(readTerminalCode(connecting.picture()) ?? "")
      await connecting.shows(firstAccount)
      expect(await connecting.ended).toBe(0)

      const signed = await shell.run(["sign", "message", "Hello", "--yes", "--json"])
      expect(signed).toMatchObject({ code: 0 })
      expect(JSON.parse(signed.stdout).signature).toMatch(/^0x[0-9a-f]{130}$/)
      expect(await phone.asked()).toBe(2)

      await phone.setPolicy("decline")
      const declined = await shell.run(["sign", "message", "Hello", "--yes"])
      expect(declined).toMatchObject({ code: 4 })

      await phone.disconnect()
      const gone = await shell.run(["sign", "message", "Hello", "--yes"])
      expect(gone).toMatchObject({ code: 10, stderr: expect.stringMatching(/"code":"sessionEnded".*}\n$/) })
    },
  )
})
